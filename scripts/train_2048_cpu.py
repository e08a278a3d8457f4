"""The games and the learning of train_2048.py on processor cores, compiled by numba. Threads share the weights without
locks.
"""

from __future__ import annotations

import mmap
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, cast

import numpy as np
from compiled_tuples import downgraded, flipped, group, has, mirrored, stage, turned
from llvmlite import ir
from numba import njit, types
from numba.extending import intrinsic
from numba_support import get64, part, put64, reader, writer

from gridpilot.games.twenty48.engines.tuples import BASES, GROUP, GROUPS, STAGES, row_table

DECAY, MOST, RESTART = np.float32(0.5), np.float32(2e9), 1000  # see train_2048.cu, which has the same
LONGEST = 12288
LOST = np.float32(-1e30)  # the worth of a move that cannot be made
ANY = -1  # in place of a stage: the board's own
SHELF = 4096  # boards new in a stage that a thread keeps to begin on
FEW = 256  # with fewer of them no game begins there: what it learnt would be these
MOVES, GAMES, POINTS, THROUGH, BEFORE, AFTER, COUNTS = range(7)
"""Counted of each stage, see train_2048.py."""

TOPS = COUNTS * STAGES
NUMBERS = TOPS + 16
RANDOM = NUMBERS  # where what follows the counts begins in a thread's block of numbers: the state of its random numbers
PLACES = RANDOM + 1
ROOM = 67  # numbers for the places of one board; two boards are at hand at once
SHELVES = PLACES + 2 * ROOM  # of each stage, how many boards were kept, and these
GAME = SHELVES + STAGES * (1 + SHELF)  # the boards of the game at hand, each with the points that made it
ONCE = 20_000_000  # moves learnt between two lines of the log
WHOLE = 64  # games that each thread plays to their end when the network is tried

compiled = njit(nogil=True, boundscheck=False, fastmath=True)


get_float: Callable[[int, int], float] = reader(types.float32, ir.FloatType())
put_float: Callable[[int, int, float], None] = writer(types.float32, ir.FloatType())
"""32 bits."""


@intrinsic
def _ahead(_context: Any, _base: Any, _index: Any) -> Any:
    def generate(target: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        text, number = ir.IntType(8).as_pointer(), ir.IntType(32)
        kind = ir.FunctionType(ir.VoidType(), [text, number, number, number])
        prefetch = builder.module.declare_intrinsic("llvm.prefetch", [text], kind)
        place = builder.inttoptr(arguments[0], ir.FloatType().as_pointer())
        spot = builder.bitcast(builder.gep(place, [arguments[1]]), text)
        builder.call(prefetch, [spot, number(0), number(3), number(1)])
        return target.get_dummy_value()

    return types.void(types.int64, types.int64), generate


ahead = cast("Callable[[int, int], None]", _ahead)
"""(address, index): asks for the index-th float from there to be brought near, and does not wait for it."""


@part
def four(weights: int, board: int) -> float:
    return (get_float(weights, group(board, 0)) + get_float(weights, group(board, 1))) + (
        get_float(weights, group(board, 2)) + get_float(weights, group(board, 3))
    )


@part
def others(weights: int, board: int) -> float:
    return (get_float(weights, group(board, 4)) + get_float(weights, group(board, 5))) + (
        get_float(weights, group(board, 6)) + get_float(weights, group(board, 7))
    )


@compiled
def summed(weights: int, board: int, number: int) -> float:
    """What the weights of a stage say of a slid board. `weights`: the address of those of all stages."""
    weights += 4 * BASES[number]
    down = turned(board)
    aside, under = mirrored(board), mirrored(down)
    total = four(weights, board) + four(weights, down)
    total += four(weights, aside) + four(weights, under)
    total += four(weights, flipped(board)) + four(weights, flipped(down))
    total += four(weights, flipped(aside)) + four(weights, flipped(under))
    if GROUPS[number] == 8:
        total += others(weights, board) + others(weights, down)
        total += others(weights, aside) + others(weights, under)
        total += others(weights, flipped(board)) + others(weights, flipped(down))
        total += others(weights, flipped(aside)) + others(weights, flipped(under))
    return total


@part
def stage_of(board: int, merged: bool) -> int:
    """The stage of a downgraded board. `merged`: the second one is part of the first."""
    number = stage(board)
    return 0 if merged and number == 1 else number


@compiled
def value(weights: int, board: int, merged: bool) -> float:
    """What the network says of a slid board."""
    board = downgraded(board)
    return summed(weights, board, stage_of(board, merged))


@part
def found(weights: int, errors: int, places: int, count: int, place: int) -> None:
    put64(places, count, place)
    ahead(weights, place)
    ahead(errors, 2 * place)


@compiled
def located(weights: int, errors: int, places: int, board: int, number: int) -> None:
    """Notes where the weights of a board of that stage and their errors are, and has them brought near. `places`: room
    for ROOM numbers.
    """
    weights, errors = weights + 4 * BASES[number], errors + 8 * BASES[number]
    put64(places, 0, weights)
    put64(places, 1, errors)
    put64(places, 2, 8 * GROUPS[number])
    down = turned(board)
    count = 3
    for side in (board, flipped(board), down, flipped(down)):
        for half in (side, mirrored(side)):
            found(weights, errors, places, count, group(half, 0))
            found(weights, errors, places, count + 1, group(half, 1))
            found(weights, errors, places, count + 2, group(half, 2))
            found(weights, errors, places, count + 3, group(half, 3))
            if GROUPS[number] == 8:
                found(weights, errors, places, count + 4, group(half, 4))
                found(weights, errors, places, count + 5, group(half, 5))
                found(weights, errors, places, count + 6, group(half, 6))
                found(weights, errors, places, count + 7, group(half, 7))
            count += GROUPS[number]


@compiled
def corrected(places: int, target: float, pace: float) -> float:
    """Moves the weights of a located board towards the target; the board's value after that."""
    weights, errors, shares = get64(places, 0), get64(places, 1), get64(places, 2)
    total = np.float32(0)
    for share in range(3, 3 + shares):
        total += get_float(weights, get64(places, share))
    error = np.float32(target - total)
    step, size = pace * error / np.float32(shares), abs(error)
    total = np.float32(0)
    for share in range(3, 3 + shares):
        place = get64(places, share)
        signed, sizes = get_float(errors, 2 * place), get_float(errors, 2 * place + 1)
        rate = abs(signed) / sizes if sizes > 0 else np.float32(1)
        weight = get_float(weights, place) + rate * step
        fade = np.float32(0.5) if sizes + size > MOST else np.float32(1)
        put_float(weights, place, weight)
        put_float(errors, 2 * place, fade * (signed + error))
        put_float(errors, 2 * place + 1, fade * (sizes + size))
        total += weight
    return total


@part
def drawn(random: int) -> int:
    """xorshift: 31 random bits; the state stands at the address."""
    state = get64(random, 0)
    state ^= state << 13
    state ^= (state >> 7) & 0x01FFFFFFFFFFFFFF
    state ^= state << 17
    put64(random, 0, state)
    return (state >> 32) & 0x7FFFFFFF


@compiled
def spawned(board: int, random: int) -> int:
    """The board with a 2, or once in ten times a 4, in one of its empty cells."""
    taken = board | (board >> 1)
    taken |= taken >> 2
    empty = ~taken & 0x1111111111111111  # a bit for each empty cell
    count = ((empty * 0x1111111111111111) >> 60) & 15 if board else 16
    for _ in range((drawn(random) * count) >> 31):
        empty &= empty - 1
    return board | (empty & -empty) << (drawn(random) % 10 == 0)


@part
def slid(rows: int, board: int) -> tuple[int, int, int]:
    """The board with its rows slid to the left, to the right, and the points of either."""
    a, b = get64(rows, board & 0xFFFF), get64(rows, (board >> 16) & 0xFFFF)
    c, d = get64(rows, (board >> 32) & 0xFFFF), get64(rows, (board >> 48) & 0xFFFF)
    left = (a & 0xFFFF) | (b & 0xFFFF) << 16 | (c & 0xFFFF) << 32 | (d & 0xFFFF) << 48
    right = (a >> 16 & 0xFFFF) | (b >> 16 & 0xFFFF) << 16 | (c >> 16 & 0xFFFF) << 32 | (d >> 16 & 0xFFFF) << 48
    return left, right, (a >> 32) + (b >> 32) + (c >> 32) + (d >> 32)


@compiled
def best_move(weights: int, rows: int, board: int, number: int, merged: bool) -> tuple[int, int]:
    """The slid board with the highest points plus value, and the points; 0 when no move is left. `number`: the stage,
    which only a merge that makes a 2048 or more can end, or ANY.
    """
    down = turned(board)
    left, right, across = slid(rows, board)
    above, below, along = slid(rows, down)
    # All four are judged, moves or not, and compared last: a branch between them would wait for the memory.
    if across < 2048 and number != ANY:
        lefts, rights = summed(weights, left, number), summed(weights, right, number)
    else:
        lefts, rights = value(weights, left, merged), value(weights, right, merged)
    if along < 2048 and number != ANY:
        aboves, belows = summed(weights, above, number), summed(weights, below, number)
    else:
        aboves, belows = value(weights, above, merged), value(weights, below, merged)
    lefts = lefts + np.float32(across) if left != board else LOST
    rights = rights + np.float32(across) if right != board else LOST
    aboves = aboves + np.float32(along) if above != down else LOST
    belows = belows + np.float32(along) if below != down else LOST
    best = max(lefts, rights, aboves, belows)
    if best == LOST:
        return 0, 0
    if best == lefts:
        return left, across
    if best == rights:
        return right, across
    return (above if best == aboves else below), along


@part
def count(own: int, number: int, what: int, more: int) -> None:
    """Adds to what is counted of a stage."""
    place = COUNTS * number + what
    put64(own, place, get64(own, place) + more)


@part
def shelf(own: int, number: int) -> int:
    """The address of the boards that are kept of a stage: their number, then they."""
    return own + 8 * (SHELVES + (1 + SHELF) * number)


@part
def keep(boards: int, board: int) -> None:
    """Puts a board on a shelf, in the oldest one's place when that is full."""
    came = get64(boards, 0)
    put64(boards, 1 + came % SHELF, board)
    put64(boards, 0, came + 1)


@compiled
def played(weights: int, rows: int, own: int, board: int, begun: int, merged: bool) -> tuple[int, float, bool, int]:
    """Plays from a board of a stage to the end of that stage; the board that it ends with is kept for games of the next
    one. What comes back: the moves; the points to come after these, by the network; whether the game was lost; its
    points.
    """
    random, game = own + 8 * RANDOM, own + 8 * GAME
    moves, score = 0, 0
    while moves < LONGEST:
        after, gain = best_move(weights, rows, board, begun, merged)
        if after == 0:
            break
        score += gain
        if gain >= 2048:
            now = STAGES if has(after, 15) else stage_of(after, merged)
            if now != begun:
                if now < STAGES:
                    keep(shelf(own, now), after)
                return moves, np.float32(gain) + value(weights, after, merged), False, score
        put64(game, 2 * moves, after)
        put64(game, 2 * moves + 1, gain)
        moves += 1
        board = spawned(after, random)
    return moves, np.float32(0), True, score


@compiled
def learn(weights: int, errors: int, own: int, number: int, moves: int, target: float, pace: float) -> None:
    """Moves the weights of a stage by a game's slid boards, from the last to the first."""
    places, game = own + 8 * PLACES, own + 8 * GAME
    if moves:
        located(weights, errors, places + 8 * ROOM * ((moves - 1) & 1), get64(game, 2 * (moves - 1)), number)
    for step in range(moves - 1, -1, -1):
        if step:
            located(weights, errors, places + 8 * ROOM * ((step - 1) & 1), get64(game, 2 * (step - 1)), number)
        now = corrected(places + 8 * ROOM * (step & 1), target, pace)
        target = np.float32(get64(game, 2 * step + 1)) + (1 - DECAY) * now + DECAY * target


@compiled
def stage_behind(own: int, shares: int) -> int:
    """The stage whose next game is due: the last one with boards to begin on and less than its share of the moves."""
    total = 0
    for number in range(STAGES):
        total += get64(own, COUNTS * number + MOVES)
    for number in range(STAGES - 1, 0, -1):
        moves = get64(own, COUNTS * number + MOVES)
        if get64(shelf(own, number), 0) >= FEW and moves < (total >> 10) * get64(shares, number):
            return number
    return 0


@compiled
def train(weights: int, errors: int, rows: int, own: int, shares: int, merged: bool, pace: float, most: int) -> None:
    """Plays and learns for `most` moves or a little more. `own`: the address of the thread's block of numbers;
    `shares`: of the stages' shares of the moves, in 1024ths.
    """
    random, game = own + 8 * RANDOM, own + 8 * GAME
    middle, taken_up, begun, total = 0, False, 0, 0
    while total < most:
        board = middle
        if not taken_up:
            begun = stage_behind(own, shares)
            boards = shelf(own, begun)
            board = get64(boards, 1 + drawn(random) % min(get64(boards, 0), SHELF)) if begun else spawned(0, random)
        moves, target, lost, score = played(weights, rows, own, spawned(board, random), begun, merged)
        count(own, begun, MOVES, moves)
        if not taken_up:
            count(own, begun, GAMES, 1)
            count(own, begun, POINTS, score)
        if moves and not lost and not taken_up:
            count(own, begun, THROUGH, 1)
            count(own, begun, BEFORE, int(summed(weights, get64(game, 2 * (moves - 1)), begun)))
            count(own, begun, AFTER, int(target))
        learn(weights, errors, own, begun, moves, target, pace)
        total += moves
        taken_up = lost and begun == 0 and moves >= RESTART
        middle = get64(game, 2 * (moves // 2))


@compiled
def play_whole(weights: int, rows: int, own: int, merged: bool, games: int) -> None:
    """Plays games from their start to their end, and learns nothing from them."""
    random = own + 8 * RANDOM
    for _ in range(games):
        board, after = 0, spawned(0, random)
        while after != 0:
            board = spawned(after, random)
            after, gain = best_move(weights, rows, board, ANY, merged)
            count(own, 0, POINTS, gain)
        top = 0
        for cell in range(16):
            top = max(top, (board >> (4 * cell)) & 15)
        count(own, 0, GAMES, 1)
        put64(own, TOPS + top, get64(own, TOPS + top) + 1)


def floats(*shape: int) -> np.ndarray:
    """Zeros, in huge pages where the system has them: weights are looked up all over the memory."""
    if not hasattr(mmap, "MADV_HUGEPAGE"):
        return np.zeros(shape, np.float32)
    block = mmap.mmap(-1, 4 * int(np.prod(shape)), flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    block.madvise(mmap.MADV_HUGEPAGE)
    return np.frombuffer(block, np.float32).reshape(shape)


class Cores:
    """One game at a time in each of `count` threads. All numbers that come back are counts, see train_2048.py."""

    def __init__(self, count: int) -> None:
        self.count = count
        self.weights, self.errors, self.rows = floats(BASES[-1]), floats(BASES[-1], 2), row_table()
        self.own = np.zeros((count, GAME + 2 * LONGEST), np.int64)

    def put(self, at: int, weights: np.ndarray, errors: np.ndarray) -> None:
        """Of one group: its weights, and of each the sum of its errors and of their sizes."""
        self.weights[at : at + GROUP], self.errors[at : at + GROUP] = weights, errors

    def get(self, at: int) -> tuple[np.ndarray, np.ndarray]:
        return self.weights[at : at + GROUP], self.errors[at : at + GROUP]

    def begin_games(self, seeds: np.ndarray, shares: tuple[float, ...]) -> None:
        """`shares`: of the moves, in games that begin in each stage."""
        self.own[:, RANDOM] = seeds.view(np.int64) | 1
        self.shares = (np.array(shares) * 1024).astype(np.int64)

    def go_on(self, merged: bool, pace: float) -> np.ndarray:
        weights, errors, rows, shares = (of.ctypes.data for of in (self.weights, self.errors, self.rows, self.shares))
        self.own[:, :NUMBERS] = 0

        def play_on(own: int) -> None:
            train(weights, errors, rows, own, shares, merged, np.float32(pace), ONCE // self.count)

        return in_threads(play_on, self.own)

    def play_whole(self, merged: bool, seeds: np.ndarray) -> np.ndarray:
        own = np.zeros((self.count, RANDOM + 1), np.int64)
        own[:, RANDOM] = seeds.view(np.int64) | 1
        weights, rows = self.weights.ctypes.data, self.rows.ctypes.data
        return in_threads(lambda block: play_whole(weights, rows, block, merged, WHOLE), own)


def in_threads(work: Callable[[int], None], own: np.ndarray) -> np.ndarray:
    """The counts of all threads' work, summed. `own`: their blocks of numbers."""
    with ThreadPoolExecutor(len(own)) as threads:
        list(threads.map(work, [block.ctypes.data for block in own]))
    counts: np.ndarray = own[:, :NUMBERS].sum(axis=0)
    return counts
