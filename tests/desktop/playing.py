"""What the tests with real games share: the resident gridpilot beside a game, the hotkey, and how the job ended."""

import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from games import Game
from games_2048 import Game2048
from resident import Resident, logs
from virtual import Desktop, wait_for

HOTKEY = "ctrl+alt+s"
PLAY_HOTKEY = "ctrl+alt+2"
PROFILES = Path(__file__).parents[2] / "profiles" / "2048"
EMPTY = 3  # colours of a window that shows nothing yet


@dataclass(frozen=True, slots=True)
class Session:
    """gridpilot runs on `desk`, `game` is there to be played."""

    desk: Desktop
    resident: Resident
    game: Game | Game2048

    def ended_after(self, act: Callable[[], object], limit: float = 45) -> dict[str, Any]:
        """The record of the job that `act` leads to."""
        before = self.resident.newest_record()
        act()
        return self.ended(before, limit)

    def ended(self, before: Path | None, limit: float = 45) -> dict[str, Any]:
        """The record that came after `before`."""

        def record() -> dict[str, Any] | None:
            path = self.resident.record_after(before)
            try:
                return json.loads(path.read_text("utf-8")) if path else None
            except ValueError:
                return None  # still being written

        try:
            return wait_for(record, limit, "the job to end")
        except TimeoutError as late:
            late.add_note(f"{self.resident.ask('status')}\n{logs(self.desk)}")
            raise

    def press(self, hotkey: str = HOTKEY, limit: float = 45) -> dict[str, Any]:
        """Presses the real hotkey in the game, and waits for the end of the job."""
        self.ready()
        return self.ended_after(lambda: self.desk.hand.hotkey(hotkey), limit)

    def ready(self) -> None:
        ready(self.desk, self.game.window)

    def picture(self) -> bytes:
        return self.desk.picture(self.game.window)


def ready(desk: Desktop, window: int) -> None:
    """The window has the focus and has drawn itself: two pictures in a row are the same, and no empty page."""
    desk.focus(window)
    pictures = [b"", b"."]

    def still() -> bool:
        time.sleep(0.25)
        pictures.append(desk.picture(window))
        return pictures[-1] == pictures[-2] and len({*memoryview(pictures[-1]).cast("I")[::97]}) > EMPTY

    wait_for(still, 20, "the game to stand still")


def set_goal(desk: Desktop, goal: str, engine: str = "auto") -> None:
    """A user's own profiles of 2048 come first: each bundled one again with a goal, and one for all other windows.

    The engine "monte-carlo" needs no compiler, which in a new home takes as long as a short game.
    """
    folder = Path(desk.env["XDG_CONFIG_HOME"]) / "gridpilot" / "profiles"
    folder.mkdir(parents=True, exist_ok=True)
    line = f'goal = {{ {goal} }}\nengine = "{engine}"\n'
    for bundled in PROFILES.glob("*/profile.toml"):
        (folder / f"{bundled.parent.name}.toml").write_text(f"{line}{bundled.read_text('utf-8')}", "utf-8")
    (folder / "zz-others.toml").write_text(f'game = "2048"\nmatch = {{ title = "*" }}\n{line}', "utf-8")


@contextmanager
def session(desk: Desktop, start: Callable[[Desktop], Game | Game2048]) -> Iterator[Session]:
    """gridpilot first, then the game, so that the game's window is the one with the focus."""
    with Resident(desk) as resident:
        yield Session(desk, resident, start(desk))
        if resident.process.poll() is None:
            resident.quit()
