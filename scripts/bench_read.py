#!/usr/bin/env python3
"""How well boards on screens are read, in fonts the net has never seen: the figures the reader is held to.

Boards and windows are rendered from a seed (render_boards.py), so that two versions of the reader can be compared. A
board is *typed* when the rules allow it (`decide`), whatever the reader made of it; typed although misread is the
fault that must not happen. Boards under a popup or cut off by the window are counted apart: nothing of what they hide
can be read, so all that counts is that nothing is typed. Times are CPU time, of one thread if OMP_NUM_THREADS=1 is
set. Tesseract is not asked.

    bench_read.py                               300 boards and 170 other windows of the tune part
    bench_read.py --part test --seed 99         the locked part: look at the figures, never at the boards
    bench_read.py --misses FOLDER               pictures of the misses, one contact sheet for each class
    bench_read.py --tiles 300                   2048 boards as well
    bench_read.py --compare 60                  the same boards read by Tesseract and by templates
    bench_read.py --boards 0 --none 0 --marks 600          pencil marks of so many boards, by what they are believed
    bench_read.py --boards 0 --none 0 --screens FOLDER    screenshots of real games, with an index.json
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from collections import Counter, defaultdict
from pathlib import Path
from typing import TYPE_CHECKING

import cv2
from board_verdicts import Verdict, capture, fault, judge
from contact_sheet import ContactSheets
from figures import Figures, share, spread
from render_boards import Sample, board, held_out_faces, other

from gridpilot.games.sudoku.game import Sudoku
from gridpilot.games.sudoku.grid import LETTERS, NINE, parse, shape_in
from gridpilot.games.sudoku.reading import mark_digits, reader
from gridpilot.vision import pictures
from gridpilot.vision.glyphs import net

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from glyph_painter import Face

DAEMON = Path(__file__).resolve().parent.parent / "daemon"
READY = """
from gridpilot.games import game
from gridpilot.profiles import bundled
from gridpilot.vision.pictures import load
sudoku = game("sudoku")
sudoku.decide(sudoku.read(load(bundled() / "sudoku" / "practice" / "sample.png")))
"""
"""What a fresh worker does before the first job."""


SURE, PLACED = (0.7, 0.8, 0.95, 0.99), (0.5, 0.8, 0.9, 1.0)
"""Tried beside those that the reader goes by, on the tune part."""


class Tally:
    """What became of every board; without the pictures, of which there would be too many."""

    def __init__(self) -> None:
        self.plain: list[tuple[Sample, Verdict]] = []
        self.covered: list[Verdict] = []
        self.sheets = ContactSheets()

    def add(self, sample: Sample, verdict: Verdict) -> None:
        if miss := fault(sample, verdict):
            traits = " ".join(sample.look.traits().values())
            print(f"{miss:14} {sample.number:5} {traits} | {verdict.note}", flush=True)
            self.sheets.add(miss, str(sample.number), sample.pixels)
        if sample.look.cover != "none":
            self.covered.append(verdict)
        else:
            self.plain.append((sample.without_picture(), verdict))


def rendered(args: argparse.Namespace, faces: Sequence[Face], tally: Tally, figures: Figures) -> None:
    for number in range(args.first, args.first + args.boards):
        sample = board(args.part, args.seed, number, faces)
        tally.add(sample, judge(sample))
    if tally.plain:
        figures.boards(tally.plain, tally.covered)


def by_trait(plain: Iterable[tuple[Sample, Verdict]]) -> None:
    """What share of boards of each class was found, read exactly, and typed."""
    counts: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for sample, verdict in plain:
        for pair in sample.look.traits().items():
            counts[pair].update(n=1, found=verdict.found, exact=verdict.found and verdict.exact, typed=verdict.typed)
    print(f"\n{'':34}{'boards':>8}{'found':>9}{'exact':>9}{'typed':>9}   (typed: boards without slips only can be)")
    for (trait, value), count in sorted(counts.items()):
        cells = "".join(f"{100 * count[key] / count['n']:8.1f}%" for key in ("found", "exact", "typed"))
        print(f"{trait + ' ' + value:34}{count['n']:8}{cells}")


def other_windows(args: argparse.Namespace, faces: Sequence[Face], tally: Tally, figures: Figures) -> None:
    taken: Counter[str] = Counter()
    typed = 0
    for number in range(args.none):
        kind, pixels = other(args.part, args.seed, number, faces)
        reading = reader.read(capture(pixels))
        if reading is not None:
            taken[kind] += 1
            decision = Sudoku().decide(reading)
            typed += decision.ending is None
            print(f"{'false-board':14} {number:5} {kind} {reading.size} {reading.board}", flush=True)
            tally.sheets.add("false-board", f"{number} {kind}", pixels)
    figures.row("windows without a board taken for one", share(taken.total(), args.none))
    figures.note(f"of these typed into: {typed}; by kind: {dict(taken)}")


def tiles(args: argparse.Namespace, figures: Figures) -> None:
    import bench_tiles
    import render_tiles

    count = bench_tiles.Tally()
    faces = render_tiles.faces_of(args.part)
    for number in range(args.tiles):
        drawn = render_tiles.draw(faces, args.seed, number)
        count.add(capture(drawn.pixels), drawn.cols, drawn.values, f"2048 {number} {drawn.words}")
    figures.row("2048 boards exact at first sight", share(count.counts["exact"], args.tiles))
    figures.note(f"2048 ready although misread: {count.counts['READY AND WRONG']}")
    figures.row("2048 later frames", spread(count.later))


def marks(args: argparse.Namespace, faces: Sequence[Face]) -> None:
    """Cells with pencil marks: read rightly, wrongly, or left, by how sure their shapes must be and how many of them
    must stand at their digits' places before places count.
    """
    counts: dict[tuple[float, float], Counter[str]] = defaultdict(Counter)
    usual, boards = (mark_digits.SURE, mark_digits.PLACED), 0
    tried = [*((sure, usual[1]) for sure in SURE), *((usual[0], placed) for placed in PLACED)]
    tried = tried if args.part == "tune" else []
    for number in range(args.first, args.first + args.marks):
        sample = board(args.part, args.seed, 700_000 + number, faces)
        view = capture(sample.pixels)
        reading = reader.read(view) if sample.marks and sample.look.cover == "none" else None
        if reading is None or reading.size != sample.look.size or reading.size > NINE.size:
            continue
        boards += 1
        for sure, placed in (usual, *tried):
            mark_digits.SURE, mark_digits.PLACED = sure, placed
            found = mark_digits.read(view, reading)
            for cell, digits in sample.marks.items():
                verdict = ("right" if found[cell] == digits else "WRONG") if cell in found else "left"
                counts[sure, placed][verdict] += 1
                counts[sure, placed][f"{verdict}, {sample.look.notes}"] += 1
    mark_digits.SURE, mark_digits.PLACED = usual
    print(f"\npencil marks on {boards} boards")
    for (sure, placed), count in counts.items():
        told = ", ".join(f"{name} {count[name]}" for name in sorted(count))
        print(f"sure {sure:5} placed {placed:5}: {told}")


def times(args: argparse.Namespace, faces: Sequence[Face], figures: Figures) -> None:
    """Detection and reading in one window that fills the screen; a worker's start."""
    for size in ((1920, 1080), (3840, 2160)):
        spent = []
        for number in range(20):
            view = capture(board(args.part, args.seed, 500_000 + number, faces, size).pixels)
            start = time.process_time()
            reader.read(view)
            spent.append((time.process_time() - start) * 1000)
        figures.row(f"detect + read, {size[0]}x{size[1]}", spread(spent))
    spent = []
    for _ in range(3):
        before = os.times()
        subprocess.run([sys.executable, "-c", READY], env=os.environ | {"PYTHONPATH": str(DAEMON)}, check=True)
        after = os.times()
        spent.append(after.children_user + after.children_system - before.children_user - before.children_system)
    figures.row("import to ready (worker)", f"{min(spent):.2f} s of CPU")


def screens(folder: Path) -> None:
    """Screenshots of real games: how many are found, read exactly and solved rightly, by game."""
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for entry in json.loads((folder / "index.json").read_text("utf-8")):
        if entry["kind"] != "sudoku":
            continue
        reading = reader.read(pictures.load(folder / entry["file"]))
        decision = Sudoku().decide(reading) if reading else None
        grid = parse(entry["grid"], shape_in(entry["grid"]))
        exact = reading is not None and reading.board == grid
        typed = decision is not None and decision.ending is None
        solved = typed and "".join(LETTERS[digit - 1] for digit in decision.solution) == entry["solution"]
        counts[entry["game"]].update(n=1, found=reading is not None, exact=exact, typed=typed, right=solved)
        if not (exact and solved):
            print(f"{'screen':14} {entry['file']} exact {exact} typed {typed} solved rightly {solved}")
    print("\nscreenshots of real games")
    for game, count in counts.items():
        print(f"{game:20} " + ", ".join(f"{name} {count[name]}" for name in ("n", "found", "exact", "typed", "right")))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--part", choices=["tune", "test"], default="tune")
    parser.add_argument("--boards", type=int, default=300)
    parser.add_argument("--first", type=int, default=0, help="number of the first board")
    parser.add_argument("--none", type=int, default=170, help="windows without a board")
    parser.add_argument("--tiles", type=int, default=0, help="2048 boards")
    parser.add_argument("--marks", type=int, default=0, metavar="N", help="pencil marks of N boards")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--misses", type=Path, metavar="FOLDER", help="contact sheets of the misses")
    parser.add_argument("--traits", action="store_true", help="the figures of every class of look")
    parser.add_argument("--compare", type=int, default=0, metavar="N", help="N boards by the rivals, too")
    parser.add_argument("--screens", type=Path, metavar="FOLDER", help="screenshots of real games")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    net.warm()
    faces = held_out_faces(args.part) if args.boards or args.none or args.compare or args.marks else []
    tally, figures = Tally(), Figures(args.part)
    rendered(args, faces, tally, figures)
    if args.none:
        other_windows(args, faces, tally, figures)
    if args.tiles:
        tiles(args, figures)
    if args.marks:
        marks(args, faces)
    if args.boards:
        times(args, faces, figures)
    if args.compare:
        from read_rivals import compare

        figures.row("ratio to the best Tesseract way", compare(args.part, args.seed, args.compare, faces))
    figures.show()
    if args.traits:
        by_trait(tally.plain)
    if args.screens:
        screens(args.screens)
    if args.misses:
        tally.sheets.write(args.misses)


if __name__ == "__main__":
    sys.exit(main())
