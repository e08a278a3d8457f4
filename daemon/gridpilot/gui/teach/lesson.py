"""A lesson: what the user has shown so far, and what each key does. The rules of `gridpilot teach`, without its window.

A key changes the lesson, and may leave a wish that only the world can grant: a picture, a reading, a trial, a file.
The parts follow one another; Return goes on, Esc goes back.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from gridpilot.games import FIRST, GAMES
from gridpilot.geometry import Pixel
from gridpilot.gui.teach.parts import BUTTONS, OTHER_GAME, STEPS, WAYS, Name, Notice, Part, Wish
from gridpilot.gui.teach.showing import Drawing, Pointing
from gridpilot.pilot.teach_trial import Filled, Moved
from gridpilot.plan import PADS, Fill, Moves, Way
from gridpilot.profiles import teach
from gridpilot.profiles.profile import Rule
from gridpilot.reading import Place, Reading
from gridpilot.service.teaching import Scene
from gridpilot.texts import teach_window_words as words
from gridpilot.window import Window


class Lesson:
    """Read by the panel and the picture; changed by `key`, by the mouse, and by the answers to wishes."""

    def __init__(self, windows: Sequence[Window], taken: Callable[[str], str]) -> None:
        """`taken` says why a name cannot be used, empty when it can."""
        self.windows = tuple(windows)
        self._taken = taken
        self.part = Part.WINDOW
        self.option = 0  # in the part's list
        self.notice: Notice | None = None
        self.scene: Scene | None = None
        self.found: Scene | None = None  # as it was before anything was drawn
        self.drawing: Drawing | None = None
        self.rule = 0
        self.way = teach.FIND_OUT
        self.moves = Moves.AUTO
        self.pointed: dict[str, Pixel] = {}
        self.pointing: Pointing | None = None
        self.by_colour = False
        self.tried: Filled | Moved | None = None
        self.name = Name()
        self.saved: Path | None = None
        self.keys = ""

    # What the lesson has come to

    @property
    def game(self) -> str:
        return self.scene.game if self.scene else FIRST

    @property
    def slides(self) -> bool:
        return GAMES[self.game].slides

    @property
    def reading(self) -> Reading | None:
        return self.scene.reading if self.scene else None

    @property
    def rules(self) -> tuple[Rule, ...]:
        return teach.rules(self.scene.window) if self.scene else ()

    @property
    def place(self) -> Place | None:
        """Where the user says that the board is."""
        return self.drawing.place(self.scene.capture.view) if self.drawing and self.scene else None

    @property
    def buttons(self) -> dict[str, Pixel]:
        """The pad's buttons, if the way uses a pad, and those that the user pointed at."""
        pad = self.scene.pad if self.scene and self.way.fill in PADS else {}
        return pad | self.pointed

    def facts(self) -> teach.Facts:
        if self.scene is None or self.scene.reading is None:
            raise ValueError("there is no board yet")
        return teach.Facts(self.game, self.scene.window, self.scene.capture.view, self.scene.reading, self.place)

    def choices(self) -> teach.Choices:
        shades = self.scene.shades if self.scene and self.by_colour else ()
        return teach.Choices(self.rules[self.rule], self.way, self.moves, self.buttons, shades)

    # Answers of the world

    def offer(self, windows: Sequence[Window]) -> None:
        """The windows that can be taught now; the chosen one stays chosen."""
        chosen = self.windows[self.option].handle if self.windows else None
        self.windows = tuple(windows)
        self.option = next((index for index, window in enumerate(windows) if window.handle == chosen), 0)

    def looked(self, scene: Scene) -> None:
        """A picture of the window. Where no board was found, the user is to draw one."""
        self.pointed, self.pointing, self.tried = {}, None, None
        self._go(Part.BOARD)
        self.rule = teach.proposed(scene.window, scene.others)
        self.name = Name.free(teach.wish(scene.window), self._taken)
        self._find(scene)

    def read(self, scene: Scene) -> None:
        self.scene, self.notice = scene, None
        if self.drawing is None:
            self._find(scene)

    def _find(self, scene: Scene) -> None:
        self.scene, self.found, self.drawing = scene, scene, None
        if scene.reading is None:
            self.draw()

    def took(self, tried: Filled | Moved) -> None:
        """The trial has worked."""
        self.tried = tried
        if isinstance(tried, Filled):
            self.way = tried.way
            if tried.way.fill in PADS:
                self.pointed = dict(tried.buttons)
        else:
            self.moves = tried.moves
        self._go(Part.NAME)
        self.notice = Notice(words.took(tried), good=True)

    def failed(self, sentence: str) -> None:
        self.notice = Notice(sentence, good=False)

    def was_saved(self, path: Path, keys: str, sentence: str = "") -> None:
        """`keys` use it from now on; `sentence`: what else is to be said, such as that another profile comes first."""
        self.saved, self.keys = path, keys
        self._go(Part.DONE)
        self.notice = Notice(sentence, good=False) if sentence else None

    # Keys

    def key(self, key: str, *, far: bool = False) -> Wish | None:
        """`far`: with Shift. Characters come as themselves, other keys by their names."""
        self.notice = None
        if self.pointing:
            self._point(key, far=far)
            return None
        if key == "Escape":
            return self._back()
        if self.part is Part.BOARD and self.drawing is not None:
            return self._draw(key, far=far)
        if key in {"Up", "Down"} and (count := self._count()):
            self.choose((self.option + (1 if key == "Down" else -1)) % count)
            return None
        act: dict[Part, Callable[[str], Wish | None]] = {
            Part.WINDOW: lambda key: Wish.LOOK if key == "Return" and self.windows else None,
            Part.BOARD: self._board_key,
            Part.MATCH: lambda key: self._go(Part.FILL) if key == "Return" else None,
            Part.FILL: self._fill_key,
            Part.NAME: self._name_key,
            Part.DONE: lambda key: Wish.CLOSE if key == "Return" else None,
        }
        return act[self.part](key)

    def choose(self, option: int) -> None:
        """A line of the part's list, by key or by click."""
        self.notice, self.option = None, option
        if self.part is Part.MATCH:
            self.rule = option

    def _count(self) -> int:
        lists = {Part.WINDOW: self.windows, Part.MATCH: self.rules, Part.FILL: WAYS[self.game]}
        return len(lists.get(self.part, ()))

    def _go(self, part: Part) -> Wish | None:
        """Goes to another part; its list stands as it was left."""
        ways = WAYS[self.game]
        known = self.moves if self.slides else self.way.fill
        way = ways.index(known) if known != ways[-1] else 0
        self.part, self.notice = part, None
        self.option = {Part.MATCH: self.rule, Part.FILL: way}.get(part, 0)
        return None

    def _back(self) -> Wish | None:
        if self.part is Part.BOARD and self.drawing is not None and self.found and self.found.reading:
            self.drawing, self.scene = None, self.found
        elif self.part in STEPS[1:]:
            return self._go(STEPS[STEPS.index(self.part) - 1])
        elif self.part is Part.BOARD and self.windows:
            return self._go(Part.WINDOW)
        else:
            return Wish.CLOSE
        return None

    def _board_key(self, key: str) -> Wish | None:
        if key == "Return" and self.reading:
            return self._go(Part.MATCH)
        if key == "d":
            self.draw()
        return self._other_game() if key == "g" else None

    def _digits(self) -> tuple[str, ...]:
        """The names of a pad's buttons."""
        return tuple(f"digit-{digit}" for digit in range(1, self.reading.size + 1)) if self.reading else ()

    def _fill_key(self, key: str) -> Wish | None:
        if key in {"Return", "t"}:
            return self._take_way(WAYS[self.game][self.option], trial=key == "t")
        if key in BUTTONS and (key == "e") != self.slides:
            self._begin_pointing((BUTTONS[key],))
        elif key == "p" and not self.slides:
            self._begin_pointing(self._digits())
        elif key == "c" and self.slides:
            self.by_colour = not self.by_colour
        return None

    def _take_way(self, way: Fill | Moves | None, *, trial: bool) -> Wish | None:
        self.tried = None
        if isinstance(way, Moves):
            self.moves = way
        else:
            self.way, self.moves = Way(way or Fill.AUTO), Moves.AUTO
        if way in PADS and not set(self._digits()) <= self.buttons.keys():
            self._begin_pointing(self._digits())
            return None
        return Wish.TRY if trial or way is None else self._go(Part.NAME)

    def _name_key(self, key: str) -> Wish | None:
        if key == "Return":
            fault = self._taken(self.name.text)
            self.notice = Notice(fault, good=False) if fault else None
            return None if fault else Wish.SAVE
        self.name = self.name.after(key)
        return None

    # What the user shows: the board, or buttons

    def draw(self) -> None:
        """From now on the user draws the board."""
        if (scene := self.scene) is not None:
            self.drawing = Drawing.begun(scene.game, scene.capture.view, scene.reading, scene.guess)

    def _draw(self, key: str, *, far: bool) -> Wish | None:
        if key == "Return" and self.reading is not None:
            self._go(Part.MATCH)
        elif key == "Return":
            self.notice = Notice(words.nothing_in_the_frame(self.game), good=False)
        elif key == "g":
            return self._other_game()
        elif self.drawing and (drawn := self.drawing.after(key, far=far)):
            self.drawing = drawn
            return Wish.READ
        return None

    def _other_game(self) -> Wish | None:
        if self.scene is None:
            return None
        self.scene = replace(self.scene, game=OTHER_GAME[self.game])
        if self.drawing:
            self.drawing = self.drawing.of(self.game)
        return Wish.READ

    def _begin_pointing(self, names: tuple[str, ...]) -> None:
        if self.scene is not None and self.scene.reading is not None:
            view, board = self.scene.capture.view, self.scene.reading.extent
            self.pointing = Pointing.beside(board, names, view.width, view.height)

    def _point(self, key: str, *, far: bool) -> None:
        if self.pointing is None:
            return
        self.pointing = None if key == "Escape" else self.pointing.after(key, far=far)
        if self.pointing and not self.pointing.names:
            self.pointed |= self.pointing.done
            self.pointing = None

    def press(self, at: Pixel, reach: float) -> None:
        """The mouse button goes down at a pixel; `reach`: how far from a corner it still takes hold of it."""
        self.notice = None
        if self.pointing is not None:
            self.pointing = self.pointing.put(at)
            self._point("Return", far=False)
        elif self.part is Part.BOARD:
            if self.drawing is None:
                self.draw()
            self.drawing = self.drawing and self.drawing.pressed(at, reach)

    def pull(self, to: Pixel) -> None:
        """The mouse is moved with its button down."""
        if self.part is Part.BOARD and self.drawing is not None:
            self.drawing = self.drawing.pulled(to)

    def let_go(self) -> Wish | None:
        if self.part is not Part.BOARD or self.drawing is None:
            return None
        if self.drawing.frame.large_enough:
            return Wish.READ
        if self.found is not None:  # a click, no frame
            self._find(self.found)
        return None
