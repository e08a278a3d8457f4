"""The compiled expectimax for boards of any size: what a slid board is worth when chance and the player take turns.

Boards are rows of ranks, one int64 a cell, one row of a stack for each level of the search. Of many empty cells only
some are tried, evenly spread: on an open board the place of a new tile decides little.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from numba import types

from gridpilot.games.twenty48.compiled import now
from gridpilot.games.twenty48.late import compiled_as, compiled_late

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Whole = NDArray[np.int64]
    Real = NDArray[np.float64]


class Ground(NamedTuple):
    """What a search needs to know of a game, and how it is doing."""

    orders: Whole
    """[move, place]: the cells line by line, each in the order in which the move fills them."""
    lengths: Whole
    """[move]: cells in a line."""
    merged: Whole
    """[rank, rank]: the rank of what two tiles become, 0 where they do not merge."""
    spawns: Whole
    """The ranks of the tiles that spawn."""
    odds: Real
    weights: Real
    rise: Real
    """[rank]: how much a line out of order costs by its tiles."""
    weight: Real
    """[rank]: how much a tile costs; two cost more than what they merge into."""
    words: Whole


_WHOLE, _TABLE, _REAL = types.int64[::1], types.int64[:, ::1], types.float64[::1]
GROUND = types.NamedTuple([_TABLE, _WHOLE, _TABLE, _WHOLE, _REAL, _REAL, _REAL, _REAL, _WHOLE], Ground)  # type: ignore[no-untyped-call]

ALIVE, ROOM, PAIR, ORDER, TOTAL = range(5)
"""The weights of a board's worth."""

NODES, POLL, DEADLINE, LIMIT, STOPPED, PLIES, CLOCK = range(7)
WORDS = CLOCK + 2
"""The words of a search's state. NODES: slid boards judged, LIMIT: at most, PLIES: spawns looked ahead."""

STRIDE = 256  # nodes between two looks at the clock: some 50 microseconds
UNLIKELY = 1e-3  # a line of play less probable than that is looked at no further
MOST_FIRST = 8  # empty cells tried, for the next spawn and for those after it
MOST_LATER = 5


@compiled_late
def slide(ground: Ground, board: Whole, move: int, slid: Whole) -> bool:
    """Slides `board` to `slid`; whether anything moved."""
    order, length = ground.orders[move], ground.lengths[move]
    changed = False
    for start in range(0, order.size, length):
        front, last = start, 0
        for place in range(start, start + length):
            rank = board[order[place]]
            if rank == 0:
                continue
            joined = ground.merged[last, rank]
            if joined:
                slid[order[front - 1]] = joined
                last = 0
                changed = True
            else:
                changed |= front != place
                slid[order[front]] = rank
                last = rank
                front += 1
        for place in range(front, start + length):
            slid[order[place]] = 0
    return changed


@compiled_late
def worth(ground: Ground, board: Whole, move: int) -> float:
    """What the lines along `move` are worth: room, pairs, order, and big tiles not spread thin."""
    order, length = ground.orders[move], ground.lengths[move]
    room = pairs = 0
    disorder = total = 0.0
    for start in range(0, order.size, length):
        falls = climbs = 0.0
        last, before = 0, ground.rise[board[order[start]]]
        for place in range(start, start + length):
            rank = board[order[place]]
            total += ground.weight[rank]
            step = ground.rise[rank] - before
            before += step
            falls -= min(step, 0.0)
            climbs += max(step, 0.0)
            if rank:
                pairs += ground.merged[last, rank] > 0
                last = rank
            else:
                room += 1
        disorder += min(falls, climbs)
    weights = ground.weights
    value = weights[ALIVE] * (order.size // length) + weights[ROOM] * room + weights[PAIR] * pairs
    return float(value - weights[ORDER] * disorder - weights[TOTAL] * total)


@compiled_late
def poll(words: Whole) -> None:
    """Stops the search when its nodes or its time are used up."""
    if words[NODES] >= words[POLL]:
        words[POLL] = min(words[NODES] + STRIDE, words[LIMIT])
        words[STOPPED] = words[NODES] >= words[LIMIT] or now(words[CLOCK:].ctypes.data) >= words[DEADLINE]


@compiled_as(types.float64(GROUND, types.int64[:, ::1], types.int64, types.int64, types.float64))
def chance(ground: Ground, stack: Whole, level: int, plies: int, share: float) -> float:
    """The worth of the slid board at that level of the stack, averaged over the tiles that may spawn; a dead one is
    worth 0. `share` is how probable the line of play is.
    """
    board, words = stack[level], ground.words
    if words[STOPPED]:
        return 0.0
    if plies == 0 or share < UNLIKELY:
        words[NODES] += 1
        return worth(ground, board, 0) + worth(ground, board, 1)
    poll(words)
    empty = 0
    for cell in range(board.size):
        empty += board[cell] == 0
    tried = min(empty, MOST_LATER if level else MOST_FIRST)
    total, seen = 0.0, 0
    for cell in range(board.size):
        if board[cell]:
            continue
        seen += 1
        if seen * tried // empty == (seen - 1) * tried // empty:
            continue
        for kind in range(ground.spawns.size):
            board[cell] = ground.spawns[kind]
            best = 0.0
            for move in range(4):
                if slide(ground, board, move, stack[level + 1]):
                    likely = share * ground.odds[kind] / tried
                    best = max(best, chance(ground, stack, level + 1, plies - 1, likely))
            total += ground.odds[kind] * best
        board[cell] = 0
    return total / tried


@compiled_late
def decide(ground: Ground, stack: Whole, position: Whole) -> int:
    """The best move, -1 when there is none: looks one spawn further ahead each time, until the time or the nodes are
    used up. A search cut short counts for the moves that it finished, the best of the search before among them.
    """
    words = ground.words
    choice = -1
    for plies in range(1, len(stack)):
        leader, best = -1, -1.0
        for turn in range(-1, 4):  # the choice so far, then all others
            move = choice if turn < 0 else turn
            if move < 0 or turn == choice or not slide(ground, position, move, stack[0]):
                continue
            if choice < 0:
                choice = move
            value = chance(ground, stack, 0, plies, 1.0)
            if words[STOPPED]:
                return choice if leader < 0 else leader
            if value > best:
                leader, best = move, value
        if leader < 0:
            return -1
        choice = leader
        words[PLIES] = plies
    return choice
