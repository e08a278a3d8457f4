#!/usr/bin/env python3
"""Solves 2048 on 3 x 3 exactly, for the highest expected score, and writes the book that the program plays it by.

    solve_3x3.py --write [--often 1e-6]     eight minutes of a core and 2 GB

A move keeps the sum of the tiles and a spawn adds to it, so positions fall into *layers* by half their sum: one pass up
finds those that can be reached, one pass down computes what they are worth. 3 x 3 has 48.7 million. A second pass up
tells how often perfect play comes to each: 650,000 of them make 99.9 % of its choices, and a book of 0.6 MB.
"""

from __future__ import annotations

import argparse
import sys
from itertools import permutations, product
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar, cast

import numpy as np
from numba import njit

from gridpilot.games.twenty48.engines import book
from gridpilot.games.twenty48.rules import Rules, lines
from gridpilot.plan import Move

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

    Cells = NDArray[np.int64]
    Keys = NDArray[np.uint32]
    Worths = NDArray[np.float64]
    Moves = NDArray[np.uint8]
    Layer = tuple[Keys, Worths]

Code = TypeVar("Code", bound="Callable[..., Any]")


def compiled(code: Code) -> Code:
    return cast("Code", njit(nogil=True, boundscheck=False)(code))


class Shape(NamedTuple):
    """A board's size, as compiled functions take it."""

    base: int
    weights: Cells
    """[view, cell]: see `book.views`."""
    orders: Cells
    """[move, place]: the cells line by line, each in the order in which the move fills them."""
    lengths: Cells
    """[move]: cells in a line."""

    @classmethod
    def of(cls, rows: int, columns: int) -> Shape:
        ways = [lines(rows, columns, move) for move in Move]
        return cls(
            rows * columns + 2,
            book.views(rows, columns),
            np.array([np.concatenate(way) for way in ways], np.int64),
            np.array([len(way[0]) for way in ways], np.int64),
        )


LEAST_SUM = 2  # the layer of two 2s
FORCED = 4
"""Instead of a move's index: there is none to choose."""


def solve(rows: int, columns: int, odds: tuple[float, float], keep: Callable[[int, Keys, Moves], None]) -> float:
    """The expected score of a new game. `odds` are those of a 2 and of a 4.

    `keep` gets each layer, the largest sum first: half the sum, the positions' keys in ascending order, and for each
    the index in `Move` of the best move on the board of that key, or `FORCED`.
    """
    shape = Shape.of(rows, columns)
    starts = _starts(shape, odds)
    layers = list(_layers(shape, starts, odds))
    worths = [(np.zeros(0, np.uint32), np.zeros(0))] * 2  # of the positions with a sum larger by two, and by four
    mean = 0.0
    while layers:
        states, after = layers.pop()
        worth = _expected(shape, after, worths[0], worths[1], odds)
        values, moves = _best(shape, states, after, worth)
        keep(len(layers) + LEAST_SUM, states, moves)
        worths = [(states, values), worths[0]]
        mean += sum(share * float(values[find(states, key)]) for key, share in starts.get(len(layers), {}).items())
    return mean


def _starts(shape: Shape, odds: tuple[float, float]) -> dict[int, dict[int, float]]:
    """The boards with two tiles by layer (0: two 2s), as keys with their probabilities."""
    pairs = list(permutations(range(shape.weights.shape[1]), 2))
    starts: dict[int, dict[int, float]] = {0: {}, 1: {}, 2: {}}
    for (one, other), (first, p), (second, q) in product(pairs, enumerate(odds), enumerate(odds)):
        key = int(((first + 1) * shape.weights[:, one] + (second + 1) * shape.weights[:, other]).min())
        layer = starts[first + second]
        layer[key] = layer.get(key, 0.0) + p * q / len(pairs)
    return starts


def _layers(
    shape: Shape, starts: dict[int, dict[int, float]], odds: tuple[float, float]
) -> Iterator[tuple[Keys, Keys]]:
    """From the smallest sum on: the positions that a player can meet, and what they can slide to."""
    coming = [[np.array([*keys], np.uint32)] for keys in starts.values()]
    while coming:
        states = np.unique(np.concatenate(coming.pop(0)))
        after = np.unique(_slides(shape, states))
        yield states, after
        for rank, share in enumerate(odds, start=1):
            if share and after.size:
                coming += [[np.zeros(0, np.uint32)] for _ in range(rank - len(coming))]
                coming[rank - 1].append(np.unique(_spawns(shape, after, rank)))


@compiled
def find(keys: Keys, key: int) -> int:
    """The place of a key among ascending ones; of the next larger one where it is missing."""
    low, high = 0, keys.size
    while low < high:
        middle = (low + high) // 2
        if keys[middle] < key:
            low = middle + 1
        else:
            high = middle
    return low


@compiled
def _unpack(shape: Shape, key: int, cells: Cells) -> None:
    for cell in range(cells.size):
        cells[cell] = key % shape.base
        key //= shape.base


@compiled
def _turns(shape: Shape, cells: Cells, keys: Cells) -> int:
    """Writes the keys of the board turned and mirrored in all ways, and returns the least: the position's key."""
    least = 1 << 62
    for turn in range(keys.size):
        key = 0
        for cell in range(cells.size):
            key += cells[cell] * shape.weights[turn, cell]
        keys[turn] = key
        least = min(least, key)
    return least


@compiled
def _slide(shape: Shape, cells: Cells, move: int, slid: Cells) -> int:
    """Slides `cells` to `slid`; the sum of the merged tiles, -1 where nothing moves."""
    order, length = shape.orders[move], shape.lengths[move]
    gained, changed = 0, False
    for start in range(0, order.size, length):
        front, last = start, 0
        for place in range(start, start + length):
            rank = cells[order[place]]
            if rank and rank == last:
                slid[order[front - 1]] = rank + 1
                gained += 2 << rank
                last = 0
                changed = True
            elif rank:
                changed |= front != place
                slid[order[front]] = last = rank
                front += 1
        for place in range(front, start + length):
            slid[order[place]] = 0
    return gained if changed else -1


@compiled
def _slides(shape: Shape, states: Keys) -> Keys:
    """What the positions can slide to, repeated ones included."""
    found = np.empty(4 * states.size, np.uint32)
    count = 0
    cells, slid = np.empty(shape.weights.shape[1], np.int64), np.empty(shape.weights.shape[1], np.int64)
    keys = np.empty(shape.weights.shape[0], np.int64)
    for state in states:
        _unpack(shape, state, cells)
        for move in range(4):
            if _slide(shape, cells, move, slid) >= 0:
                found[count] = _turns(shape, slid, keys)
                count += 1
    return found[:count]


@compiled
def _spawned(shape: Shape, keys: Cells, cell: int, rank: int) -> int:
    """The position's key with one tile more; `keys` are those of the board without it."""
    least = 1 << 62
    for turn in range(keys.size):
        least = min(least, keys[turn] + rank * shape.weights[turn, cell])
    return least


@compiled
def _spawns(shape: Shape, after: Keys, rank: int) -> Keys:
    """The positions that a tile of that rank makes, repeated ones included."""
    found = np.empty(shape.weights.shape[1] * after.size, np.uint32)
    count = 0
    cells, keys = np.empty(shape.weights.shape[1], np.int64), np.empty(shape.weights.shape[0], np.int64)
    for key in after:
        _unpack(shape, key, cells)
        _turns(shape, cells, keys)
        for cell in range(cells.size):
            if not cells[cell]:
                found[count] = _spawned(shape, keys, cell, rank)
                count += 1
    return found[:count]


@compiled
def _expected(shape: Shape, after: Keys, two: Layer, four: Layer, odds: tuple[float, float]) -> Worths:
    """What slid boards are worth: the mean over all spawns of what the layers above say."""
    worths = np.zeros(after.size)
    cells, keys = np.empty(shape.weights.shape[1], np.int64), np.empty(shape.weights.shape[0], np.int64)
    for number in range(after.size):
        _unpack(shape, after[number], cells)
        _turns(shape, cells, keys)
        total, free = 0.0, 0
        for cell in range(cells.size):
            if not cells[cell]:
                free += 1
                if odds[0]:
                    total += odds[0] * two[1][find(two[0], _spawned(shape, keys, cell, 1))]
                if odds[1]:
                    total += odds[1] * four[1][find(four[0], _spawned(shape, keys, cell, 2))]
        worths[number] = total / free
    return worths


@compiled
def _best(shape: Shape, states: Keys, after: Keys, worth: Worths) -> tuple[Worths, Moves]:
    """Each position's expected score from here on, and the move that gets it."""
    values, moves = np.zeros(states.size), np.zeros(states.size, np.uint8)
    cells, slid = np.empty(shape.weights.shape[1], np.int64), np.empty(shape.weights.shape[1], np.int64)
    keys = np.empty(shape.weights.shape[0], np.int64)
    for number in range(states.size):
        _unpack(shape, states[number], cells)
        best, legal = -1.0, 0
        for move in range(4):
            gained = _slide(shape, cells, move, slid)
            if gained >= 0:
                legal += 1
                value = gained + worth[find(after, _turns(shape, slid, keys))]
                if value > best:
                    best = value
                    moves[number] = move
        values[number] = max(best, 0.0)
        if legal < 2:
            moves[number] = FORCED
    return values, moves


def visits(
    rows: int, columns: int, odds: tuple[float, float], best: dict[int, tuple[Keys, Moves]]
) -> dict[int, Worths]:
    """How often perfect play comes to each position of each layer, on average in a game. `best`: what `solve` kept."""
    shape, nothing = Shape.of(rows, columns), (np.zeros(0, np.uint32), np.zeros(0))
    often = {layer: np.zeros(keys.size) for layer, (keys, _) in best.items()}
    for layer, starts in _starts(shape, odds).items():
        for key, share in starts.items():
            often[layer + LEAST_SUM][find(best[layer + LEAST_SUM][0], key)] += share
    for layer in sorted(best):
        above = [(best[it][0], often[it]) if it in best else nothing for it in (layer + 1, layer + 2)]
        _go_on(shape, *best[layer], often[layer], above[0], above[1], odds)
    return often


@compiled
def _go_on(
    shape: Shape, states: Keys, moves: Moves, often: Worths, two: Layer, four: Layer, odds: tuple[float, float]
) -> None:
    """Adds to the layers above how often a spawn leads there."""
    cells, slid = np.empty(shape.weights.shape[1], np.int64), np.empty(shape.weights.shape[1], np.int64)
    keys = np.empty(shape.weights.shape[0], np.int64)
    for number in range(states.size):
        if not often[number]:
            continue
        _unpack(shape, states[number], cells)
        move, last = (0, 3) if moves[number] == FORCED else (moves[number], moves[number])
        while move <= last and _slide(shape, cells, move, slid) < 0:
            move += 1
        if move > last:
            continue
        _turns(shape, slid, keys)
        free = 0
        for cell in range(cells.size):
            free += slid[cell] == 0
        for cell in range(cells.size):
            if not slid[cell]:
                if odds[0]:
                    two[1][find(two[0], _spawned(shape, keys, cell, 1))] += odds[0] * often[number] / free
                if odds[1]:
                    four[1][find(four[0], _spawned(shape, keys, cell, 2))] += odds[1] * often[number] / free


def write(file: Path, rows: int, columns: int, least: float) -> None:
    """Writes the book of the choices that perfect play comes to more often than `least` times a game."""
    (_, first), (_, second) = Rules().spawns
    best: dict[int, tuple[Keys, Moves]] = {}
    mean = solve(rows, columns, (first, second), lambda layer, keys, moves: best.update({layer: (keys, moves)}))
    often = visits(rows, columns, (first, second), best)
    kept = [
        (keys[wanted], moves[wanted])
        for layer, (keys, moves) in best.items()
        for wanted in [(often[layer] > least) & (moves != FORCED)]
    ]
    keys, moves = (np.concatenate(arrays) for arrays in zip(*kept, strict=True))
    order = np.argsort(keys)
    gaps = np.diff(keys[order], prepend=np.uint32(0)).astype("<u4").view(np.uint8).reshape(-1, 4).T
    np.savez_compressed(file, gaps=gaps, moves=moves[order], mean=mean)
    choices = sum(float(often[layer][moves != FORCED].sum()) for layer, (_, moves) in best.items())
    inside = sum(
        float(often[layer][(often[layer] > least) & (moves != FORCED)].sum()) for layer, (_, moves) in best.items()
    )
    print(
        f"{file.name}: {file.stat().st_size / 1e6:.2f} MB, {keys.size} positions, {inside / choices:.2%} of the choices"
    )
    print(f"mean of perfect play: {mean:.1f}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true", required=True)
    parser.add_argument("--often", type=float, default=1e-6, help="positions that a game comes to less often stay out")
    wish = parser.parse_args()
    write(Path(book.__file__).with_name(book.FILE), *book.SIZE, wish.often)
    return 0


if __name__ == "__main__":
    sys.exit(main())
