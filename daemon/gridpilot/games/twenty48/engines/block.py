"""The words of 64 bits at the beginning of the block of memory that a kernel for 4 x 4 boards works in.

Tables follow them, each kernel's own, and then the boards that were searched.
"""

NODES, POLL, LIMIT, DEADLINE, STOPPED, CLOCK = 0, 1, 2, 3, 4, 5  # CLOCK: two words
FUEL, WORTH = 8, 9  # of the last search that was completed
DEATH, RISK = 10, 11  # the worth of a dead board; how far below the board at hand that is
SLACK, SLACK_FUEL = 12, 15  # how far below the best a board may be judged and be searched yet, and more for each fuel
FILL = 27  # whether to use up the nodes
BEHIND = 28  # how far a move may stay behind the best of a completed search and be tried in the next
SLOTS, KINDS, RANK, ODDS = 13, 14, 16, 20  # tiles that may spawn, the likeliest first: ranks; odds in 65536ths
REACHED = 24  # [move] the worth that the last search found for it
COST = 32  # what a spawn costs: [kind, empty cells] of 4 x 17
HEADER = 1024  # bytes
KIND_COSTS = 17  # words of COST for each kind
