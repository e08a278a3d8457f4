"""How fast and how faithfully gridpilot plays real games of 2048, by the games' own word; a Markdown table.

    .venv/bin/python scripts/bench_play.py                              all kinds, all games
    .venv/bin/python scripts/bench_play.py pace --games gnome-2048 page --moves 2000
    .venv/bin/python scripts/bench_play.py first --runs 10
    .venv/bin/python scripts/bench_play.py memory --moves 200

pace   moves a second, moves that had to be made again, and boards that were believed and never stood there
first  Ctrl+Alt+2 pressed -> the game has made its first move: first run ever (empty home), and with a warm worker
memory  the worker's MiB (soak_weights.py) before a game on the practice board, at most while it is played, and after it

The hotkey is a real one, held for 50 ms; what gridpilot believed is the account in its record, every board of it. The
pages keep each board that ever stood on theirs; of the other games the last board is compared, which by the rules
follows from those before. Times on a busy machine say little.
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
import time
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

ROOT = Path(__file__).parents[1]
sys.path.extend(str(ROOT / name) for name in ("tests/desktop", "tests"))

import soak_weights as weights  # noqa: E402
from games_2048 import Game2048, start_gnome_2048, start_nmgrid_look, start_page_2048, start_practice_2048  # noqa: E402
from playing import Session, set_goal  # noqa: E402
from resident import Resident  # noqa: E402
from truth_2048 import believed, read_anew  # noqa: E402
from virtual import desktop  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from virtual import Desktop

HOTKEY = "ctrl+alt+2"
ENDLESS = 1 << 17  # a target that no game reaches, so that no message comes between
SETTLED = 10  # seconds after a game, by when the worker has given back what it needed for it
HEAD = "\n| game | moves | moves/s | made again | read anew | boards | wrong | ended |\n|---" + "|---" * 7 + "|"
SLOWEST = 1.0  # moves a second, below which a run is given up


def gnome(desk: Desktop, **options: Any) -> Game2048:
    """Without the dialog that praises the tile 2048."""
    setting = ["gsettings", "set", "org.gnome.TwentyFortyEight", "do-congrat", "false"]
    subprocess.run(setting, env=desk.env, check=True, capture_output=True)
    return start_gnome_2048(desk, **options)


def page(name: str, **query: Any) -> Callable[[Desktop], Game2048]:
    return lambda desk: start_page_2048(desk, name, target=ENDLESS, seed=time.monotonic_ns() % 10**6, **query)


GAMES: dict[str, Callable[[Desktop], Game2048]] = {
    "gnome-2048": gnome,
    "gnome-2048-5x5": partial(gnome, rows=5, columns=5),
    "page": page("2048-tiles.html"),
    "page-quick": page("2048-tiles.html", slide=30),
    "page-slow": page("2048-tiles.html", slide=240),
    "page-drag": page("2048-tiles.html", drag=1),
    "page-queued": page("2048-tiles.html", queue=1),
    "page-queued-quick": page("2048-tiles.html", queue=1, slide=30),
    "canvas": page("2048-canvas.html"),
    "nmgrid-look": partial(start_nmgrid_look, target=ENDLESS),
    "practice": partial(start_practice_2048, target=ENDLESS),
    "practice-quick": partial(start_practice_2048, animation=30, target=ENDLESS),
    "practice-one-colour": partial(start_practice_2048, theme="plain", target=ENDLESS),
    "page-quick-at-1.5": page("2048-tiles.html", slide=30, scale=1.5),
    "canvas-quick-at-2": page("2048-canvas.html", slide=30, scale=2),
    "nmgrid-look-at-1.5": partial(start_nmgrid_look, scale=1.5, target=ENDLESS),
    "practice-quick-at-2": partial(start_practice_2048, animation=30, scale=2, target=ENDLESS),
}
SCREEN = 1280, 1024
LARGE = 1800, 1560  # room for a window at scale 2


@dataclass
class Tally:
    """`wrong`: boards that were believed and never stood there, or not then. `anew`: times that the board was read from
    scratch, since what had become of a move could not be told.
    """

    moves: int = 0
    seconds: float = 0.0
    resent: int = 0
    anew: int = 0
    boards: int = 0
    wrong: int = 0
    games: int = 0
    endings: list[str] = field(default_factory=list)

    def add(self, ended: dict[str, Any], record: Path, game: Game2048) -> None:
        boards, truth = believed(record), game.truth()
        self.moves += ended["moves"]
        self.seconds += ended["ms"]["play"] / 1000
        self.resent += ended["resent"]
        self.anew += read_anew(record)
        self.boards += len(boards)
        self.games += 1
        self.endings.append(ended["outcome"])
        if game.boards is not None:
            self.wrong += strangers(boards, game.boards())
        else:
            self.wrong += boards[-1] != truth.board

    def row(self, name: str) -> str:
        pace = self.moves / self.seconds if self.seconds else 0.0
        endings = ", ".join(f"{self.endings.count(one)} {one}" for one in sorted(set(self.endings)))
        facts = f"{self.moves} | {pace:.2f} | {self.resent} | {self.anew} | {self.boards} | {self.wrong}"
        return f"| {name} | {facts} | {endings} |"


def strangers(boards: list[tuple[int, ...]], real: list[tuple[int, ...]]) -> int:
    """How many of `boards` are not among the real ones, in order; the same one may have been read twice."""
    at, wrong = 0, 0
    for board in boards:
        try:
            at = real.index(board, at)
        except ValueError:
            wrong += 1
    return wrong


def pace(name: str, moves: int, seconds: float, opened: Callable[[str], Any] | None = None) -> Tally:
    """Plays until that many moves are made, in as many games as that takes, or until the time is over. `opened`: makes
    the desktop for a game.
    """
    tally, begun = Tally(), time.monotonic()
    while tally.moves < moves and time.monotonic() - begun < seconds:
        place = opened(name) if opened else desktop(LARGE if "-at-" in name else SCREEN)
        with place as desk, Resident(desk) as resident:
            left = min(moves - tally.moves, round((seconds - time.monotonic() + begun) * 4) + 20)
            set_goal(desk, f"moves = {left}")
            play = Session(desk, resident, GAMES[name](desk))
            ended = play.press(HOTKEY, left / SLOWEST + 60)
            record = resident.newest_record()
            assert record is not None
            tally.add(ended, record.parent, play.game)
            print(f"{name}: {ended['outcome']} after {ended['moves']} moves, best {ended['best']}", file=sys.stderr)
            if not ended["moves"]:
                break
    return tally


def first(runs: int) -> Iterator[tuple[str, list[float]]]:
    """Milliseconds to the first move: of a first run ever, and of later games with the same worker."""
    ever, warm = [], []
    for _ in range(runs):
        with desktop(SCREEN) as desk, Resident(desk) as resident:
            set_goal(desk, "moves = 3")
            for _game in range(3):
                play = Session(desk, resident, start_practice_2048(desk, seed=time.monotonic_ns() % 10**6))
                play.ready()
                (warm if _game else ever).append(to_first_move(play))
                desk.close_window(play.game.window)
    yield "Ctrl+Alt+2 -> first move, first run ever", ever
    yield "Ctrl+Alt+2 -> first move, warm worker", warm


def memory(moves: int) -> tuple[float, float, float]:
    """The worker's MiB before a game, at most while it was played, and ten seconds after its end. A game before it has
    the search compiled, which takes a minute of a new machine.
    """
    with desktop(SCREEN) as desk, Resident(desk) as resident:
        set_goal(desk, "moves = 20")
        play = Session(desk, resident, start_practice_2048(desk, seed=7))
        while play.press(HOTKEY, 120)["engine"] != "network":
            time.sleep(1)
        time.sleep(SETTLED)
        set_goal(desk, f"moves = {moves}")
        worker, before = resident.workers()[0], resident.newest_record()
        idle, most = weights.memory(worker), 0.0
        desk.hand.hotkey(HOTKEY)
        while resident.record_after(before) is None:
            most = max(most, weights.memory(worker))
            time.sleep(0.05)
        time.sleep(SETTLED)
        return idle, most, weights.memory(worker)


def to_first_move(play: Session) -> float:
    """By the time at which the practice board wrote its state."""
    file = play.desk.home / "practice-2048.json"
    told = file.stat().st_mtime_ns
    before, pressed = play.resident.newest_record(), time.time_ns()
    play.desk.hand.hotkey(HOTKEY, held=0.05)
    while file.stat().st_mtime_ns == told:
        assert time.time_ns() - pressed < 30e9, "no move in 30 s"
        time.sleep(0.002)
    moved = file.stat().st_mtime_ns
    play.ended(before)
    return (moved - pressed) / 1e6


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("kinds", nargs="*", help="pace, first, memory; by default all")
    parser.add_argument("--games", nargs="+", choices=[*GAMES], default=[*GAMES])
    parser.add_argument("--moves", type=int, default=2000, help="for each game")
    parser.add_argument("--seconds", type=float, default=3600, help="for each game, at most")
    parser.add_argument("--runs", type=int, default=5, help="of first")
    given = parser.parse_args()
    if "first" in (given.kinds or ["first"]):
        print("| figure | median ms | worst | N |\n|---|---|---|---|")
        for name, times in first(given.runs):
            print(f"| {name} | {statistics.median(times):.0f} | {max(times):.0f} | {len(times)} |", flush=True)
    if "memory" in (given.kinds or ["memory"]):
        idle, most, after = memory(min(given.moves, 500))
        print(f"\nthe worker's MiB before a game, while it was played, after it: {idle:.0f}, {most:.0f}, {after:.0f}")
    wrong = 0
    if "pace" in (given.kinds or ["pace"]):
        print(HEAD)
        for name in given.games:
            tally = pace(name, given.moves, given.seconds)
            wrong += tally.wrong
            print(tally.row(name), flush=True)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
