"""What teaching needs of the world: pictures of windows, the readers, a trial, the user's folder.

The window of `gridpilot teach` and `gridpilot teach --yes` both work through this, so they propose the same.
"""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path

from gridpilot import paths
from gridpilot.capture import Capture
from gridpilot.errors import GridpilotError
from gridpilot.games import GAMES, game
from gridpilot.geometry import Pixel
from gridpilot.pilot import Desk
from gridpilot.pilot.eyes.picture_changes import same_picture
from gridpilot.pilot.guard.abort import Abort
from gridpilot.pilot.guard.clock import RealClock
from gridpilot.pilot.guard.guard import Refused, Stopped
from gridpilot.pilot.teach_trial import Filled, Moved, Trial
from gridpilot.plan import PADS
from gridpilot.profiles import match, names, teach, writing
from gridpilot.profiles.teach import Choices, Facts
from gridpilot.reading import FOUND, NET, Locate, Place, Reading, Shade
from gridpilot.service import compose, control
from gridpilot.service.other_games import keys
from gridpilot.texts import messages, words
from gridpilot.texts import teach_words as said
from gridpilot.window import Window

BETWEEN_LOOKS, ENOUGH, LONGEST = 0.08, 2, 1.5  # s; so many looks in a row that show the same; s


@dataclass(frozen=True, slots=True, eq=False)
class Scene:
    """A window at one moment. `reading` None: no board was found, and `guess` is what looks most like one; `pad` are
    the digit buttons beside a board, `shades` the colours of its tiles.
    """

    window: Window
    others: tuple[Window, ...]
    capture: Capture
    game: str
    reading: Reading | None = None
    guess: Place | None = None
    pad: dict[str, Pixel] = field(default_factory=dict)
    shades: tuple[Shade, ...] = ()


class Teaching:
    def __init__(self, desk: Desk) -> None:
        """`desk` belongs to the calling thread; a trial, which has another one, brings its own."""
        self._desk = desk
        self._folder = paths.find().profiles
        self.game = lru_cache(game)
        self.sliding_game = lru_cache(compose.sliding_game)
        self.eyes = lru_cache(lambda name: self.sliding_game(name).eyes(""))

    def windows(self) -> tuple[Window, ...]:
        """Those that may be taught, the topmost first."""
        return tuple(window for window in self._desk.focus.visible() if window.pid != os.getpid())

    def look(self, handle: int, game: str = "") -> Scene:
        """Brings the window to the front and takes its picture; without `game`, the one whose board is found."""
        window = self._desk.target(handle)
        if window is None:
            raise GridpilotError(*words.no_window_fault(handle))
        _clear_notices()
        capture = _at_rest(self._desk, window)
        if capture.view.area != window.content:
            raise GridpilotError(*said.half_off_the_screen(window.title))
        others = tuple(other for other in self.windows() if other.handle != handle)
        scenes = [Scene(window, others, capture, each) for each in ((game,) if game else GAMES)]
        for scene in scenes:
            if (found := self.read(scene)).reading:
                return found
        return replace(scenes[0], guess=_guess(capture))

    def read(self, scene: Scene, place: Place = FOUND) -> Scene:
        """The scene with the board that is found, or that stands at `place`."""
        if GAMES[scene.game].slides:
            eyes = self.eyes(scene.game)
            reading = eyes.read(scene.capture, None, NET, place)
            shades = eyes.shades(scene.capture, reading) if reading else ()
            return replace(scene, reading=reading, pad={}, shades=shades)
        game = self.game(scene.game)
        reading = game.read(scene.capture, None, NET, place)
        return replace(scene, reading=reading, pad=game.pad(scene.capture, reading) if reading else {}, shades=())

    def try_out(self, facts: Facts, choices: Choices, abort: Abort) -> Filled | Moved:
        """A trial in the window; GridpilotError says why it came to nothing. May be called in any thread."""
        desk = compose.desk()
        pointer = desk.input.pointer()
        try:
            window = _still_there(desk, facts.window)
            _at_rest(desk, window)
            trial = Trial(desk, window, RealClock(), abort)
            if GAMES[facts.game].slides:
                return trial.move(self.sliding_game(facts.game), self.eyes(facts.game), facts.reading, choices.moves)
            return trial.fill(self.game(facts.game), facts.reading, choices.way, choices.buttons)
        except Stopped as stop:
            raise GridpilotError("", messages.stop_reason(stop.reason)) from stop
        except Refused as refusal:
            raise GridpilotError("", refusal.detail) from refusal
        finally:
            desk.input.move(pointer)
            desk.input.close()

    def save(self, name: str, scene: Scene, facts: Facts, choices: Choices) -> tuple[Path, str]:
        """Where the profile was written, and the name of another one that comes before it for this window, if any."""
        from gridpilot.vision.pictures import png

        made = teach.profile(name, facts, choices)
        sample = GAMES[facts.game].notation().written(facts.reading.board, facts.reading.size)
        files = {"sample.png": png(scene.capture), "sample.txt": sample.encode()}
        try:
            path = writing.save(self._folder, made, files, said.taught(facts.window.title))
        except OSError as fault:
            raise GridpilotError(said.NOT_TAUGHT, said.not_written(str(self._folder), str(fault.strerror))) from fault
        profiles, _problems = compose.profiles().current()
        first = match.choose(profiles, facts.window, facts.game)
        return path, "" if first.source == str(path) else first.name

    keys = staticmethod(keys)

    def taken(self, name: str) -> str:
        """Why a profile cannot have that name; empty when it can."""
        plain = names.plain_name(name)
        return said.name_taken(plain) if names.free_name(self._folder, name) != plain else ""

    def free(self, wish: str) -> str:
        return names.free_name(self._folder, wish)


def _still_there(desk: Desk, window: Window) -> Window:
    """The window as it is now, in front; it may have been moved meanwhile, but not resized."""
    now = desk.target(window.handle)
    if now is None:
        raise GridpilotError(*words.no_window_fault(window.handle))
    size, was = now.content, window.content
    if (size.width, size.height) != (was.width, was.height):
        raise GridpilotError(*said.resized(window.title))
    return now


def _clear_notices() -> None:
    """Has the resident gridpilot, if there is one, take its notice away, which may lie over the board."""
    with suppress(GridpilotError):
        control.ask(control.address(paths.find()), {"do": "clear"})


def _at_rest(desk: Desk, window: Window) -> Capture:
    """Its picture, once it has drawn what other windows covered; some windows never rest."""
    clock, nobody = RealClock(), Abort()
    capture, same, end = desk.screen.capture(window.content), 0, clock.now() + LONGEST
    while same < ENOUGH and clock.now() < end:
        clock.wait(BETWEEN_LOOKS, nobody)
        before, capture = capture, desk.screen.capture(window.content)
        same = same + 1 if same_picture(before, capture) else 0
    return capture


def learnt(choices: Choices, tried: Filled | Moved) -> Choices:
    """The choices with what a trial found out."""
    if isinstance(tried, Moved):
        return replace(choices, moves=tried.moves)
    by_pad = tried.way.fill in PADS
    return replace(choices, way=tried.way, buttons=tried.buttons if by_pad else choices.buttons)


def _guess(capture: Capture) -> Place | None:
    """The largest lattice on the picture, whatever is in it."""
    from gridpilot.vision.lattice import search

    found = max(search.find(capture.pixels), key=lambda one: one.extent.width, default=None)
    if found is None:
        return None
    area = teach.spots(capture.view, found.extent)
    return Place(Locate.FIXED, area, len(found.rows), len(found.columns))
