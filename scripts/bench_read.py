#!/usr/bin/env python3
"""How well sudoku boards on screens are read, in fonts the net has never seen: the figures the reader is held to.

Boards and windows are rendered from a seed (render_boards.py), so that two versions of the reader can be compared. A
board is *typed* when the rules allow it (`decide`), whatever the reader made of it; typed although misread is the
fault that must not happen. Boards under a popup or cut off by the window are counted apart: nothing of what they hide
can be read, so all that counts is that nothing is typed. Times are CPU time of one thread.

    bench_read.py                               300 boards and 170 other windows of the tune part
    bench_read.py --part test --seed 99         the locked part: look at the figures, never at the boards
    bench_read.py --sheet FOLDER                pictures of the misses, one sheet for each class
    bench_read.py --compare 10                  the same boards read by Tesseract and by templates
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter, defaultdict
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import cv2
import numpy as np
from render_boards import Sample, board, held_out_faces, other

from gridpilot.capture import Capture
from gridpilot.games.sudoku import reader
from gridpilot.games.sudoku.game import Sudoku
from gridpilot.geometry import Rect, View
from gridpilot.outcome import Ending
from gridpilot.reading import Kind
from gridpilot.vision import digitnet

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from glyph_painter import Face

    from gridpilot.reading import Reading

NEAR = 0.12  # of a cell: how far a cell's middle may be from where it was drawn
SHOWN = 30  # pictures on a sheet
SIDE = 360


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of one board. `typed`: the rules allowed it; `exact`: as read; `final`: no cell wrong that the reader
    claims to know, after the rules' repairs.
    """

    found: bool
    exact: bool = False
    final: bool = False
    typed: bool = False
    wrong_solution: bool = False
    ending: str = ""
    cells: int = 0  # digits misread
    cpu: float = 0.0
    note: str = ""

    @property
    def miss(self) -> str:
        """The class of fault, empty where all went well."""
        if self.typed and (not self.final or self.wrong_solution):
            return "typed-misread"
        if not self.found:
            return "not-found"
        if not self.exact:
            return "misread"
        return self.ending if not self.typed else ""


def capture(pixels: np.ndarray) -> Capture:
    height, width = pixels.shape[:2]
    return Capture(pixels, View(Rect(0, 0, width, height), width, height))


def judge(sample: Sample) -> Verdict:
    view = capture(sample.pixels)
    start = time.process_time()
    reading = reader.read(view)
    cpu = (time.process_time() - start) * 1000
    if reading is None:
        return Verdict(found=False, cpu=cpu)
    decision = Sudoku().decide(reading)
    typed = decision.ending is None
    values = sample.position.values
    wrong = [i for i, cell in enumerate(reading.cells) if reading.size == sample.look.size and cell.value != values[i]]
    names = (
        f"{reading.cells[i].kind} {values[i]}->{reading.cells[i].value} {reading.cells[i].confidence:.4f}"
        for i in wrong
    )
    doubts = (f"{c} {reading.at(c).kind} {reading.at(c).value}? {reading.at(c).confidence:.3f}" for c in reading.doubts)
    return Verdict(
        found=placed(reading, sample),
        exact=reading.board == values,
        final=sound(decision.reading, values),
        typed=typed,
        wrong_solution=typed and decision.solution != sample.position.solution,
        ending=decision.ending.value if decision.ending else "",
        cells=len(wrong),
        cpu=cpu,
        note="; ".join([*names, *doubts][:6]),
    )


def sound(reading: Reading, values: Sequence[int]) -> bool:
    """Whether every cell that the reading claims to know is right; one named unknown the rules may have settled."""
    known = zip(reading.cells, values, strict=False)
    return len(reading.cells) == len(values) and all(c.value == v or c.kind is Kind.UNKNOWN for c, v in known)


def placed(reading: Reading, sample: Sample) -> bool:
    """Whether these are the board's cells."""
    if reading.size != sample.look.size:
        return False
    for index, box in enumerate(reading.boxes):
        row, col = divmod(index, reading.size)
        (x0, x1), (y0, y1) = sample.columns[col], sample.rows[row]
        across, down = abs((box.x0 + box.x1 - x0 - x1) / 2), abs((box.y0 + box.y1 - y0 - y1) / 2)
        if across > NEAR * (x1 - x0) or down > NEAR * (y1 - y0):
            return False
    return True


class Tally:
    """Counts, and the pictures of what went wrong."""

    def __init__(self, keep: bool) -> None:
        self.keep = keep
        self.plain: list[tuple[Sample, Verdict]] = []
        self.covered: list[Verdict] = []
        self.pictures: dict[str, list[tuple[str, np.ndarray]]] = defaultdict(list)

    def add(self, sample: Sample, verdict: Verdict) -> None:
        hidden = sample.look.cover != "none"
        miss = verdict.miss if not hidden else f"hidden-{verdict.miss}" if verdict.miss == "typed-misread" else ""
        if miss == Ending.UNSOLVABLE and sample.position.errors:
            miss = ""  # right: the user's slip is shown, not typed over
        if miss == Ending.NO_BOARD and sample.look.size != 9:
            miss = ""  # read, but the solver's size is nine
        if miss:
            traits = " ".join(sample.look.traits().values())
            print(f"{miss:14} {sample.number:5} {traits} | {verdict.note}", flush=True)
            self.show(miss, f"{sample.number}", sample.pixels)
        if hidden:
            self.covered.append(verdict)
        else:
            light = Sample(
                sample.number, sample.pixels[:1, :1], sample.look, sample.position, sample.columns, sample.rows
            )
            self.plain.append((light, verdict))

    def show(self, miss: str, caption: str, pixels: np.ndarray) -> None:
        if self.keep and len(self.pictures[miss]) < SHOWN:
            scale = SIDE / max(pixels.shape[:2])
            self.pictures[miss].append(
                (caption, cv2.resize(pixels, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA))
            )

    def sheets(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        for miss, pictures in self.pictures.items():
            tiles = np.full((-(-len(pictures) // 6), 6, SIDE + 16, SIDE, 3), 128, np.uint8)
            for place, (caption, picture) in enumerate(pictures):
                tile = tiles[divmod(place, 6)]
                tile[: picture.shape[0], : picture.shape[1]] = picture
                cv2.putText(tile, caption, (4, SIDE + 12), cv2.FONT_HERSHEY_SIMPLEX, 0.45, (0, 0, 255))
            sheet = tiles.transpose(0, 2, 1, 3, 4).reshape(-1, 6 * SIDE, 3)
            cv2.imwrite(str(folder / f"{miss}.png"), sheet)


def share(part: int, whole: int) -> str:
    return f"{part} of {whole}" + (f" ({100 * part / whole:.2f} %)" if whole else "")


def report(tally: Tally) -> None:
    plain = tally.plain
    found = [(s, v) for s, v in plain if v.found]
    nine = [(s, v) for s, v in found if s.look.size == 9]
    solvable = [(s, v) for s, v in nine if not s.position.errors]
    digits = sum(sum(value > 0 for value in s.position.values) for s, _ in found)
    every = [v for _, v in plain] + tally.covered
    print(f"boards found, all styles          {share(len(found), len(plain))}")
    print(f"9x9 read exactly, of those found  {share(sum(v.exact for _, v in nine), len(nine))}")
    print(f"  after the rules' repairs        {share(sum(v.exact or v.final for _, v in nine), len(nine))}")
    cells = sum(s.look.size**2 for s, _ in found)
    print(f"cells misread, of boards found    {share(sum(v.cells for _, v in found), cells)}; {digits} digits on them")
    small = [(s, v) for s, v in plain if s.look.size != 9]
    print(f"4x4 and 6x6 read exactly          {share(sum(v.found and v.exact for _, v in small), len(small))}")
    print(f"typed although misread            {share(sum(v.typed and not v.final for _, v in plain), len(plain))}")
    print(
        f"typed a wrong solution            {share(sum(v.wrong_solution for v in every), len(every))} (hidden ones too)"
    )
    print(f"hidden in part: nothing typed     {share(sum(not v.typed for v in tally.covered), len(tally.covered))}")
    right = [v for _, v in solvable if v.exact]
    print(f"ready, of the right readings      {share(sum(v.typed for v in right), len(right))}")
    print(f"CPU ms, detect + read             {spread([v.cpu for v in every])}")


def spread(numbers: Sequence[float]) -> str:
    return f"median {np.median(numbers):.1f}, 95 % {np.percentile(numbers, 95):.1f}"


def by_trait(plain: Iterable[tuple[Sample, Verdict]]) -> None:
    """What share of boards of each class was found, read exactly, and typed."""
    counts: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for sample, verdict in plain:
        for pair in sample.look.traits().items():
            counts[pair].update(n=1, found=verdict.found, exact=verdict.found and verdict.exact, typed=verdict.typed)
    print(f"\n{'':34}{'boards':>8}{'found':>9}{'exact':>9}{'typed':>9}   (typed: 9x9 without slips only can be)")
    for (trait, value), count in sorted(counts.items()):
        cells = "".join(f"{100 * count[key] / count['n']:8.1f}%" for key in ("found", "exact", "typed"))
        print(f"{trait + ' ' + value:34}{count['n']:8}{cells}")


def other_windows(part: str, seed: int, count: int, faces: Sequence[Face], tally: Tally) -> None:
    taken: Counter[str] = Counter()
    typed = 0
    for number in range(count):
        kind, pixels = other(part, seed, number, faces)
        reading = reader.read(capture(pixels))
        if reading is not None:
            taken[kind] += 1
            decision = Sudoku().decide(reading)
            typed += decision.ending is None
            print(f"{'false-board':14} {number:5} {kind} {reading.size} {''.join(map(str, reading.board))}", flush=True)
            tally.show("false-board", f"{number} {kind}", pixels)
    print(f"windows without a board taken for one  {share(taken.total(), count)} {dict(taken)}; typed into {typed}")


def times(part: str, seed: int, faces: Sequence[Face]) -> None:
    """Detection and reading in one window that fills the screen."""
    for size in ((1920, 1080), (3840, 2160)):
        spent = []
        for number in range(20):
            view = capture(board(part, seed, 500_000 + number, faces, size).pixels)
            start = time.process_time()
            reader.read(view)
            spent.append((time.process_time() - start) * 1000)
        print(f"CPU ms {size[0]} x {size[1]:4}               {spread(spent)}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--part", choices=["tune", "test"], default="tune")
    parser.add_argument("--boards", type=int, default=300)
    parser.add_argument("--first", type=int, default=0, help="number of the first board")
    parser.add_argument("--none", type=int, default=170, help="windows without a board")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--sheet", type=Path, help="folder for contact sheets of the misses")
    parser.add_argument("--traits", action="store_true", help="the figures of every class of look")
    parser.add_argument("--compare", type=int, default=0, metavar="N", help="N boards by the rivals, too")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    digitnet.warm()
    faces = held_out_faces(args.part)
    tally = Tally(keep=args.sheet is not None)
    for number in range(args.first, args.first + args.boards):
        sample = board(args.part, args.seed, number, faces)
        tally.add(sample, judge(sample))
    if tally.plain:
        report(tally)
    if args.none:
        other_windows(args.part, args.seed, args.none, faces, tally)
    if args.boards:
        times(args.part, args.seed, faces)
    if args.traits:
        by_trait(tally.plain)
    if args.compare:
        from read_rivals import compare

        compare(
            [board(args.part, args.seed, number, faces) for number in range(args.compare)], lambda s: judge(s).exact
        )
    if args.sheet:
        tally.sheets(args.sheet)


if __name__ == "__main__":
    sys.exit(main())
