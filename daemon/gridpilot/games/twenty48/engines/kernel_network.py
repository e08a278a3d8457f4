"""The compiled expectimax whose leaves the value network judges: points still to come, instead of how a board looks.

Built like kernel_4x4.py, whose block of memory, clock and fuel it shares; here points count on the way, a board without
a move is worth nothing more, and what is reached with too little fuel for another spawn is worth what the network says.
A reply that the network puts hopelessly behind another one is not searched.
"""

from __future__ import annotations

from gridpilot.games.twenty48.engines import block as at
from gridpilot.games.twenty48.engines.kernel_4x4 import MIX, NONE, ROW, deepened, empties, poll, turned
from gridpilot.games.twenty48.engines.network import WORDS
from gridpilot.games.twenty48.engines.numba_support import bits_set, compiled, get16, get64, part, put64
from gridpilot.games.twenty48.engines.tuples import GROUPS, STAGES, downgraded, flipped, group, mirrored, stage

TABLES = 104  # addresses of the first stage's entries and numbers, then the next one's ...
STEP = TABLES + 2 * STAGES
ROWS = at.HEADER  # then the table of 65536 rows of tuples.row_table
SEEN = at.HEADER + (8 << 16)  # then the boards that were searched: key, worth << 16 | fuel
STRIDE = 256  # boards judged between two looks at the clock: some 60 microseconds


@part
def weight(entries: int, numbers: int, place: int) -> int:
    """One weight of a stage, 0 where it has none (see network.WORDS)."""
    entry, word, bit = (WORDS + 1) * (place >> 8), (place >> 6) & 3, place & 63
    bits, head = get64(entries, entry + word), get64(entries, entry + WORDS)
    beginning = (head & 0xFFFFFFFF) + ((head >> (32 + 8 * word)) & 255)
    return get16(numbers, (beginning + bits_set(bits & ((1 << bit) - 1))) * ((bits >> bit) & 1))


@compiled("i8(i8,i8,i8)")
def eight(entries: int, numbers: int, board: int) -> int:
    """The weights of the first four groups that a board and its mirror image select."""
    aside = mirrored(board)
    total = weight(entries, numbers, group(board, 0)) + weight(entries, numbers, group(aside, 0))
    total += weight(entries, numbers, group(board, 1)) + weight(entries, numbers, group(aside, 1))
    total += weight(entries, numbers, group(board, 2)) + weight(entries, numbers, group(aside, 2))
    return total + (weight(entries, numbers, group(board, 3)) + weight(entries, numbers, group(aside, 3)))


@compiled("i8(i8,i8,i8)")
def other_eight(entries: int, numbers: int, board: int) -> int:
    """The weights of the other four groups that they select."""
    aside = mirrored(board)
    total = weight(entries, numbers, group(board, 4)) + weight(entries, numbers, group(aside, 4))
    total += weight(entries, numbers, group(board, 5)) + weight(entries, numbers, group(aside, 5))
    total += weight(entries, numbers, group(board, 6)) + weight(entries, numbers, group(aside, 6))
    return total + (weight(entries, numbers, group(board, 7)) + weight(entries, numbers, group(aside, 7)))


@compiled("i8(i8,i8)")
def judged(block: int, board: int) -> int:
    """The points that the network expects after a slid board."""
    board = downgraded(board)
    number = stage(board)
    entries, numbers = get64(block, TABLES + 2 * number), get64(block, TABLES + 2 * number + 1)
    down = turned(board)
    above, under = flipped(board), flipped(down)
    total = eight(entries, numbers, board) + eight(entries, numbers, above)
    total += eight(entries, numbers, down) + eight(entries, numbers, under)
    if GROUPS[number] == 8:
        total += other_eight(entries, numbers, board) + other_eight(entries, numbers, above)
        total += other_eight(entries, numbers, down) + other_eight(entries, numbers, under)
    put64(block, at.NODES, get64(block, at.NODES) + 1)
    return max(total * get64(block, STEP), 0)


@part
def slid(block: int, board: int) -> tuple[int, int, int]:
    """The board with its rows slid to the left, to the right, and the points of either."""
    rows = block + ROWS
    a, b = get64(rows, board & ROW), get64(rows, (board >> 16) & ROW)
    c, d = get64(rows, (board >> 32) & ROW), get64(rows, (board >> 48) & ROW)
    left = (a & ROW) | (b & ROW) << 16 | (c & ROW) << 32 | (d & ROW) << 48
    right = (a >> 16 & ROW) | (b >> 16 & ROW) << 16 | (c >> 16 & ROW) << 32 | (d >> 16 & ROW) << 48
    return left, right, (a >> 32) + (b >> 32) + (c >> 32) + (d >> 32)


@compiled("i8(i8,i8,i8,i8)")
def expected(block: int, board: int, fuel: int, known: int) -> int:  # noqa: C901, PLR0912 - as in kernel_4x4.chance
    """The points to come after a slid board, averaged over the tiles that may spawn on it. `known`: judged as it is."""
    if get64(block, at.STOPPED):
        return 0
    empty = empties(board)
    if fuel < get64(block, at.COST + empty):
        return known
    down = turned(board)
    key = min(board, down)
    entry = block + SEEN + (((key * MIX) >> 36) & get64(block, at.SLOTS)) * 16
    if get64(entry, 0) == key:
        found = get64(entry, 1)
        if (found & ROW) >= fuel:
            return found >> 16
    if get64(block, at.NODES) >= get64(block, at.POLL):
        poll(block, get64(block, at.NODES), STRIDE)
    total = 0
    for cell in range(16):
        if (board >> (4 * cell)) & 15:
            continue
        for kind in range(get64(block, at.KINDS)):
            rest = max(fuel - get64(block, at.COST + at.KIND_COSTS * kind + empty), 0)
            rank = get64(block, at.RANK + kind)
            lying = board | (rank << (4 * cell))
            standing = down | (rank << (16 * (cell & 3) + 4 * (cell >> 2)))
            left, right, across = slid(block, lying)
            above, below, along = slid(block, standing)
            lefts = judged(block, left) + across if left != lying else NONE
            rights = judged(block, right) + across if right != lying else NONE
            aboves = judged(block, above) + along if above != standing else NONE
            belows = judged(block, below) + along if below != standing else NONE
            best = max(lefts, rights, aboves, belows)
            if best == NONE:
                continue
            if rest > 0:
                least = max(best - get64(block, at.SLACK) - rest * get64(block, at.SLACK_FUEL), NONE + 1)
                best = 0
                if lefts >= least:
                    best = max(best, expected(block, left, rest, lefts - across) + across)
                if rights >= least:
                    best = max(best, expected(block, right, rest, rights - across) + across)
                if aboves >= least:
                    best = max(best, expected(block, above, rest, aboves - along) + along)
                if belows >= least:
                    best = max(best, expected(block, below, rest, belows - along) + along)
            total += best * get64(block, at.ODDS + kind)
    if get64(block, at.STOPPED):
        return 0
    worth = (total // empty) >> 16
    put64(entry, 0, key)
    put64(entry, 1, (worth << 16) | fuel)
    return worth


@compiled("i8(i8,i8,i8,i8)")
def prospect(block: int, board: int, move: int, fuel: int) -> int:
    """The points to come by a move, as kernel_4x4.prospect says."""
    before = board if move & 1 else turned(board)
    left, right, points = slid(block, before)
    after = left if move in (0, 3) else right
    if after == before:
        return NONE
    return expected(block, after, fuel, judged(block, after)) + points if fuel >= 0 else 0


@compiled("i8(i8,i8,i8,i8,i8)")
def decide(block: int, board: int, first: int, step: int, last: int) -> int:
    return deepened(prospect, block, board, first, step, last)
