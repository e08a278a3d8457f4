"""2048, as the pilot asks for a game of moves: its eyes, its rules, and who chooses the moves."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from gridpilot.capture import Capture
from gridpilot.games.protocols import Cover, Covered, Engine, Seen, Step
from gridpilot.games.twenty48.reading import cover as lying_over
from gridpilot.games.twenty48.reading import looks, move_tracker, new_tile, reader, tiles_by_colour
from gridpilot.games.twenty48.reading.looks_store import Palettes
from gridpilot.games.twenty48.reading.values import ACT
from gridpilot.games.twenty48.rules import Rules
from gridpilot.plan import Move
from gridpilot.reading import CellReading, Kind, Reading, Shade

DEFAULT = "auto"
SURELY_STILL = 0.2
"""Seconds without a change after which no tile is on its way. Not tuned: pictures of a slide that a busy machine shows
were seen to be a quarter of that apart.
"""

STANDING = 0.45
"""Seconds without a change after which the board is taken for the game's, even if the known rules do not allow it. Not
tuned.
"""

LATE = 2.0
"""The same where only the new tile is missing, or what has merged. GNOME 2048 in sway (tests/desktop/test_sway.py)
stopped there for longer than half a second in 4 games of 8, beside Firefox and four spinning programs on two cores; six
games beside the same were played to their goal with this.
"""


class Twenty48:
    name = "2048"

    def __init__(self, learnt: Path) -> None:
        """`learnt` is the folder for the looks of windows."""
        self.rules = Rules()
        self._learnt = learnt
        self._engines: dict[str, Engine] = {}
        self._warming: dict[str, threading.Thread] = {}

    def eyes(self, window: str) -> LearningEyes:
        return LearningEyes(self.rules, window, self._learnt / "looks")

    def engine(self, name: str) -> Engine:
        """Kept, with the tables that it made; warmed in a thread of its own, so that the first move need not wait."""
        from gridpilot.games.twenty48.engines.choice import engine

        if name not in self._engines:
            made = self._engines[name] = engine(name, self.rules, 0)
            self._warming[name] = threading.Thread(target=made.warm, name="warming", daemon=True)
            self._warming[name].start()
        return self._engines[name]

    def ready(self, engine: str) -> bool:
        """The default engine plays while it warms up, in another way."""
        return engine == DEFAULT or engine not in self._warming or not self._warming[engine].is_alive()

    def note(self, engine: str) -> str:
        note: str = getattr(self._engines.get(engine), "note", "")
        return note

    def rest(self) -> None:
        from gridpilot.games.twenty48.engines.choice import Auto

        for made in self._engines.values():
            if isinstance(made, Auto):
                made.release()

    def moves(self, board: tuple[int, ...], columns: int) -> tuple[Move, ...]:
        return self.rules.moves(board, columns)

    def lengths(self, board: tuple[int, ...], columns: int, budget: float) -> dict[Move, float]:
        from gridpilot.games.twenty48.engines.monte_carlo import MonteCarlo

        return MonteCarlo(self.rules, 0).lengths(board, columns, budget)


@dataclass(slots=True)
class Frame:
    """What the cells seem to hold, None where nobody knows. `unread`: the cells of tiles that cannot be read, while
    nothing moves; `told`: those of tiles that were told all the same.
    """

    values: list[int | None]
    unread: set[int] = field(default_factory=set)
    told: set[int] = field(default_factory=set)


class LearningEyes:
    """Most looks need no net: a window's tiles look the same all through its game."""

    read = staticmethod(reader.read)

    def __init__(self, rules: Rules, window: str, folder: Path) -> None:
        self._rules = rules
        self._window = window
        self._palettes = Palettes(folder)
        self._palette = self._palettes.load(window)
        self._by_colour = True  # new tiles are told by it, until one was another
        self._told: tuple[tuple[int, ...], int] = (), 0  # the latest board, and its new tile's cell
        self._coloured = True  # tiles have colours of their own, until one was seen in another's

    def reread(self, capture: Capture, like: Reading) -> Reading:
        return reader.reread(capture, like, self._palette, coloured=self._coloured)

    def cover(self, capture: Capture, like: Reading, before: tuple[int, ...], move: Move | None) -> Covered:
        reading, nothing = self.reread(capture, like), Step(Seen.STILL, before)
        if not lying_over.covered(capture, reading, self._palette):
            return Covered(Cover.NONE, nothing)
        by_net = _values(reader.reread(capture, like))  # a sheet over the board changes all learnt colours
        seen = [other if value is None else value for value, other in zip(_values(reading), by_net, strict=True)]
        steps = move_tracker.possible(self._rules, before, like.size, move, seen)
        verdicts = {lying_over.below(step.board, like.size, self._rules) for step in steps}
        cover = verdicts.pop() if len(verdicts) == 1 else Cover.UNKNOWN
        if cover is Cover.UNKNOWN:
            cover = _by_the_tiles(before, steps)
        return Covered(cover, steps[0] if len(steps) == 1 else nothing)

    def follow(self, capture: Capture, like: Reading, before: tuple[int, ...], move: Move | None, still: float) -> Step:
        slid = before if move is None else self._rules.slide(before, like.size, move)[0]
        frame = self._at_rest(capture, like, before, slid) if still > 0 else Frame(self._glance(capture, like, slid))
        step = self._tracked(capture, like, before, move, frame, still)
        if step.seen not in {Seen.MOVED, Seen.STILL}:
            return step
        if still > 0:
            self._learn_from(capture, like, _grown(slid, step.board, frame.told, still))
        elif not {swatch.value for swatch in self._palette.swatches}.issuperset(step.board):
            return Step(Seen.UNKNOWN, before)  # its first tile of a value: waits for rest, to learn its looks
        if step.seen is Seen.MOVED and step.spawn and move is not None:
            self._told = step.board, step.spawn[0]
            return replace(step, plain=not move_tracker.ghostly(before, like.size, move, step.spawn))
        return step

    def _learn_from(self, capture: Capture, like: Reading, board: Sequence[int | None]) -> None:
        if self._coloured:
            self._palette = reader.learnt(capture, _known(like, board), self._palette)

    def _tracked(  # noqa: PLR0913, PLR0917 - what `follow` was asked, and what was seen
        self,
        capture: Capture,
        like: Reading,
        before: tuple[int, ...],
        move: Move | None,
        frame: Frame,
        still: float,
    ) -> Step:
        values = frame.values
        cell = move_tracker.newcomer(self._rules, before, like.size, move, values)
        if cell is not None and (still == 0 or cell in frame.unread):
            frame.told.add(cell)
            values = self._with_newcomer(capture, like, values, cell)
        step = move_tracker.track(self._rules, before, like.size, move, values, rest=still >= SURELY_STILL)
        if step.seen in {Seen.SLIDING, Seen.UNKNOWN} and still >= SURELY_STILL and move is not None:
            stands = still >= (LATE if step.seen is Seen.SLIDING else STANDING)
            return self._otherwise(capture, like, before, move, values, stands=stands) or step
        return step

    def _at_rest(self, capture: Capture, like: Reading, before: tuple[int, ...], slid: tuple[int, ...]) -> Frame:
        """What is read, and which of the tiles that the rules allow there cannot be read, or are in doubt, as one with
        the score written across it, but seem to be what the rules say, by their number or by their colour.
        """
        reading = self.reread(capture, like)
        doubtful = {cell for cell, tile in enumerate(reading.cells) if tile.confidence < ACT}
        frame = Frame(_values(reading), doubtful)
        for cell in frame.unread:
            for value in filter(None, (slid[cell], before[cell])):
                box, swatches = like.boxes[cell], self._palette.swatches
                if reading.cells[cell].value == value or new_tile.shows(capture.pixels, box, swatches, value):
                    frame.values[cell] = value
                    frame.told.add(cell)
                    break
        return frame

    def _otherwise(  # noqa: PLR0913 - what `follow` was asked, and what was seen
        self,
        capture: Capture,
        like: Reading,
        before: tuple[int, ...],
        move: Move,
        frame: Sequence[int | None],
        *,
        stands: bool,
    ) -> Step | None:
        """The step, where something was taken for granted that does not hold in this game."""
        corrected = self._corrected(before, like.size, move, frame)
        if corrected or not stands:
            return corrected
        by_numbers = self._by_numbers(capture, like, before, move)
        return by_numbers or self._by_other_rules(before, like.size, move, frame)

    def _corrected(self, before: tuple[int, ...], columns: int, move: Move, frame: Sequence[int | None]) -> Step | None:
        """The step, where the latest new tile turns out to be of another value than its colour told. It is told by its
        number from then on: some fade in over another ground than an empty cell's.
        """
        board, cell = self._told
        for value, _ in self._rules.spawns if board == before else ():
            other = tuple(value if index == cell else tile for index, tile in enumerate(before))
            step = move_tracker.track(self._rules, other, columns, move, frame, rest=True)
            if other != before and step.seen in {Seen.MOVED, Seen.STILL, Seen.IDLE}:
                self._by_colour = False
                return step if step.seen is Seen.MOVED else Step(Seen.FOREIGN, other)
        return None

    def _by_numbers(self, capture: Capture, like: Reading, before: tuple[int, ...], move: Move) -> Step | None:
        """The step, where only a tile's colour is another's: some games give a new tile what its cell had before. Only
        numbers count from then on.
        """
        frame = _values(reader.reread(capture, like, coloured=False))
        step = move_tracker.track(self._rules, before, like.size, move, frame, rest=True)
        if step.seen is not Seen.MOVED:
            return None
        self._coloured, self._palette = False, looks.NOT_LEARNT
        return step

    def _by_other_rules(
        self, before: tuple[int, ...], columns: int, move: Move, frame: Sequence[int | None]
    ) -> Step | None:
        """The step, where all can be seen and the game turns out to have rules of its own."""
        if None in frame:
            return None
        found = move_tracker.explained(self._rules, before, columns, move, tuple(value or 0 for value in frame))
        if found is None:
            return None
        self._rules, step = found
        return step

    def _with_newcomer(self, capture: Capture, like: Reading, frame: list[int | None], cell: int) -> list[int | None]:
        """The frame with its new tile: by its colour as it comes, or by the net, where colours cannot tell."""
        known = new_tile.ramps(self._palette.swatches, tuple(value for value, _ in self._rules.spawns))
        if known is None or not self._by_colour:
            return _values(self.reread(capture, like))
        value = new_tile.value(capture.pixels, like.boxes[cell], known)
        return [value if index == cell else seen for index, seen in enumerate(frame)]

    def _glance(self, capture: Capture, like: Reading, slid: tuple[int, ...]) -> list[int | None]:
        """What is known by its looks. While tiles are on their way the net is left alone; once they are not, it reads
        those of the `slid` board that look otherwise than before, as merged ones do, so that nothing waits for rest.
        """
        seen = looks.looks(capture.pixels, like.boxes)
        frame = self._palette.recall(seen)
        if not _may_be(frame, slid):
            return frame
        asked = [cell for cell, tile in enumerate(slid) if tile and frame[cell] is None and seen.even[cell]]
        new: list[int | None] = [None] * len(slid)
        for cell, tile in zip(asked, reader.tiles(capture, like, asked), strict=True):
            if tile.value == slid[cell] and tile.confidence >= ACT:
                frame[cell] = new[cell] = tile.value
        if self._coloured:
            self._palette = self._palette.learn(seen, new)
        return frame

    def keep(self) -> None:
        self._palettes.save(self._window, self._palette)

    def shades(self, capture: Capture, reading: Reading) -> tuple[Shade, ...]:
        return tiles_by_colour.seen(capture.pixels, reading)

    def learn(self, capture: Capture, reading: Reading) -> None:
        """From a board as the net read it: what was learnt of such windows before must bear it out."""
        if not reading.doubts and reader.belied(capture, reading, self._palette):
            self._palette = looks.NOT_LEARNT
        self._palette = reader.learnt(capture, reading, self._palette)


def _by_the_tiles(before: tuple[int, ...], steps: Sequence[Step]) -> Cover:
    """What lies over a board where the rules below it do not tell: `steps` are what may have become of the move."""
    if move_tracker.grown(before, steps):
        return Cover.WON  # some games are won with another tile than is usual
    if steps and all(all(step.board) for step in steps):
        return Cover.OVER  # what comes by itself over a full board, while a tile below it cannot be seen
    return Cover.UNKNOWN


def _grown(slid: Sequence[int], board: Sequence[int], told: set[int], still: float) -> list[int | None]:
    """The board without tiles that cannot be read, or may be growing yet, as new ones do while a picture only hangs."""
    growing = told if still >= SURELY_STILL else {cell for cell, tile in enumerate(slid) if not tile}
    return [None if cell in growing else value for cell, value in enumerate(board)]


def _known(like: Reading, board: Sequence[int | None]) -> Reading:
    """What the rules are sure of, as a reading: so tiles are learnt, too, whose numbers are hard to read."""
    cells = tuple(
        CellReading(value or 0, Kind.UNKNOWN if value is None else Kind.GIVEN if value else Kind.BLANK, 1.0)
        for value in board
    )
    return replace(like, cells=cells, doubts=())


def _may_be(frame: Sequence[int | None], slid: Sequence[int]) -> bool:
    """Whether all tiles that can be seen are those of the slid board."""
    return all(not tile or value in {None, tile} for value, tile in zip(frame, slid, strict=True))


def _values(reading: Reading) -> list[int | None]:
    doubtful = {cell.index(reading.size) for cell in reading.doubts}
    return [None if index in doubtful else value for index, value in enumerate(reading.board)]
