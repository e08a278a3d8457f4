#!/usr/bin/env python3
"""Trains the value network for 2048 by self-play: an n-tuple network, temporal differences on slid boards.

    train_2048.py --out FOLDER --minutes 60 --threads 2    from nothing, or on from FOLDER's checkpoint with --resume
    train_2048.py --out FOLDER --minutes 8 --by nvcc       the same on a GPU; --by c++ tries that program on a processor
    train_2048.py --export FOLDER --megabytes 29.4         packs the file that is shipped (engines/network.py)
    train_2048.py --curve FOLDER/log.jsonl                 draws the learning curve, trains nothing

The network is that of engines/tuples.py. After each game its slid boards are visited from the last to the first; each
weight moves by its own rate, |sum of its errors| / sum of their sizes ("temporal coherence", Beal and Smith 1999;
Jaskowski 2016), towards the lambda-return. A game ends with its stage: lost, or with the first board of the next stage,
which is worth what the network says ("multi-stage", Yeh and others 2016). That board is kept, and games of the next
stage begin on such boards. A lost game of the first stage is taken up again in its middle, and again in the middle of
what followed, as long as that was 1000 moves long: late boards, on which games die, are met as often as early ones.

A stage that begins with weights of 0 promises nothing, so the stage before it learns to keep out of it. Therefore the
first two stages are one for the first third of a run (MERGED), then the second begins with a copy of the first; the
other two promise from the start what such boards are worth in the end (PROMISED). The log tells what the network
promised in the mean before and after the moves by which games came from a stage into the next: where the two differ,
the search hurries into the next stage or keeps out of it. It also tells of whole games by one look ahead, from which
nothing is learnt; these are the curve.

train_2048_cpu.py plays and learns on processor cores, a million moves a second on each. train_2048_gpu.py does it on
a GPU with 6 GB of memory; with --by c++ 0.4 million on one core. nvcc is needed to compile it, or a library that was
compiled in FOLDER elsewhere. On an H200 it learns 173 million moves a second. The shipped network was trained by an
earlier form, which moves weights bit for bit alike on a processor and comes through the stages as often on a GPU.

The folder holds the checkpoint as raw files (4.8 GB) and log.jsonl. A seed fixes all games as long as one thread plays
them and the changes of a run, which the clock tells, come after the same number of moves.
"""

from __future__ import annotations

import argparse
import json
import signal
import sys
import time
from bisect import bisect_left
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from gridpilot.games.twenty48.engines import network
from gridpilot.games.twenty48.engines.tuples import BASES, GROUP, GROUPS, STAGES, WEIGHTS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from train_2048_cpu import Cores
    from train_2048_gpu import Gpu

COUNTED = "moves", "games", "points", "through", "before", "after"
"""What is counted of each stage: moves; of games that were not taken up again these, their points, those that came
through the stage, and of these what the network promised before and after the move by which they did.
"""
MERGED = 1 / 3
SHARES_MERGED, SHARES = (0.76, 0.0, 0.12, 0.12), (0.4, 0.2, 0.2, 0.2)
"""Of the moves, in games that begin in each stage."""

PROMISED = 0, 0, 90_000, 80_000
PACES = (0.75, 1.0), (0.9, 0.3), (1.0, 0.1)
"""Until which part of a run's time each weight moves by how much of its own rate. In the shipped network's training
whole games had 292,000 points just before the pace first fell, and 305,000 half a minute later.
"""
WHOLE_SECONDS = 30
CHECKPOINT_SECONDS = 600
FILES = (("weights.f32", 1), ("errors.f32", 2))
"""Of the checkpoint, with 32-bit numbers of each weight: itself; the sum of its errors and the sum of their sizes."""

UNIT, COARSEST = 8, 12
"""How a weight is rounded for the shipped file: points that a unit is worth, and the largest power of two of units that
is its grain.
"""
EIGHTHS = [power / 8 for power in range(8 * 10, 8 * 20)]
"""--coarse, as far as --megabytes tries it. One for all stages: the grain then costs each of them as much for the bytes
that it saves. A trained network of 73 thousand million moves had 309,900 points by one look ahead, as a file with 2 to
the 17.4 (29.4 MB) 282,000, and in 50.1 MB 309,500 (4,224 games each, standard error 2,000).
"""


class Run:
    """Its state, its checkpoint and its log. `trainer` holds the weights, their errors and the games."""

    def __init__(self, folder: Path, trainer: Cores | Gpu, seed: int) -> None:
        self.folder, self.trainer, self.seed = folder, trainer, seed
        self.state: dict[str, Any] = {"moves": 0, "games": 0, "seconds": 0.0, "merged": True}

    def begin(self) -> None:
        """Begins from nothing."""
        (self.folder / "log.jsonl").unlink(missing_ok=True)
        for points, groups, base, size in zip(PROMISED, GROUPS, BASES, WEIGHTS, strict=False):
            weights = np.full(GROUP, points / (8 * groups), np.float32)
            for at in range(base, base + size if points else base, GROUP):
                self.trainer.put(at, weights, np.zeros((GROUP, 2), np.float32))

    def load(self) -> None:
        """Goes on from the checkpoint."""
        self.state = json.loads((self.folder / "state.json").read_text())
        for at in range(0, BASES[-1], GROUP):
            weights, errors = (read(self.folder / name, numbers, at) for name, numbers in FILES)
            self.trainer.put(at, weights, errors.reshape(-1, 2))
        log = self.folder / "log.jsonl"  # what was learnt after the checkpoint is lost, and leaves no line
        lines = [line for line in log.read_text().splitlines() if json.loads(line)["moves"] <= self.state["moves"]]
        log.write_text("".join(f"{line}\n" for line in lines))

    def save(self) -> None:
        with (
            (self.folder / "weights.f32.new").open("wb") as first,
            (self.folder / "errors.f32.new").open("wb") as second,
        ):
            for at in range(0, BASES[-1], GROUP):
                weights, errors = self.trainer.get(at)
                weights.tofile(first)
                errors.tofile(second)
        for name, _ in FILES:
            (self.folder / f"{name}.new").replace(self.folder / name)
        (self.folder / "state.json").write_text(json.dumps(self.state))

    def part(self) -> None:
        """Begins the second stage with what the first has learnt."""
        for at in range(0, WEIGHTS[0], GROUP):
            self.trainer.put(BASES[1] + at, *self.trainer.get(at))
        self.state["merged"] = False
        self.begin_games()

    def begin_games(self) -> None:
        self.trainer.begin_games(self.seeds(0), SHARES_MERGED if self.state["merged"] else SHARES)

    def seeds(self, purpose: int) -> np.ndarray:
        """Others for each purpose after each number of moves."""
        sequence = np.random.SeedSequence([self.seed, self.state["moves"], purpose])
        return sequence.generate_state(self.trainer.count, np.uint64)

    def go_on(self, pace: float) -> None:
        begun = time.monotonic()
        numbers = self.trainer.go_on(self.state["merged"], pace)
        took = time.monotonic() - begun
        stages = numbers[: STAGES * len(COUNTED)].reshape(STAGES, len(COUNTED)).tolist()
        counts = [dict(zip(COUNTED, stage, strict=True)) for stage in stages]
        moves = sum(stage["moves"] for stage in counts)
        self.state["moves"] += moves
        self.state["games"] += counts[0]["games"]
        self.state["seconds"] = round(self.state["seconds"] + took, 1)
        speed = {"pace": pace, "moves_per_second": round(moves / took)}
        self.note({**self.state, **speed, "stages": [described(stage) for stage in counts]})

    def try_out(self) -> None:
        """Plays whole games by one look ahead."""
        numbers = self.trainer.play_whole(self.state["merged"], self.seeds(1))
        counts = dict(zip(COUNTED, numbers.tolist(), strict=False))
        tops, games = numbers[-16:], int(counts["games"])
        shares = {str(1 << rank): round(int(tops[rank:].sum()) / games, 4) for rank in range(10, 16)}
        self.note({"moves": self.state["moves"], "whole": round(counts["points"] / games), "games": games, **shares})

    def note(self, line: dict[str, Any]) -> None:
        with (self.folder / "log.jsonl").open("a") as log:
            log.write(json.dumps(line) + "\n")

    def train(self, seconds: float) -> None:
        """Goes on for that long, or until SIGTERM."""
        stopped: list[int] = []
        signal.signal(signal.SIGTERM, lambda number, _: stopped.append(number))
        begun = tried = saved = time.monotonic()
        self.begin_games()
        while (part := (time.monotonic() - begun) / seconds) < 1 and not stopped:
            if self.state["merged"] and part >= MERGED:
                self.part()
            if time.monotonic() - tried > WHOLE_SECONDS:
                self.try_out()
                tried = time.monotonic()
            self.go_on(next(pace for until, pace in PACES if part < until))
            if time.monotonic() - saved > CHECKPOINT_SECONDS:
                self.save()
                saved = time.monotonic()
        self.try_out()
        self.save()


def read(file: Path, numbers: int, at: int) -> np.ndarray:
    """One group of a checkpoint's file, which has so many numbers of each weight."""
    return np.fromfile(file, np.float32, numbers * GROUP, offset=4 * numbers * at)


def described(stage: dict[str, int]) -> dict[str, float]:
    """What the log says of a stage's counts: the mean of its games, and of what was promised at its end."""
    games, through = max(stage["games"], 1), max(stage["through"], 1)
    return {
        "moves": stage["moves"], "games": stage["games"], "through": round(stage["through"] / games, 4),
        "mean": round(stage["points"] / games),
        "before": round(stage["before"] / through), "after": round(stage["after"] / through),
    }  # fmt: skip


def trained(wish: argparse.Namespace) -> None:
    wish.out.mkdir(parents=True, exist_ok=True)
    run = Run(wish.out, trainer(wish), wish.seed)
    if wish.resume and (wish.out / "state.json").exists():
        run.load()
    else:
        run.begin()
    run.train(60 * wish.minutes)


def trainer(wish: argparse.Namespace) -> Cores | Gpu:
    if wish.by == "numba":
        from train_2048_cpu import Cores

        return Cores(wish.threads)
    from train_2048_gpu import Gpu, library

    return Gpu(library(wish.out, wish.by), wish.slots)


def rounded(weights: np.ndarray, sizes: np.ndarray, coarse: float) -> np.ndarray:
    """Weights in units. A weight's grain is a power of two of units, the coarser the less its errors sum up to: what
    few boards meet counts little. Weights that no board has met are 0.
    """
    grain = np.exp2(np.rint(coarse - np.log2(np.maximum(sizes, 1)) / 2).clip(0, COARSEST)).astype(np.float32)
    limits = np.iinfo(np.int16)
    units = (np.rint(weights / UNIT / grain) * grain).clip(limits.min, limits.max).astype(np.int16)
    units[sizes == 0] = 0
    return units


def packed(folder: Path, coarse: list[float]) -> bytes:
    """The network's file, made of a checkpoint. `coarse`: of each stage, see --coarse."""

    def groups(stage: int) -> Iterator[np.ndarray]:
        for at in range(BASES[stage], BASES[stage + 1], GROUP):
            weights, errors = (read(folder / name, numbers, at) for name, numbers in FILES)
            yield rounded(weights, errors[1::2], coarse[stage])

    stages = [np.concatenate([*groups(stage)]) for stage in range(STAGES)]
    state = json.loads((folder / "state.json").read_text())
    return network.packed(stages, UNIT, {name: round(state[name]) for name in ("moves", "games", "seconds")})


def export(folder: Path, megabytes: float, coarse: list[float] | None, file: Path) -> None:
    """`megabytes`: as coarse as need be for these, where `coarse` does not say."""
    if coarse is None:
        place = bisect_left(EIGHTHS, True, key=lambda power: len(packed(folder, [power] * STAGES)) <= megabytes * 1e6)
        coarse = [EIGHTHS[min(place, len(EIGHTHS) - 1)]] * STAGES
    data = packed(folder, coarse)
    file.write_bytes(data)
    print(f"{file.name}: {len(data) / 1e6:.1f} MB, --coarse {' '.join(map(str, coarse))}")


def draw(log: Path, picture: Path) -> None:
    """The learning curve: of the whole games, the mean score and how many made a 16384 and a 32768, by moves."""
    from PIL import Image, ImageDraw

    spots, moves = [], 0
    for line in map(json.loads, log.read_text().splitlines()):
        moves = line.get("moves", moves)
        if "whole" in line:
            spots.append((moves, line["whole"], line["16384"], line["32768"]))
    width, height, edge = 900, 420, 50
    image = Image.new("RGB", (width, height), "white")
    ink = ImageDraw.Draw(image)
    last, top = spots[-1][0], max(spot[1] for spot in spots)
    for key, most, colour in ((1, top, "#1f5fbf"), (2, 1.0, "#c06010"), (3, 1.0, "#208040")):
        across, up = (width - 2 * edge) / last, (height - 2 * edge) / most
        curve = [(edge + spot[0] * across, height - edge - spot[key] * up) for spot in [(0, 0, 0, 0), *spots]]
        ink.line(curve, fill=colour, width=2)
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
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--by", choices=("numba", "nvcc", "c++"), default="numba")
    parser.add_argument("--threads", type=int, default=1, help="of --by numba")
    parser.add_argument("--slots", type=int, default=132 * 32, help="games at a time of --by nvcc: 32 a multiprocessor")
    parser.add_argument("--export", type=Path, metavar="FOLDER")
    parser.add_argument("--megabytes", type=float, default=29.5, help="the most that the exported file may have")
    parser.add_argument(
        "--coarse", type=float, nargs=STAGES, metavar="POWER",
        help="in place of --megabytes, for each stage: a weight's grain is 2 to this power units, by the root of its "
        "errors' sum",
    )  # fmt: skip
    parser.add_argument("--file", type=Path, default=Path(network.__file__).with_name(network.SHIPPED))
    parser.add_argument("--curve", type=Path, metavar="LOG")
    parser.add_argument("--picture", type=Path, default=Path("curve.png"))
    wish = parser.parse_args()
    if wish.export:
        export(wish.export, wish.megabytes, wish.coarse, wish.file)
    elif wish.curve:
        draw(wish.curve, wish.picture)
    elif wish.out:
        trained(wish)
    else:
        parser.error("give --out FOLDER to train, --export FOLDER to pack, or --curve LOG to draw")
    return 0


if __name__ == "__main__":
    sys.exit(main())
