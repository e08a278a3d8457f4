#!/usr/bin/env python3
"""Trains the value network for 2048 by self-play: an n-tuple network, temporal differences on slid boards.

    train_2048.py --out FOLDER --minutes 60                 from nothing, or on from FOLDER's checkpoint with --resume
    train_2048.py --out FOLDER --shipped                    on from the shipped file, where no checkpoint is left
    train_2048.py --out FOLDER --shipped --keep-early --late 0.6    only the second stage learns
    train_2048.py --curve FOLDER/log.jsonl --picture curve.png      draws the learning curve, trains nothing
    train_2048.py --export FOLDER                          packs the file that is shipped (engines/network.py)

The network is that of engines/tuples.py. After each game its slid boards are visited from the last to the first; each
weight moves by its own rate, |sum of its errors| / sum of their sizes ("temporal coherence", Beal and Smith 1999;
Jaskowski 2016), towards the lambda-return. Weights start at 0: from 5000 each, by which what was never tried looks
better than what was (Guei, Chen, Wu 2021), it took ten times as many moves to a mean of 190,000, where it stayed. A
game that ended is taken up again in its middle, and again in the middle of what followed, as long as that was --restart
moves long: late boards, on which games die, are met as often as early ones. --late of the moves are made in games of
the second stage, which begin on a board where an earlier game had just come to it, and end with their 32768. A game
learns as long as it is in the stage that it began in; what it has then is worth what the network says ("multi-stage",
Yeh and others 2016). Boards that are judged as lowered ones teach nothing.

The folder holds the checkpoint as raw files (1.6 GB) and log.jsonl. Threads share the weights without locks. With one
thread and the same seed a run repeats itself.
"""

from __future__ import annotations

import argparse
import json
import mmap
import signal
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, cast

import numpy as np
from llvmlite import ir
from numba import njit, types
from numba.extending import intrinsic

from gridpilot.games.twenty48.engines import network
from gridpilot.games.twenty48.engines.kernel_4x4 import turned
from gridpilot.games.twenty48.engines.numba_support import get64, part, put64, reader, writer
from gridpilot.games.twenty48.engines.tuples import (
    SHARES,
    STAGES,
    WEIGHTS,
    downgraded,
    flipped,
    group,
    late,
    mirrored,
    row_table,
    stage,
)

LONGEST = 1 << 17  # moves of one game: 65536 is made after some 30,000
LOST = np.float32(-1e30)  # the worth of a move that cannot be made
POOL = 4096  # boards new in the second stage that a thread keeps to begin on
LATE, RANDOM, PLACES, KEPT = 10, 16, 24, 104  # where they begin in a thread's block of numbers
GAME = KEPT + 1 + POOL  # after how many boards were kept, and these
ROOM = 40  # numbers for the places of one board; two boards are at hand at once
RATES = (1024, 2048, 4096, 8192, 16384, 32768)
RATE, SIZES = 1 / 256, 1e9
"""Of weights from the shipped file, whose errors it does not hold: the rate that they begin with, and the sum of their
errors' sizes. Both keep the rates low for long. With 1/32 and 1e6, which is soon outweighed, the first stage's mean
fell from 224,000 to 193,000 and was back after two thousand million moves.
"""
LOG_MOVES = 20_000_000
CHECKPOINT_MINUTES = 10
UNIT, COARSE, COARSEST = 8, 8192, 8
"""How a weight is rounded for the shipped file: points that a unit is worth; units times the root of its errors' sum,
which is the grain; and the grain's largest power of two. At 4.5 G moves the file was 29.6 MB, and playing by it cost
4,400 points a game by the unrounded network's judgement; one grain of 8 units for all made 29.6 MB, too, and cost
69,900. Half the grain: 32.4 MB, 3,800; double: 26.6 MB, 6,200 (150 games of one look ahead each).
"""

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


@compiled
def value(weights: int, board: int) -> float:
    """What the network says of a slid board. `weights`: the address of those of all stages."""
    share = np.float32(1)
    if late(board):
        board = downgraded(board)
        if late(board):
            weights += 4 * WEIGHTS * stage(board)
        else:
            share = np.float32(0.5)
    down = turned(board)
    aside, under = mirrored(board), mirrored(down)
    total = four(weights, board) + four(weights, down)
    total += four(weights, aside) + four(weights, under)
    total += four(weights, flipped(board)) + four(weights, flipped(down))
    return share * (total + (four(weights, flipped(aside)) + four(weights, flipped(under))))


@compiled
def located(weights: int, errors: int, places: int, board: int) -> None:
    """Notes where the weights and errors of a board that is not lowered are, and has them brought near. `places`: room
    for 34 numbers.
    """
    if late(board):
        number = stage(board)
        weights, errors = weights + 4 * WEIGHTS * number, errors + 8 * WEIGHTS * number
    put64(places, SHARES, weights)
    put64(places, SHARES + 1, errors)
    down = turned(board)
    count = 0
    for side in (board, flipped(board), down, flipped(down)):
        for half in (side, mirrored(side)):
            for number in (0, 1, 2, 3):
                place = group(half, number)
                put64(places, count, place)
                ahead(weights, place)
                ahead(errors, 2 * place)
                count += 1


@compiled
def corrected(places: int, target: float) -> float:
    """Moves the weights of a located board towards the target; the board's value after that."""
    weights, errors = get64(places, SHARES), get64(places, SHARES + 1)
    total = np.float32(0)
    for share in range(SHARES):
        total += get_float(weights, get64(places, share))
    error = np.float32(target - total)
    step, size = error / np.float32(SHARES), abs(error)
    total = np.float32(0)
    for share in range(SHARES):
        place = get64(places, share)
        signed, sizes = get_float(errors, 2 * place), get_float(errors, 2 * place + 1)
        rate = abs(signed) / sizes if sizes > 0 else np.float32(1)
        weight = get_float(weights, place) + rate * step
        put_float(weights, place, weight)
        put_float(errors, 2 * place, signed + error)
        put_float(errors, 2 * place + 1, sizes + size)
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
def best_move(weights: int, rows: int, board: int) -> tuple[int, int]:
    """The slid board with the highest points plus value, and the points; 0 when no move is left."""
    down = turned(board)
    left, right, across = slid(rows, board)
    above, below, along = slid(rows, down)
    # All four are judged, moves or not, and compared last: a branch between them would wait for the memory.
    lefts, rights = value(weights, left), value(weights, right)
    aboves, belows = value(weights, above), value(weights, below)
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
def keep(shelf: int, board: int) -> None:
    """Puts a board on the shelf, in the oldest one's place when that is full."""
    came = get64(shelf, 0)
    put64(shelf, 1 + came % POOL, board)
    put64(shelf, 0, came + 1)


@part
def stretch(board: int) -> int:
    """Of a slid board, what learns it: 0, the first stage, 1, the second, 2, none, as it is judged as a lowered one."""
    if not late(board):
        return 0
    lower = downgraded(board)
    return stage(lower) if late(lower) else 2


@compiled
def played(
    weights: int, rows: int, random: int, shelf: int, game: int, board: int, begun_late: bool
) -> tuple[int, int, float, bool, int]:
    """Plays from a board on. A game of the second stage ends with that stage; one from the start ends where the second
    stage begins, and that board is kept. What comes back: the moves; how many of them are of the stretch that the game
    began in; the points to come after these, by the network; whether the game was lost in that stretch; its points.
    """
    begun = 1 if begun_late else 0
    moves, own_moves, target, lost, score, now = 0, 0, np.float32(0), True, 0, begun
    while moves < LONGEST:
        after, gain = best_move(weights, rows, board)
        if after == 0:
            break
        if gain >= 2048:
            now = stretch(after)
        if lost and now != begun:
            target, lost = np.float32(gain) + value(weights, after), False
        put64(game, 2 * moves, after)
        put64(game, 2 * moves + 1, gain)
        moves, score = moves + 1, score + gain
        own_moves += lost
        board = spawned(after, random)
        if now == 1 and not begun_late:
            keep(shelf, after)
        if not lost and (begun_late or now == 1):
            break
    return moves, own_moves, target, lost, score


@compiled
def learn(weights: int, errors: int, places: int, game: int, moves: int, target: float, decay: float) -> None:
    """Moves the weights of a game's slid boards, from the last to the first."""
    if moves:
        located(weights, errors, places + 8 * ROOM * ((moves - 1) & 1), get64(game, 2 * (moves - 1)))
    for step in range(moves - 1, -1, -1):
        if step:
            located(weights, errors, places + 8 * ROOM * ((step - 1) & 1), get64(game, 2 * (step - 1)))
        now = corrected(places + 8 * ROOM * (step & 1), target)
        target = np.float32(get64(game, 2 * step + 1)) + (1 - decay) * now + decay * target


@compiled
def train(
    weights: int,
    errors: int,
    rows: int,
    own: int,
    decay: float,
    restart: int,
    share: int,
    keep_early: bool,
    most: int,
) -> None:
    """Plays and learns for `most` moves or a little more. `share`: of the moves, in 2**31, in games begun late.
    `keep_early`: nothing is learnt by the first stage.

    `own`: the thread's block of numbers: counts, then LATE, RANDOM, PLACES, KEPT and the game at hand, boards and
    points. The counts are moves, whole games, their points, the best score, and games with 1024, 2048 ... 32768; LATE
    has the moves made in games that began late, these games, their points, and those that made their 32768.
    """
    late_ones, random, shelf = own + 8 * LATE, own + 8 * RANDOM, own + 8 * KEPT
    places, game = own + 8 * PLACES, own + 8 * GAME
    start, taken_up, begun_late = 0, False, False
    until = get64(own, 0) + most
    while get64(own, 0) < until:
        board = start
        if not taken_up:
            kept = min(get64(shelf, 0), POOL)
            begun_late = kept > 0 and get64(late_ones, 0) < (get64(own, 0) >> 10) * (share >> 10) >> 11
            board = get64(shelf, 1 + drawn(random) % kept) if begun_late else spawned(0, random)
            board = spawned(board, random)
        moves, own_moves, target, lost, score = played(weights, rows, random, shelf, game, board, begun_late)
        if begun_late or not keep_early:
            learn(weights, errors, places, game, own_moves, target, decay)
        put64(own, 0, get64(own, 0) + moves)
        if begun_late:
            put64(late_ones, 0, get64(late_ones, 0) + moves)
        if begun_late and not taken_up:
            put64(late_ones, 1, get64(late_ones, 1) + 1)
            put64(late_ones, 2, get64(late_ones, 2) + score)
            put64(late_ones, 3, get64(late_ones, 3) + (not lost))
        elif not taken_up:
            top = 0
            for cell in range(16):
                top = max(top, (get64(game, 2 * (moves - 1)) >> (4 * cell)) & 15)
            put64(own, 1, get64(own, 1) + 1)
            put64(own, 2, get64(own, 2) + score)
            put64(own, 3, max(get64(own, 3), score))
            for rank in range(10, top + 1):
                put64(own, 4 + rank - 10, get64(own, 4 + rank - 10) + 1)
        taken_up = lost and 0 < restart <= moves and (begun_late or not keep_early)
        if taken_up:
            start = spawned(get64(game, 2 * (moves // 2)), random)


def the_shipped() -> network.Network:
    found = network.shipped()
    if found is None:
        raise SystemExit("The network's file is not there: --export makes it.")
    return found


def floats(count: int) -> np.ndarray:
    """Zeros, in huge pages where the system has them: weights are looked up all over the memory."""
    if not hasattr(mmap, "MADV_HUGEPAGE"):
        return np.zeros(count, np.float32)
    block = mmap.mmap(-1, 4 * count, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    block.madvise(mmap.MADV_HUGEPAGE)
    return np.frombuffer(block, np.float32)


class Run:
    """The weights, their errors and the log of one training run."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.weights = floats(STAGES * WEIGHTS)
        self.errors = floats(2 * STAGES * WEIGHTS)
        self.state: dict[str, Any] = {"moves": 0, "games": 0, "cpu": 0.0}

    def load(self) -> None:
        """Takes up the checkpoint."""
        self.state = json.loads((self.folder / "state.json").read_text())
        for array, name in ((self.weights, "weights.f32"), (self.errors, "errors.f32")):
            array[:] = np.fromfile(self.folder / name, np.float32)
        log = self.folder / "log.jsonl"  # what was learnt after the checkpoint is lost, and leaves no line
        kept_lines = [line for line in log.read_text().splitlines() if json.loads(line)["moves"] <= self.state["moves"]]
        log.write_text("".join(f"{line}\n" for line in kept_lines))

    def take_up_shipped(self) -> None:
        """Begins with the shipped file's weights."""
        shipped = the_shipped()
        for number, table in enumerate(shipped.stages):
            kept = np.unpackbits(table.entries[:, :1].copy().view(np.uint8), bitorder="little").astype(bool)
            self.weights[number * WEIGHTS : (number + 1) * WEIGHTS][kept] = table.numbers[1:] * np.float32(shipped.step)
            errors = self.errors[2 * number * WEIGHTS : 2 * (number + 1) * WEIGHTS]
            errors.reshape(-1, 2)[kept] = RATE * SIZES, SIZES
        self.state |= {name: shipped.facts[name] for name in ("moves", "games", "cpu")}

    def save(self) -> None:
        for array, name in ((self.weights, "weights.f32"), (self.errors, "errors.f32")):
            array.tofile(self.folder / f"{name}.new")
        for name in ("weights.f32", "errors.f32"):
            (self.folder / f"{name}.new").replace(self.folder / name)
        (self.folder / "state.json").write_text(json.dumps(self.state))


def run(wish: argparse.Namespace) -> None:
    wish.out.mkdir(parents=True, exist_ok=True)
    made = Run(wish.out)
    if wish.resume and (wish.out / "state.json").exists():
        made.load()
    elif wish.shipped:
        made.take_up_shipped()
    rows = row_table()
    weights, errors = made.weights.ctypes.data, made.errors.ctypes.data
    seeds = np.random.SeedSequence([wish.seed, made.state["moves"]]).generate_state(wish.threads, np.uint32)
    own = np.zeros((wish.threads, GAME + 2 * LONGEST), np.int64)
    own[:, RANDOM] = seeds.astype(np.int64) + 1
    until = time.monotonic() + 60 * wish.minutes
    saved = time.monotonic()
    ended: list[int] = []
    signal.signal(signal.SIGTERM, lambda number, _: ended.append(number))
    while time.monotonic() < until and not ended:
        own[:, :RANDOM] = 0
        begun = time.process_time()
        with ThreadPoolExecutor(wish.threads) as threads:
            plays = [
                threads.submit(
                    train, weights, errors, rows.ctypes.data, block.ctypes.data, np.float32(wish.decay), wish.restart,
                    int(wish.late * 2**31), wish.keep_early, LOG_MOVES // wish.threads,
                )
                for block in own
            ]  # fmt: skip
        for play in plays:
            play.result()
        count = own[:, :RANDOM].sum(axis=0)
        took = time.process_time() - begun
        state = made.state
        state["moves"], state["games"] = state["moves"] + int(count[0]), state["games"] + int(count[1])
        state["cpu"] += took
        games = max(int(count[1]), 1)
        line = {
            **{key: round(value, 1) for key, value in state.items()},
            "played": int(count[1]), "mean": round(int(count[2]) / games), "best": int(own[:, 3].max()),
            **{str(tile): round(int(n) / games, 4) for tile, n in zip(RATES, count[4:10], strict=True)},
            "late": int(count[LATE + 1]), "late_mean": round(int(count[LATE + 2]) / max(int(count[LATE + 1]), 1)),
            "late_32768": int(count[LATE + 3]),
            "moves_per_cpu_second": round(int(count[0]) / took),
        }  # fmt: skip
        with (wish.out / "log.jsonl").open("a") as log:
            log.write(json.dumps(line) + "\n")
        if time.monotonic() - saved > 60 * CHECKPOINT_MINUTES:
            made.save()
            saved = time.monotonic()
    made.save()


def export(folder: Path, coarse: float) -> None:
    """Writes the shipped file from the checkpoint. A weight's grain is a power of two of units, the coarser the less
    its errors sum up to: what few boards meet counts little. Weights that no board has met stay out.
    """
    state = json.loads((folder / "state.json").read_text())
    stages = []
    for number in range(STAGES):
        weights = np.fromfile(folder / "weights.f32", np.float32, WEIGHTS, offset=4 * number * WEIGHTS)
        sizes = np.fromfile(folder / "errors.f32", np.float32, 2 * WEIGHTS, offset=8 * number * WEIGHTS)[1::2]
        # What weights of a shipped file began with was met by no board. One that came so far by itself is rounded
        # coarser than it need be: 28.3 MB instead of 46 cost 2.3 % of the mean (scripts/MEASURED.md).
        sizes[sizes >= SIZES] -= SIZES
        learnt = sizes.any()  # a stage that was only asked stays as it was shipped
        grain = np.exp2(np.rint(np.log2(coarse / np.sqrt(np.maximum(sizes, 1)))).clip(0, COARSEST)) if learnt else 1
        limits = np.iinfo(np.int16)
        units = (np.rint(weights / UNIT / grain) * grain).clip(limits.min, limits.max).astype(np.int16)
        units[(sizes == 0) & learnt] = 0
        stages.append(units)
    data = network.packed(stages, UNIT, {name: round(state[name]) for name in ("moves", "games", "cpu")})
    file = Path(network.__file__).with_name(network.SHIPPED)
    file.write_bytes(data)
    print(f"{file.name}: {len(data) / 1e6:.1f} MB, {[np.count_nonzero(units) for units in stages]} weights")


def draw(log: Path, picture: Path) -> None:
    """The learning curve: mean score and share of games with 16384 and 32768, by millions of moves."""
    from PIL import Image, ImageDraw

    lines = [json.loads(line) for line in log.read_text().splitlines()]
    width, height, edge = 900, 420, 50
    image = Image.new("RGB", (width, height), "white")
    ink = ImageDraw.Draw(image)
    last, top = lines[-1]["moves"], max(line["mean"] for line in lines)
    for key, most, colour in (("mean", top, "#1f5fbf"), ("16384", 1.0, "#c06010"), ("32768", 1.0, "#208040")):
        spots = [
            (edge + (width - 2 * edge) * line["moves"] / last, height - edge - (height - 2 * edge) * line[key] / most)
            for line in lines
        ]
        ink.line(spots, fill=colour, width=2)
    ink.rectangle((edge, edge, width - edge, height - edge), outline="#888888")
    legend = f"blue: mean score, up to {top:,} - orange: games with 16384 - green: with 32768 (up to 100 %)"
    ink.text((edge, 15), legend, fill="black")
    ink.text((edge, height - 35), f"0 to {last / 1e6:,.0f} million moves", fill="black")
    image.save(picture)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, help="the folder of the checkpoint and the log")
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--resume", action="store_true")
    parser.add_argument("--shipped", action="store_true", help="begin with the shipped file's weights")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--keep-early", action="store_true", help="the first stage learns nothing")
    parser.add_argument("--decay", type=float, default=0.5, help="lambda")
    parser.add_argument("--restart", type=int, default=1000, help="moves; 0: all games from the start")
    parser.add_argument("--late", type=float, default=0.5, help="the share of moves in games of the second stage")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--curve", type=Path, metavar="LOG")
    parser.add_argument("--picture", type=Path, default=Path("curve.png"))
    parser.add_argument("--export", type=Path, metavar="FOLDER")
    parser.add_argument("--coarse", type=float, default=COARSE, help="see COARSE: larger is smaller")
    wish = parser.parse_args()
    if wish.export:
        export(wish.export, wish.coarse)
    elif wish.curve:
        draw(wish.curve, wish.picture)
    elif wish.out:
        run(wish)
    else:
        parser.error("give --out FOLDER to train, or --curve LOG to draw")
    return 0


if __name__ == "__main__":
    sys.exit(main())
