"""Lines of a board of any size: one number each, five bits a cell. What a line slides to and what it is worth is
computed once and remembered, as a search meets the same lines over and over.

Compiled functions take addresses instead of arrays, see `compiled`: `block` is that of all that a search needs to know.
"""

from __future__ import annotations

from gridpilot.games.twenty48.engines.numba_support import compiled, get64, put64

# The block, in words of 64 bits
NODES, POLL, DEADLINE, LIMIT, STOPPED, PLIES, CLOCK = range(7)  # CLOCK: two words
ROWS, COLUMNS, KINDS, ROOM, PAIR = range(8, 13)
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

KEY, FRONT, BACK, WORTH, FRONT_WORTH, BACK_WORTH = range(6)
"""What is known of a line. FRONT: what it becomes sliding to its first cell, BACK: to its last."""

MIX = 0x1E3779B97F4A7C15


@compiled("i8(i8,i8,i8)")
def slid(block: int, line: int, length: int) -> int:
    """The line slid to its first cell."""
    after = front = last = 0
    for cell in range(length):
        rank = (line >> (5 * cell)) & 31
        if rank:
            joined = get64(block, MERGED + 32 * last + rank)
            if joined:
                after += (joined - last) << (5 * (front - 1))
                last = 0
            else:
                after |= rank << (5 * front)
                front += 1
                last = rank
    return after


@compiled("i8(i8,i8)")
def reverse(line: int, length: int) -> int:
    after = 0
    for cell in range(length):
        after |= ((line >> (5 * cell)) & 31) << (5 * (length - 1 - cell))
    return after


@compiled("i8(i8,i8,i8)")
def worth(block: int, line: int, length: int) -> int:
    """What a line is worth: room, pairs, order, and big tiles not spread thin."""
    value = last = falls = climbs = 0
    before = get64(block, RISE + (line & 31))
    for cell in range(length):
        rank = (line >> (5 * cell)) & 31
        value -= get64(block, WEIGHT + rank)
        step = get64(block, RISE + rank) - before
        before += step
        falls -= min(step, 0)
        climbs += max(step, 0)
        if rank:
            value += get64(block, PAIR) if get64(block, MERGED + 32 * last + rank) else 0
            last = rank
        else:
            value += get64(block, ROOM)
    return value - min(falls, climbs)


@compiled("void(i8,i8,i8,i8)")
def learn(block: int, slot: int, line: int, length: int) -> None:
    front = slid(block, line, length)
    back = reverse(slid(block, reverse(line, length), length), length)
    put64(slot, KEY, line << 4 | length)
    put64(slot, FRONT, front)
    put64(slot, BACK, back)
    put64(slot, WORTH, worth(block, line, length))
    put64(slot, FRONT_WORTH, worth(block, front, length))
    put64(slot, BACK_WORTH, worth(block, back, length))


@compiled("i8(i8,i8,i8)")
def look_up(block: int, line: int, length: int) -> int:
    """The address where the line is known; until the next call, which may put another line there."""
    key = line << 4 | length
    slot = block + 8 * (KNOWN + SLOT * (((key * MIX) >> 40) & (SLOTS - 1)))
    if get64(slot, KEY) != key:
        learn(block, slot, line, length)
    return slot
