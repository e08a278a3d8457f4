"""Which programs are still possible after what was seen of one, and what the next event could do in these.

A trait is open until an event asks for it; then the program is split into one for each value, by how common that is.
So what no event asks for costs nothing. That nothing is seen rules nothing out: what a program shows may be late, and
only what it could not have shown by any time counts against it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any, Never

from gridpilot.geometry import Cell
from gridpilot.pilot.way.program import BOARD_SIDE, Lost, State, Traits, changes, step

if TYPE_CHECKING:
    from gridpilot.pilot.way.program import Event

PROGRAMS = 200  # so many are kept, the likeliest; not tuned
LEAST = 1e-5  # of all: what is less likely is dropped; not tuned
LATE = ((1, 0.26), (4, 0.16), (11, 0.05), (41, 1e-4))
"""How likely an event does not show so many pictures later: as in the mixtures of `sweep_programs.py`."""

COMMON: Mapping[str, Mapping[Any, float]] = {
    "lost": {False: 69, True: 1},
    "clicks_select": {True: 9, False: 1},
    "hold": {0.0: 9, 0.05: 0.7, 0.2: 0.5},
    "keys_type": {True: 7, False: 3},
    "arrows_move": {True: 5, False: 5},
    "toggles": {False: 8, True: 2},
    "lets_go": {False: 8, True: 1},
    "picks": {False: 19, True: 1},
    "erases": {False: 150, True: 1},
    "confirm": {"": 14, "Return": 1},
    "polls": {False: 12, True: 1},
    "chooses": {"": 20, "only": 1, "too": 1},
    "keypad": {False: 20, True: 1},
    "counts": {False: 20, True: 1},
    "given_too": {True: 7, False: 3},
    "givens_change": {False: 8, True: 2},
    "unfolds": {False: 30, True: 1},
    "menu": {False: 8, True: 1},
    "over": {True: 1},
    "advances": {False: 12, True: 1},
    "deselects": {False: 9, True: 1},
    "cycles": {False: 30, True: 1},
}
"""The values of the traits that matter for harm, and how common each is: a guess, as in the sweep."""

PADS: Mapping[str, float] = {"cell-first": 3, "digit-first": 2, "piece": 0.4, "once": 0.4, "either": 0.6}
CHOSEN = 1 / 13  # of all programs have a digit chosen at first
SELECTED, UNSEEN = 0.3, 0.1  # have a cell selected at first; show no selection


class AskedError(Exception):
    """An event depends on that open trait."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


class Open:
    """A trait of which nothing is known. Whoever asks for its value has to choose one first."""

    def __init__(self, name: str) -> None:
        self.name = name

    def _ask(self, *_: object) -> Never:
        raise AskedError(self.name)

    __bool__ = __eq__ = __hash__ = __contains__ = __gt__ = _ask


@dataclass(frozen=True, slots=True)
class View:
    """What can be seen of a program: its digits, its marks, and which cell looks selected or has opened something."""

    board: tuple[int, ...]
    marks: frozenset[int]
    selected: Cell | None
    opened: Cell | None


@dataclass(frozen=True, slots=True)
class Program:
    """One that is possible. `views`: what it shows now or will show, the last one being how it is by now."""

    traits: Traits
    shows: bool
    state: State
    weight: float
    views: tuple[View, ...]


@dataclass(frozen=True, slots=True)
class Risk:
    """How likely an event puts in a wrong digit, and how likely it empties a given."""

    wrong: float
    emptied: float


@dataclass(frozen=True, slots=True)
class Beliefs:
    programs: tuple[Program, ...]
    solution: tuple[int, ...]

    def risk(self, event: Event) -> Risk:
        runs = self._runs(event)
        total = sum(now.weight for _, now, _ in runs)
        wrong = sum(now.weight for _, now, harm in runs if harm)
        emptied = sum(now.weight for before, now, _ in runs if _empties(before.state, now.state))
        return Risk(wrong / total, emptied / total) if total else Risk(0.0, 0.0)

    def after(self, event: Event) -> Beliefs:
        """Before anything is seen of it. That it did harm is no longer believed: it would be seen, or is too late."""
        return replace(self, programs=_likeliest([now for _, now, harm in self._runs(event) if not harm]))

    def seen(self, view: View, pictures: int) -> Beliefs:
        """So many pictures after the latest event the window looks so. What no program can show is left out."""
        late = next((share for least, share in reversed(LATE) if pictures >= least), 1.0)
        told = [_showing(program, view, late) for program in self.programs]
        return replace(self, programs=_likeliest([each for each in told if each is not None]) or self.programs)

    def _runs(self, event: Event) -> list[tuple[Program, Program, bool]]:
        """Each program, what may become of it, and whether that does harm."""
        return [(program, now, harm) for program in self.programs for now, harm in _runs(program, event, self.solution)]


def start(view: View, givens: frozenset[int], solution: tuple[int, ...], *, pad: bool) -> Beliefs:
    """What is possible before the first event. Of a digit that is chosen, and a cell that is selected, unseen, a few
    stand for all: the first blank, and one in the middle; the first blank's digit, and another.
    """
    blanks = [index for index, digit in enumerate(view.board) if not digit]
    cells = [Cell(*divmod(index, BOARD_SIDE)) for index in (blanks[0], blanks[len(blanks) // 2])]
    unseen = {None: 1 - SELECTED} | dict.fromkeys(cells, SELECTED * UNSEEN / len(cells))
    own = solution[blanks[0]]
    chosen = {0: 1 - CHOSEN, own: CHOSEN / 9, own % 9 + 1: 8 * CHOSEN / 9}
    traits = Traits(
        candidates=len(view.marks) == len(blanks), **{name: Open(name) for name in COMMON if name != "lost"}
    )
    programs = []
    for selected, often in ({view.selected: 1.0} if view.selected else unseen).items():
        shown = {True: 1.0} if view.selected else {False: 1.0} if selected else {True: 1 - UNSEEN, False: UNSEEN}
        for armed, share in chosen.items():
            marks = tuple((index, 1) for index in view.marks)
            state = State(view.board, givens, selected=selected, armed=armed, marks=marks)
            programs += [
                Program(replace(traits, pad=kind), shows, state, often * share * common * part, (view,))
                for kind, common in (PADS if pad else {"": 1.0}).items()
                for shows, part in shown.items()
            ]
    return Beliefs(_likeliest(programs), solution)


def view_of(state: State, *, shows: bool) -> View:
    marks = frozenset(index for index, _ in state.marks)
    return View(state.board, marks, state.selected if shows else None, state.opened)


def _is_wrong(traits: Traits, state: State, solution: tuple[int, ...]) -> bool:
    """Whether the latest event brought a digit to where it does not belong."""
    return any(digit and digit != solution[index] and changes(traits, state, index) for index, digit in state.entered)


def _empties(before: State, now: State) -> bool:
    return any(before.board[index] and not now.board[index] for index in before.givens)


def _runs(program: Program, event: Event, solution: tuple[int, ...]) -> Iterator[tuple[Program, bool]]:
    """All that may become of a program by that event, with what it asks for settled."""
    todo: list[tuple[Traits, bool | None, float]] = [(program.traits, None, program.weight)]
    while todo:
        traits, lost, weight = todo.pop()
        try:
            state = step(traits, program.state, event, partial(_is_lost, lost))
            harm = _is_wrong(traits, state, solution)
        except AskedError as asked:
            todo += [each for each in _split(traits, asked.name, lost, weight) if each[2] > LEAST]
            continue
        view = view_of(state, shows=program.shows)
        views = program.views if view == program.views[-1] else (*program.views, view)
        yield replace(program, traits=traits, state=state, weight=weight, views=views), harm


def _split(traits: Traits, name: str, lost: bool | None, weight: float) -> Iterator[tuple[Traits, bool | None, float]]:
    values = COMMON[name]
    for value, common in values.items():
        share = weight * common / sum(values.values())
        if name == "lost":
            yield traits, value, share
        else:
            words = {"toggles": value, "overwrites": not value} if name == "toggles" else {name: value}
            yield replace(traits, **words), lost, share


def _is_lost(lost: bool | None, what: Lost) -> bool:
    """Of an event a click may be lost, and nothing else."""
    if what is Lost.CLICK and lost is None:
        raise AskedError("lost")
    return bool(lost) and what is Lost.CLICK


def _showing(program: Program, view: View, late: float) -> Program | None:
    """The same once that was seen; None: it cannot look so."""
    if view == program.views[-1]:
        return replace(program, views=program.views[-1:])
    if view not in program.views:
        return None
    return replace(program, weight=program.weight * late, views=program.views[program.views.index(view) :])


def _likeliest(programs: list[Program]) -> tuple[Program, ...]:
    whole = sum(program.weight for program in programs)
    kept = sorted(programs, key=lambda program: -program.weight)[:PROGRAMS]
    return tuple(replace(each, weight=each.weight / whole) for each in kept if each.weight > LEAST * whole)
