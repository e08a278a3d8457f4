"""Stand-ins for the programs of the four articles that gridpilot began with, each with its own word on its board."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from games import Game, loaded, start_page
from games_2048 import Game2048, told_by_file
from truth import Puzzle
from virtual import Desktop, wait_for

STANDINS = Path(__file__).with_name("standins")
PROFILES = Path(__file__).parents[2] / "profiles"
PHONE, ZENKAI = "Android Emulator - Pixel_4_API_30:5554", "Sudoku Zenkai"

ROW_0 = Puzzle(
    ".1....43.7...........2549..17..4.2.6....9...3..3..6.8...147..6....5.812..9..6.3.4",
    "519687432724913658386254917178345296652891743943726581231479865467538129895162374",
)
ROW_1 = Puzzle(
    "7....4....4...59..8......2...6.9...4.1.....3.2...8.5...5......1..37...8....2....6",
    "729364158341825967865971423536192874918547632274683519652438791493716285187259346",
)
"""The puzzles of the first two articles."""

ARTICLE_0 = """
game = "sudoku"
match = { title = "Android Emulator*" }
read = "tesseract"
fill = "click-pad"
calibrated = { width = 398, height = 660 }
[board]
locate = "fixed"
area = [0.0503, 0.1258, 0.9472, 0.6682]
inset = 0.08
[buttons]
1 = [0.108, 0.876]
2 = [0.206, 0.876]
3 = [0.304, 0.876]
4 = [0.399, 0.876]
5 = [0.497, 0.876]
6 = [0.595, 0.876]
7 = [0.696, 0.876]
8 = [0.794, 0.876]
9 = [0.892, 0.876]
"""
ARTICLE_2 = """
goal = { moves = 6 }
engine = "monte-carlo"
pace = { think = 2 }
calibrated = { width = 398, height = 660 }
[board]
locate = "fixed"
area = [0.0791, 0.2977, 0.9183, 0.8053]
inset = 0.05
"""
"""What the articles had typed in by hand, as a user would write it into a profile."""


def start_emulator_sudoku(desk: Desktop, puzzle: Puzzle, **options: Any) -> Game:
    file = _start(desk, "emulator_sudoku", puzzle=puzzle.givens, **options)
    return Game(desk.wait_window(title=PHONE), _board(file))


def start_sudoku_table(desk: Desktop, puzzle: Puzzle, **query: Any) -> Game:
    return start_page(desk, "sudoku-table.html", puzzle, **query)


def start_emulator_2048(desk: Desktop, **options: Any) -> Game2048:
    file = _start(desk, "emulator_2048", **options)
    window = desk.wait_window(title=PHONE)

    def boards() -> list[tuple[int, ...]]:
        return [tuple(board) for board in _told(file)["boards"]]

    return Game2048(window, told_by_file(window, file).truth, boards)


def start_zenkai(desk: Desktop, puzzle: Puzzle, **options: Any) -> Game:
    file = _start(desk, "zenkai", puzzle=puzzle.givens, **options)
    return Game(desk.wait_window(title=ZENKAI), _board(file))


def start_bare(desk: Desktop, puzzle: Puzzle, **options: Any) -> Game:
    """No article's: a window in which nothing is found, for what a user must show."""
    file = _start(desk, "bare", puzzle=puzzle.givens, **options)
    return Game(desk.wait_window(title="Bare"), _board(file))


def _start(desk: Desktop, name: str, **options: Any) -> Path:
    file = desk.home / f"{name}.json"
    file.unlink(missing_ok=True)
    words = [word for option, wish in options.items() for word in (f"--{option}", str(wish))]
    desk.start([sys.executable, str(STANDINS / f"{name}.py"), str(file), *words])
    return file


def _told(file: Path) -> dict[str, Any]:
    return wait_for(lambda: loaded(file), what=file.name)


def _board(file: Path) -> Callable[[], str]:
    return lambda: str(_told(file)["board"])


def user_profile(desk: Desktop, text: str) -> None:
    folder = Path(desk.env["XDG_CONFIG_HOME"]) / "gridpilot" / "profiles"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "mine.toml").write_text(text, "utf-8")


def bundled(name: str, *more: str) -> str:
    """A bundled profile as a user would copy it, with `more` in place of its own lines of the same keys."""
    keys = {line.partition("=")[0].strip() for text in more for line in text.splitlines() if "=" in line}
    lines = (PROFILES / name / "profile.toml").read_text("utf-8").splitlines()
    kept = [line for line in lines if line.partition("=")[0].strip() not in keys]
    return "\n".join([*more, *kept])
