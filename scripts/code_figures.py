"""How large the package is and how it hangs together: lines, modules, imports, and the files on the walk of a job.

.venv/bin/python scripts/code_figures.py                 of this checkout
.venv/bin/python scripts/code_figures.py --at REV ...    of other states, without the walks
"""

from __future__ import annotations

import argparse
import ast
import io
import subprocess
import sys
import tarfile
import tokenize
from pathlib import Path
from statistics import median
from tempfile import mkdtemp
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import FrameType

ROOT = Path(__file__).parents[1]
PACKAGE = "daemon/gridpilot"
SMALL = 50
NO_CODE = {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER}


def code_lines(source: str) -> int:
    """Lines without blanks, comments and docstrings, those of attributes included."""
    rows: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type not in NO_CODE:
            rows.update(range(token.start[0], token.end[0] + 1))
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            rows.difference_update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    return len(rows)


def sources(at: str) -> dict[str, str]:
    """The modules by their names inside gridpilot; `at`: a revision, empty for the working tree."""
    if not at:
        folder = ROOT / PACKAGE
        return {_name(file.relative_to(folder)): file.read_text("utf-8") for file in sorted(folder.rglob("*.py"))}
    done = subprocess.run(["git", "archive", at, PACKAGE], cwd=ROOT, capture_output=True, check=True)
    with tarfile.open(fileobj=io.BytesIO(done.stdout)) as archive:
        files = {file.name: archive.extractfile(file) for file in archive if file.name.endswith(".py")}
        return {
            _name(Path(name).relative_to(PACKAGE)): opened.read().decode() for name, opened in files.items() if opened
        }


def _name(file: Path) -> str:
    return ".".join(file.with_suffix("").parts).removesuffix(".__init__")


def imports_between(modules: dict[str, str], room: str) -> int:
    """How many pairs of a room's modules there are of which one imports the other."""
    inside = {name for name in modules if name.startswith(f"{room}.")}
    pairs = set()
    for name in inside:
        for node in ast.walk(ast.parse(modules[name])):
            if isinstance(node, ast.ImportFrom) and node.module:
                base = node.module.removeprefix("gridpilot.")
                pairs |= {(name, each) for each in (base, *(f"{base}.{alias.name}" for alias in node.names))}
    return len({pair for pair in pairs if pair[1] in inside})


def walk(job: Callable[[], object]) -> list[str]:
    """The package's files in which a function is called during the job; a first time loads what it needs."""
    files: set[str] = set()

    def called(frame: FrameType, event: str, _argument: object) -> None:
        if event == "call" and PACKAGE in frame.f_code.co_filename and frame.f_code.co_name != "<module>":
            files.add(frame.f_code.co_filename.rpartition(f"{PACKAGE}/")[2])

    job()
    sys.setprofile(called)
    try:
        job()
    finally:
        sys.setprofile(None)
    return sorted(files)


def solve() -> None:
    """What lies between the picture and the decision of Ctrl+Alt+S."""
    from gridpilot.games import game
    from gridpilot.vision import pictures

    picture, sudoku = pictures.load(ROOT / "profiles/sudoku/practice/sample.png"), game("sudoku")
    reading = sudoku.read(picture)
    assert reading
    assert sudoku.decide(reading, picture).solution


def move() -> Callable[[], None]:
    """A move of 2048 is thought of, and the picture looked at for what became of it."""
    from gridpilot.games import sliding_game
    from gridpilot.vision import pictures

    folder = Path(mkdtemp())
    picture, game = pictures.load(ROOT / "profiles/2048/practice-2048/sample.png"), sliding_game("2048", folder)
    eyes, engine = game.eyes("practice"), game.engine("expectimax")
    reading = eyes.read(picture)
    assert reading
    eyes.learn(picture, reading)

    def one() -> None:
        chosen = engine.choose(reading.board, reading.size, 0.02)
        eyes.follow(picture, reading, reading.board, chosen, 1.0)

    return one


def told(modules: dict[str, str]) -> str:
    written = {name: len(source.splitlines()) for name, source in modules.items() if source}
    lines, small = written.values(), sum(each < SMALL for each in written.values())
    code, seeing = sum(map(code_lines, modules.values())), sum(name.startswith("vision.") for name in written)
    return (
        f"lines of code {code} in {len(lines)} modules, {small} of them under {SMALL} lines with all, median "
        f"{median(lines):.0f}, longest {max(lines)}; vision: {seeing} modules, "
        f"{imports_between(modules, 'vision')} imports between them"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--at", nargs="+", default=[""], help="revisions")
    for at in (given := parser.parse_args().at):
        print(f"{at or 'here'}: {told(sources(at))}")
    if given == [""]:
        for name, job in (("from picture to decision, sudoku", solve), ("a move of 2048", move())):
            files = walk(job)
            print(f"{name}: {len(files)} files\n  {' '.join(files)}")


if __name__ == "__main__":
    main()
