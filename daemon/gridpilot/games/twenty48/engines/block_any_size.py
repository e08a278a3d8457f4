"""The block of memory that the search for boards of any size works in, in words of 64 bits. The build hands these
numbers to the C code as ANY_....
"""

NODES, POLL, DEADLINE, LIMIT, STOPPED, PLIES = 0, 1, 2, 3, 4, 5
ROWS, COLUMNS, KINDS, ROOM, PAIR = 8, 9, 10, 11, 12
RISK, DEATH = 13, 14  # how far below the board at hand a dead one is; what that is worth
RANK, ODDS = 16, 24  # of each kind of tile that spawns; how probable, in 65536ths
KINDS_AT_MOST = 8
RISE, WEIGHT = 32, 64  # [rank]: what a tile out of order costs, and what any tile costs
MERGED = 128  # [rank, rank]: what two tiles become, 0 where they do not merge
STACK = MERGED + 32 * 32  # [level]: a slid board for each spawn that is looked ahead
LEVELS, LEVEL = 9, 128
KNOWN = STACK + LEVELS * LEVEL  # [slot]: a line that was met, and what is known of it
SLOTS, SLOT = 1 << 15, 8
WORDS = KNOWN + SLOTS * SLOT

STRIDE = 1024  # nodes between two looks at the clock: some 100 microseconds
