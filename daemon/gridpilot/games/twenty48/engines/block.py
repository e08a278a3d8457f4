"""The block of memory that the searches on 4 x 4 boards work in: words of 64 bits, then tables, then the boards that
were searched. The build hands these numbers to the C code as AT_....
"""

NODES, POLL, LIMIT, DEADLINE, STOPPED = 0, 1, 2, 3, 4
FUEL, WORTH = 8, 9  # of the last search that was completed
DEATH, RISK = 10, 11  # the worth of a dead board; how far below the board at hand that is
SLACK, SLACK_FUEL = 12, 15  # how far below the best a board may be judged and be searched yet, and more for each fuel
FILL = 27  # whether to use up the nodes
BEHIND = 28  # how far a move may stay behind the best of a completed search and be tried in the next
SLOTS, KINDS, RANK, ODDS = 13, 14, 16, 20  # tiles that may spawn, the likeliest first: ranks; odds in 65536ths
REACHED = 24  # [move] the worth that the last search found for it
COST = 32  # what a spawn costs: [kind, empty cells] of 4 x 17
KIND_COSTS = 17  # words of COST for each kind
TABLES = 104  # of the network: addresses of the first stage's entries and numbers, then the next one's ...
STEP = 112  # points that one unit of its weights is worth
HEADER = 1024  # bytes

STRIDE = 4096  # nodes between two looks at the clock: some 30 microseconds
NETWORK_STRIDE = 256  # boards judged between two looks: some 60 microseconds

# by how rows look: two tables of 65536 rows, left | right << 16 and the worth; then boards: key, worth << 16 | fuel
TABLE = 4 << 16
SLIDE, LINES, SEEN = HEADER, HEADER + TABLE, HEADER + 2 * TABLE

# by the network: the table of 65536 rows of tuples.row_table; then boards, as above
ROWS = HEADER
NETWORK_SEEN = HEADER + (8 << 16)
WEIGHT_WORDS = 4  # words of bits in an entry of the weights, see network.py
