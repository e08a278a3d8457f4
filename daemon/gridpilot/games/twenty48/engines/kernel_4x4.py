"""The compiled expectimax on 4 x 4 boards: what a slid board is worth when chance and the player take turns.

*Fuel* says how far to look: each tile that may spawn costs the logarithm of how improbable it is, plus a fixed cost for
the ply, so that likely lines are searched deeper than unlikely ones, and one number says how deep a remembered worth
was searched. A slid board is searched lying or standing, whichever its move left it: the worth of both is the same.
A move whose board is at once judged hopelessly below another's is not searched at all, so that the same time looks
further ahead. Only the row and the column of a spawned tile are looked up again; all other lines of the four moves are
kept. The last ply, where nearly all nodes are, has no branch that depends on the board but for the empty cells.
"""

from __future__ import annotations

from collections.abc import Callable

from gridpilot.games.twenty48.engines import block as at
from gridpilot.games.twenty48.engines.numba_support import compiled, get32, get64, now, part, put64

# then two tables of 65536 rows: left | right << 16, and the worth
TABLE = 4 << 16
SLIDE, LINES, SEEN = at.HEADER, at.HEADER + TABLE, at.HEADER + 2 * TABLE
# and at SEEN the boards that were searched: key, worth << 16 | fuel

NONE = -(1 << 62)  # the worth of a move that cannot be made
ROW = 0xFFFF
COLUMN = 0x000F000F000F000F
MIX = 0x1E3779B97F4A7C15
GROWTH = 5  # times the nodes of all searches before it that a search takes: it is begun only if it can be completed
STRIDE = 4096  # nodes between two looks at the clock: some 30 microseconds


@part
def turned(board: int) -> int:
    """Rows become columns."""
    swap = (board ^ (board >> 12)) & 0x0000F0F00000F0F0
    half = board ^ swap ^ (swap << 12)
    swap = (half ^ (half >> 24)) & 0x00000000FF00FF00
    return half ^ swap ^ (swap << 24)


@part
def upright(row: int) -> int:
    """A row as the left column of a board."""
    pairs = (row | (row << 24)) & 0x000000FF000000FF
    return (pairs | (pairs << 12)) & COLUMN


@part
def rows_worth(block: int, board: int) -> int:
    return (
        get32(block + LINES, board & ROW)
        + get32(block + LINES, (board >> 16) & ROW)
        + get32(block + LINES, (board >> 32) & ROW)
        + get32(block + LINES, (board >> 48) & ROW)
    )


@part
def judged(block: int, board: int) -> int:
    """The worth of a board as it stands."""
    return rows_worth(block, board) + rows_worth(block, turned(board))


@part
def slid(block: int, board: int) -> tuple[int, int]:
    """The board with all its rows to the left, and to the right."""
    left = right = 0
    for row in range(4):
        both = get32(block + SLIDE, (board >> (16 * row)) & ROW)
        left |= (both & ROW) << (16 * row)
        right |= ((both >> 16) & ROW) << (16 * row)
    return left, right


@part
def replaced(board: int, line: int, place: int) -> int:
    return (board & ~(ROW << place)) | ((line & ROW) << place)


@part
def stopped_at(block: int, line: int, others: int, across: int, place: int) -> int:
    """The worth of a board with a new line: `others` is its other lines' worth, `across` it turned without the line."""
    return others + get32(block + LINES, line) + rows_worth(block, across | (upright(line) << place))


@compiled("i8(i8,i8,i8,i8)")
def last_ply(block: int, board: int, down: int, first: int) -> int:
    """The sum over all spawns from the kind `first` on of odds times the worth after the best move."""
    left, right = slid(block, board)
    above, below = slid(block, down)
    left_worth, right_worth = rows_worth(block, left), rows_worth(block, right)
    above_worth, below_worth = rows_worth(block, above), rows_worth(block, below)
    left_turned, right_turned, above_turned, below_turned = turned(left), turned(right), turned(above), turned(below)
    kinds, death, lines = get64(block, at.KINDS), get64(block, at.DEATH), block + LINES
    total = 0
    for row in range(4):
        y, beside, cut = 16 * row, ~(ROW << (16 * row)), ~(COLUMN << (4 * row))
        line = (board >> y) & ROW
        lefts = left_worth - get32(lines, (left >> y) & ROW)
        rights = right_worth - get32(lines, (right >> y) & ROW)
        left_moved, right_moved = (left ^ board) & beside, (right ^ board) & beside
        left_cut, right_cut = left_turned & cut, right_turned & cut
        for col in range(4):
            if (line >> (4 * col)) & 15:
                continue
            x, beside, cut = 16 * col, ~(ROW << (16 * col)), ~(COLUMN << (4 * col))
            file = (down >> x) & ROW
            aboves = above_worth - get32(lines, (above >> x) & ROW)
            belows = below_worth - get32(lines, (below >> x) & ROW)
            above_moved, below_moved = (above ^ down) & beside, (below ^ down) & beside
            above_cut, below_cut = above_turned & cut, below_turned & cut
            for kind in range(first, kinds):
                rank = get64(block, at.RANK + kind)
                best = death
                new = line | (rank << (4 * col))
                both = get32(block + SLIDE, new)
                after = both & ROW
                worth = stopped_at(block, after, lefts, left_cut, 4 * row)
                best = max(best, worth if left_moved | (after ^ new) else death)
                after = (both >> 16) & ROW
                worth = stopped_at(block, after, rights, right_cut, 4 * row)
                best = max(best, worth if right_moved | (after ^ new) else death)
                new = file | (rank << (4 * row))
                both = get32(block + SLIDE, new)
                after = both & ROW
                worth = stopped_at(block, after, aboves, above_cut, 4 * col)
                best = max(best, worth if above_moved | (after ^ new) else death)
                after = (both >> 16) & ROW
                worth = stopped_at(block, after, belows, below_cut, 4 * col)
                best = max(best, worth if below_moved | (after ^ new) else death)
                total += best * get64(block, at.ODDS + kind)
    return total


@part
def empties(board: int) -> int:
    empty = 0
    for cell in range(16):
        empty += ((board >> (4 * cell)) & 15) == 0
    return empty


@compiled("void(i8,i8,i8)")
def poll(block: int, nodes: int, stride: int) -> None:
    """Stops the search when its nodes or its time are used up; else the next look is `stride` nodes later."""
    if nodes >= get64(block, at.LIMIT) or now(block + 8 * at.CLOCK) >= get64(block, at.DEADLINE):
        put64(block, at.STOPPED, 1)
    put64(block, at.POLL, min(nodes + stride, max(get64(block, at.LIMIT), nodes + 1)))


@part
def promise(block: int, after: int, before: int) -> int:
    """What a slid board is worth at first sight; NONE where the move does nothing."""
    return judged(block, after) if after != before else NONE


@compiled("i8(i8,i8,i8)")
def chance(block: int, board: int, fuel: int) -> int:  # noqa: C901, PLR0912 - in one piece: four calls less a ply
    """The worth of a slid board, averaged over the tiles that may spawn on it."""
    if get64(block, at.STOPPED):
        return 0
    down, death = turned(board), get64(block, at.DEATH)
    key = min(board, down) ^ (death * MIX)
    entry = block + SEEN + (((key * MIX) >> 36) & get64(block, at.SLOTS)) * 16
    if get64(entry, 0) == key:
        known = get64(entry, 1)
        if (known & ROW) >= fuel:
            return known >> 16
    kinds, empty = get64(block, at.KINDS), empties(board)
    nodes = get64(block, at.NODES) + 4 * kinds * empty
    put64(block, at.NODES, nodes)
    if nodes >= get64(block, at.POLL):
        poll(block, nodes, STRIDE)
    deep = 0
    while deep < kinds and fuel >= get64(block, at.COST + at.KIND_COSTS * deep + empty):
        deep += 1
    total = last_ply(block, board, down, deep) if deep < kinds else 0
    left, right = slid(block, board)
    above, below = slid(block, down)
    for cell in range(16 if deep else 0):
        if (board >> (4 * cell)) & 15:
            continue
        row, col = cell >> 2, cell & 3
        for kind in range(deep):
            rank, rest = get64(block, at.RANK + kind), fuel - get64(block, at.COST + at.KIND_COSTS * kind + empty)
            lying, standing = board | (rank << (4 * cell)), down | (rank << (16 * col + 4 * row))
            both = get32(block + SLIDE, (lying >> (16 * row)) & ROW)
            lefts, rights = replaced(left, both, 16 * row), replaced(right, both >> 16, 16 * row)
            both = get32(block + SLIDE, (standing >> (16 * col)) & ROW)
            aboves, belows = replaced(above, both, 16 * col), replaced(below, both >> 16, 16 * col)
            left_worth, right_worth = promise(block, lefts, lying), promise(block, rights, lying)
            above_worth, below_worth = promise(block, aboves, standing), promise(block, belows, standing)
            best_worth = max(left_worth, right_worth, above_worth, below_worth)
            least = max(best_worth - get64(block, at.SLACK) - rest * get64(block, at.SLACK_FUEL), NONE + 1)
            best = death
            if left_worth >= least:
                best = max(best, chance(block, lefts, rest))
            if right_worth >= least:
                best = max(best, chance(block, rights, rest))
            if above_worth >= least:
                best = max(best, chance(block, aboves, rest))
            if below_worth >= least:
                best = max(best, chance(block, belows, rest))
            total += best * get64(block, at.ODDS + kind)
    if get64(block, at.STOPPED):
        return 0
    worth = (total // empty) >> 16
    put64(entry, 0, key)
    put64(entry, 1, (worth << 16) | fuel)
    return worth


@compiled("i8(i8,i8,i8,i8)")
def prospect(block: int, board: int, move: int, fuel: int) -> int:
    """The worth after 0 up, 1 right, 2 down, 3 left; NONE when the move does nothing, which a search with less than no
    fuel only asks.
    """
    before = board if move & 1 else turned(board)
    left, right = slid(block, before)
    after = left if move in (0, 3) else right
    if after == before:
        return NONE
    return chance(block, after, fuel) if fuel >= 0 else 0


@part
def rise(block: int, step: int) -> int:
    """How much more fuel the next search gets; 0 when it would hardly be completed."""
    nodes, limit = get64(block, at.NODES) * GROWTH, get64(block, at.LIMIT)
    if nodes <= limit:
        return step
    return step // 2 if get64(block, at.FILL) and nodes <= 2 * limit else 0


@part
def deepened(  # noqa: PLR0913, PLR0917 - a kernel's own `prospect`, and what its `decide` was asked
    prospect: Callable[[int, int, int, int], int], block: int, board: int, first: int, step: int, last: int
) -> int:
    """The best move, -1 when there is none: a search with `first` fuel, then with `step` more each time until `last` or
    until a limit in the block is reached. A search cut short still counts for the moves that it finished; a move far
    behind in one search is left out of those after it. Ends early when one move is left, or too few nodes for more;
    with FILL, for a search with half a step more.
    """
    choice, legal, more = -1, 0, step
    for move in range(4):
        put64(block, at.REACHED + move, 0)
        if prospect(block, board, move, -1) != NONE:
            choice, legal = move, legal + 1
    least, fuel = NONE, first
    while more and fuel <= last and legal > 1:
        leader, best, legal = -1, NONE, 0
        for turn in range(-1, 4):  # the choice so far, then all others
            move = choice if turn < 0 else turn
            if turn == choice or get64(block, at.REACHED + move) < least:
                continue
            worth = prospect(block, board, move, fuel)
            if get64(block, at.STOPPED):
                return choice if leader < 0 else leader
            if worth == NONE:
                continue
            put64(block, at.REACHED + move, worth)
            legal += 1
            if worth > best:
                leader, best = move, worth
        choice, least = leader, best - get64(block, at.BEHIND)
        put64(block, at.FUEL, fuel)
        put64(block, at.WORTH, best)
        more = rise(block, step)
        fuel += more
    return choice


@compiled("i8(i8,i8,i8,i8,i8)")
def decide(block: int, board: int, first: int, step: int, last: int) -> int:
    """What `deepened` says, with a dead board's worth set for the board at hand."""
    value = judged(block, board)
    risk = get64(block, at.RISK)
    if abs(value - get64(block, at.DEATH) - risk) > risk // 2:
        put64(block, at.DEATH, value - risk)
    return deepened(prospect, block, board, first, step, last)
