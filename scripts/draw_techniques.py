#!/usr/bin/env python3
"""The guide's pages on techniques: an example of each, drawn, and what the coach says of it.

draw_techniques.py            writes them anew
draw_techniques.py --check    says which differ from what it would write
The examples are those of tests/corpus/sudoku/techniques.tsv: name, board, candidates that are gone, what follows.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator
from html import escape
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "daemon"))
from gridpilot import guide
from gridpilot.games.sudoku.grid import NINE, parse
from gridpilot.games.sudoku.techniques import ladder
from gridpilot.games.sudoku.techniques.layout import bits
from gridpilot.games.sudoku.techniques.position import Position, position
from gridpilot.games.sudoku.techniques.step import Step
from gridpilot.texts import technique_words

ROOT = Path(__file__).resolve().parent.parent
EXAMPLES = ROOT / "tests" / "corpus" / "sudoku" / "techniques.tsv"
FOLDER = guide.page().parent
INDEX = guide.page("techniques")
LIST = re.compile(r"(?<=<!-- techniques -->\n).*(?= *<!-- end -->)", re.DOTALL)
CELL, EDGE, LABEL = 48, 3, 22  # units of the drawing
SMALL = 15  # of a candidate, from one to the next


def example(row: str) -> tuple[Position, Step]:
    name, board, gone, told = row.split("\t")
    where = position(parse(board), NINE).after((), candidates(gone))
    every = (step for _, finder in ladder.LADDER for step in finder(where) if step.technique == name)
    return where, next(step for step in every if {*step.places, *step.removes} == {*candidates(told)})


def candidates(text: str) -> list[tuple[int, int]]:
    told = re.findall(r"r(\d)c(\d)(?:=|<>)(\d)", text)
    return [(9 * int(row) + int(column) - 10, int(digit)) for row, column, digit in told]


def corner(cell: int) -> tuple[int, int]:
    return LABEL + cell % 9 * CELL, LABEL + cell // 9 * CELL


def drawing(where: Position, step: Step) -> Iterator[str]:
    """Digits, and of the other cells the candidates that the step speaks of; of the cells of its pattern all."""
    side = LABEL + 9 * CELL + EDGE
    yield f'<svg class="board" viewBox="0 0 {side} {side}" role="img" aria-label="The example that is told below">'
    for house in step.houses:
        yield from outlines(house, where)
    for kind, cells in (("pattern", step.cells), ("other", step.also)):
        yield from (f'<rect class="{kind}" {box(cell)}/>' for cell in cells)
    for line in range(10):
        at, kind = LABEL + line * CELL, "thick" if line % 3 == 0 else "thin"
        end = LABEL + 9 * CELL
        yield f'<path class="{kind}" d="M{LABEL} {at}H{end}M{at} {LABEL}V{end}"/>'
    for line in range(9):
        at = LABEL + line * CELL + CELL // 2
        yield f'<text class="label" x="{LABEL - 12}" y="{at}">{line + 1}</text>'
        yield f'<text class="label" x="{at}" y="{LABEL - 12}">{line + 1}</text>'
    for cell, digit in enumerate(where.board):
        x, y = corner(cell)
        if digit:
            yield f'<text class="digit" x="{x + CELL // 2}" y="{y + CELL // 2}">{digit}</text>'
        else:
            yield from small(cell, where, step)
    yield "</svg>"


def small(cell: int, where: Position, step: Step) -> Iterator[str]:
    whole = cell in {*step.cells, *step.also, *(each for each, _ in step.candidates)}
    spoken = {*step.digits, *step.extra, *(digit for _, digit in (*step.removes, *step.places))}
    pattern = {*step.candidates} | {(at, link.digit) for link in step.links for at in bits(link.start)}
    pattern |= {(at, link.other) for link in step.links for at in bits(link.end)}
    for digit in bits(where.cells[cell]):
        kind = "candidate"
        if (cell, digit) in step.removes:
            kind = "removed"
        elif (cell, digit) in step.places:
            kind = "placed"
        elif (cell, digit) in pattern:
            kind = "meant"
        elif not whole and digit not in spoken:
            continue
        x, y = (start + CELL // 2 + SMALL * apart for start, apart in zip(corner(cell), offset(digit), strict=True))
        yield f'<text class="{kind}" x="{x}" y="{y}">{digit}</text>'
        if kind == "removed":
            yield f'<path class="strike" d="M{x - 6} {y + 5}L{x + 6} {y - 5}"/>'


def offset(digit: int) -> tuple[int, int]:
    return (digit - 1) % 3 - 1, (digit - 1) // 3 - 1


def box(cell: int) -> str:
    x, y = corner(cell)
    return f'x="{x}" y="{y}" width="{CELL}" height="{CELL}"'


def outlines(house: int, where: Position) -> Iterator[str]:
    cells = where.layout.houses[house]
    (x0, y0), (x1, y1) = corner(cells[0]), corner(cells[-1])
    yield f'<rect class="house" x="{x0}" y="{y0}" width="{x1 - x0 + CELL}" height="{y1 - y0 + CELL}"/>'


def page(step: Step, picture: str) -> str:
    name = technique_words.name(step.technique)
    title = name[:1].upper() + name[1:]
    why = technique_words.why(step, NINE).split("). ", 1)[1]
    rated = f"Rated {ladder.TECHNIQUES[step.technique]:.1f} at its easiest."
    return f"""<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>gridpilot: {escape(name)}</title>
    <link rel="stylesheet" href="../guide.css">
  </head>
  <body>
    <nav aria-label="Pages of this guide">
{navigation()}
    </nav>
    <main>
      <h1>{escape(title)}</h1>
      <p class="muted">{rated} All <a href="../techniques.html">techniques</a>.</p>
      <figure>
{picture}
        <figcaption>Of cells outside the pattern only the candidates that matter are shown.</figcaption>
      </figure>
      <h2>Where to look</h2>
      <p>{escape(technique_words.where(step, NINE))}</p>
      <h2>Why</h2>
      <p>{escape(why)}</p>
      <h2>What follows</h2>
      <p>{escape(technique_words.what(step, NINE))}</p>
    </main>
  </body>
</html>
"""


def navigation() -> str:
    """That of the guide's other pages, from one folder below."""
    found = re.findall(r'<a href="([^"]+)"[^>]*>([^<]+)</a>', INDEX.read_text("utf-8").split("</nav>")[0])
    return "\n".join(f'      <a href="../{link}">{text}</a>' for link, text in found)


def pages() -> dict[Path, str]:
    rows = EXAMPLES.read_text("ascii").splitlines()
    made, lines = {}, []
    for where, step in map(example, rows):
        picture = f"        {''.join(drawing(where, step))}"  # on one line: nobody reads it
        made[FOLDER / "techniques" / f"{step.technique}.html"] = page(step, picture)
        name, rating = technique_words.name(step.technique), ladder.TECHNIQUES[step.technique]
        link = f'<a href="techniques/{step.technique}.html">{escape(name)}</a>'
        lines.append(f"        <tr><td>{rating:.1f}</td><td>{link}</td></tr>\n")
    made[INDEX] = LIST.sub(lambda _: "".join(lines), INDEX.read_text("utf-8"))
    return made


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true")
    made = pages()
    if parser.parse_args().check:
        stale = [path.name for path, text in made.items() if not path.exists() or path.read_text("utf-8") != text]
        print(*stale, sep="\n")
        return bool(stale)
    for path, text in made.items():
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, "utf-8")
    print(f"{len(made)} pages")
    return 0


if __name__ == "__main__":
    sys.exit(main())
