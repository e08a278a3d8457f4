"""The kinds of sudoku windows that gridpilot meets for the first time, each the page tests/pages/kinds.html with other
words, and first presses on them. The page counts its mistakes: wrong digits in a cell, however briefly.
"""

import random
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from boards import variant
from cdp import Page
from games import PAGES, Game, start_page
from playing import Session, session
from truth import PUZZLES, SIGNS, Puzzle, puzzle_of, solutions
from virtual import Desktop, desktop, wait_for

PAD = {"keys": "none", "pad": "row"}
LARGE = {"box": "4x4", "cell": 38, "arrows": 0}

KINDS: dict[str, dict[str, Any]] = {  # `left`: so many blanks, where each takes its time
    "keys and arrows": {},
    "keys and arrows, peers tinted, slow colours": {"peers": 1, "fade": 1, "left": 30},
    "keys after a click, colours that take a second": {
        "peers": 1,
        "hover": "others",
        "fade": 4,
        "arrows": 0,
        "left": 12,
    },
    "arrow keys that come too soon are lost": {"limit": 40},
    "the same arrow key that comes too soon is lost": {"same": 8},
    "keys and arrows, which scroll a page a little": {"scrolls": 25},
    "keys and arrows, which scroll a page far": {"scrolls": 900},
    "keys after a click": {"arrows": 0},
    "keys after a click, the pointer tints as peers are tinted": {"peers": 1, "hover": 1, "arrows": 0, "left": 30},
    "keys after a click, peers tinted, clicks get lost": {"peers": 1, "arrows": 0, "loses": 9, "left": 30},
    "keys after a click, the pointer hides a selection, clicks get lost": {
        "hover": 1,
        "arrows": 0,
        "loses": 5,
        "left": 30,
    },
    "keys, like digits grow": {"peers": 1, "grow": 1},
    "keys, digits show late": {"late": 120},
    "keys that toggle": {"toggle": 1},
    "keys that must be held": {"keys": "held"},
    "Return confirms": {"confirm": 1},
    "Return confirms, grey until then": {"confirm": "pale"},
    "arrows alone": {"select": "none"},
    "arrows alone, round the edges": {"select": "none", "wraps": 1},
    "letters alone": {"select": "none", "letters": 1},
    "letters alone, a frame as cursor": {"select": "none", "letters": 1, "frame": 1},
    "letters alone, a frame on the lines": {"select": "none", "letters": 1, "edge": 1},
    "letters alone, a thick frame as cursor": {"select": "none", "letters": 1, "thick": 1},
    "arrows alone, a frame as cursor": {"select": "none", "frame": 1},
    "keys after a click, a thick frame as cursor": {"thick": 1, "arrows": 0},
    "keys after a click, a frame on the lines as cursor": {"edge": 1, "arrows": 0},
    "keys after a click, no selection shows": {"unseen": 1, "arrows": 0, "left": 12},
    "keys and arrows, no selection shows": {"unseen": 1, "left": 12},
    "no selection shows, a second click deselects": {"unseen": 1, "arrows": 0, "deselect": 1, "left": 12},
    "double click": {"select": "double", "arrows": 0},
    "arrows alone, clicks mark text": {"select": "none", "text": 1},
    "input fields": {"cells": "input"},
    "input fields, digits at their left side": {"cells": "input", "align": "left"},
    "flat fields, digits at their left side": {"cells": "input", "align": "left", "cell": 32, "wide": 3},
    "number fields": {"cells": "input", "align": "arrows"},
    "input fields, a text cursor alone": {"cells": "input", "bare": 1},
    "input fields that count once they are left": {"cells": "input", "leave": 1},
    "input fields that hold a nought": {"cells": "input", "full": 1, "left": 30},
    "fields of several lines": {"cells": "textarea"},
    "editable text": {"cells": "text"},
    "a field over the cell that any key closes": {"keys": "none", "overlay": 1, "pad": "row", "order": "none"},
    "givens cannot be selected, a second click deselects": {"arrows": 0, "deselect": 1},
    "columns of unequal width": {"uneven": 1},
    "columns of unequal width, pad": PAD | {"uneven": 1},
    "round corners, see-through cells": {"round": 1, "peers": 1, "cell": 37},
    "the first click takes two seconds": {"slow": 2000},
    "the first key takes two seconds": {"slow-key": 2000},
    "the first click takes two seconds, pad": PAD | {"slow": 2000},
    "a panel at the end": {"panel": 1},
    "a small panel at the end, the rest dimmed": {"panel": "small"},
    "another click or key begins anew at the end": {"again": 1},
    "another click or key begins anew at the end, fields": {"cells": "input", "again": 1},
    "another click or key begins anew at the end, pad": PAD | {"again": 1},
    "a menu in a row": {"keys": "none", "menu": "row", "left": 15},
    "a menu in a block": {"keys": "none", "menu": "block", "left": 15},
    "a menu that stays open": {"keys": "none", "menu": "block", "lasting": 1, "toggle": 1, "left": 15},
    "marks to click": {"keys": "none", "marks": 1},
    "hints in the selected cell": {"hints": 1, "peers": 1, "arrows": 0},
    "marks to click, and keys": {"marks": 1},
    "a menu below the board": {"keys": "none", "menu": "below", "left": 15},
    "a menu of the possible digits": {"keys": "none", "menu": "below", "possible": 1, "left": 45},
    "a menu of the possible digits over the board": {"keys": "none", "menu": "block", "possible": 1, "left": 30},
    "a ring of digits": {"keys": "none", "menu": "ring", "left": 15},
    "lists": {"cells": "select", "left": 24},
    "lists as the browser draws them": {"cells": "select", "list": "plain", "left": 24},
    "small lists with hints": {"cells": "select", "list": "small", "left": 24},
    "a dialog": {"keys": "none", "dialog": 1, "left": 6},
    "a dialog, the pointer hides a selection": {"keys": "none", "dialog": 1, "left": 6, "hover": 1},
    "a dialog beside the board": {"keys": "none", "dialog": "beside", "left": 6},
    "a prompt": {"keys": "none", "prompt": 1, "left": 6},
    "pad and keys": {"pad": "row"},
    "pad, cell first": PAD,
    "pad, cell first, toggles": PAD | {"toggle": 1},
    "pad, cell first, givens can be changed": PAD | {"loose": 1},
    "pad, cell first, peers tinted, clicks get lost": PAD | {"peers": 1, "loses": 9},
    "pad, cell first, the pointer hides a selection, clicks get lost": PAD | {"hover": 1, "loses": 5, "left": 30},
    "pad, digit first": PAD | {"order": "digit"},
    "pad, digit first, givens can be changed": PAD | {"order": "digit", "loose": 1},
    "pad, digit first, one is chosen": PAD | {"order": "digit", "armed": 7},
    "pad, digit first, for one cell": PAD | {"order": "piece"},
    "pad, either first": PAD | {"order": "either"},
    "pad, either first, for one cell": PAD | {"order": "once"},
    "pad in two blocks at the side": PAD | {"pad": "two-blocks", "side": "right"},
    "pad in a column at the left": PAD | {"pad": "column", "side": "left", "order": "digit"},
    "pad above, counts on it": PAD | {"pad": "row", "side": "above", "counts": 1},
    "pad as on a calculator": PAD | {"pad": "upward", "side": "right"},
    "4x4, boxes told by tints": {"box": "2x2", "signs": SIGNS[1:5], "tints": 1},
    "6x6, boxes told by tints": {"box": "2x3", "signs": SIGNS[1:7], "tints": 1},
    "12x12 with letters": {"box": "3x4", "signs": SIGNS[1:13], "left": 40},
    "16x16, 1 to g": LARGE | {"signs": SIGNS[1:17], "left": 30},
    "16x16, 0 to F": LARGE | {"signs": "0123456789ABCDEF", "left": 30},
    "16x16, 1 to f and 0": LARGE | {"signs": "123456789abcdef0", "left": 30},
    "pad, digit first, buttons go": PAD | {"order": "digit", "gone": 1},
    "pad, cell first, buttons go": PAD | {"gone": 1},
    "pad, arrow keys scroll a page sideways": PAD | {"sideways": 60, "arrows": 0},
    "pad that hides": PAD | {"pad": "row", "hides": 1},
    "round pad": PAD | {"pad": "round", "side": "right", "order": "digit"},
    "pad of unequal buttons": PAD | {"pad": "unequal", "counts": 1},
}
BY_CLICKS = {kind: words for kind, words in KINDS.items() if words.get("keys") == "none"}
SAID: dict[str, tuple[dict[str, Any], str]] = {
    "notes are on": ({"notes": 1}, "takes notes"),
    "notes are on, pad": (PAD | {"notes": 1}, "takes notes"),
    "notes are on, pad, digit first": (PAD | {"notes": 1, "order": "digit"}, "takes notes"),
    "notes are on, pad, digit first, one is chosen": (PAD | {"notes": 1, "order": "digit", "armed": 7}, "takes notes"),
    "notes are on, pad, digit first, for one cell": (PAD | {"notes": 1, "order": "piece"}, "takes notes"),
    "notes are on, pad, either first": (PAD | {"notes": 1, "order": "either"}, "takes notes"),
    "notes are on, pad, either first, for one cell": (PAD | {"notes": 1, "order": "once"}, "takes notes"),
    "nothing takes a digit": ({"keys": "none"}, "Teach this window"),
    "the page scrolls to each cell": ({"scroll": 1, "arrows": 0}, "the page scrolls"),
    "the page scrolls to each cell, pad": (PAD | {"scroll": 1}, "the page scrolls"),
    "arrows alone, and they are lost when they come too soon": ({"select": "none", "limit": 40}, "Teach this window"),
    "letters alone, peers tinted": ({"select": "none", "letters": 1, "unseen": 1, "peers": 1}, "Teach this window"),
}
"""What gridpilot leaves alone, and what it says then."""
WAYS_IN = {"cells", "dialog", "keys", "letters", "marks", "menu", "order", "overlay", "pad", "prompt", "select"}
"""Words that say how digits get in; the others say how a window looks and answers."""


@dataclass(frozen=True, slots=True)
class FirstPress:
    """`ended`: the record; `board`, `mistakes` and `marks`, which are sketched: the page's own word."""

    ended: dict[str, Any]
    puzzle: Puzzle
    board: str
    mistakes: int
    marks: int

    @property
    def well(self) -> bool:
        return (self.ended["outcome"], self.board, self.mistakes) == ("verified", self.puzzle.solution, 0)


def random_puzzle(chance: random.Random, options: dict[str, Any]) -> Puzzle:
    if "box" in options:
        high, wide = map(int, options["box"].split("x"))
        return puzzle_of(chance, high, wide, options["signs"])
    givens = variant(chance.choice(PUZZLES).givens, chance)
    return Puzzle(givens, solutions(givens)[0])


def random_kind(chance: random.Random) -> dict[str, Any]:
    """The words of a window with the way in of one kind, and the looks and answers of up to three."""
    others = [words for words in KINDS.values() if not words.keys() & WAYS_IN]
    chosen = [*chance.sample(others, chance.randint(1, 3)), chance.choice([*KINDS.values()])]
    kind = {word: value for words in chosen for word, value in words.items()}
    left = min(words.get("left", 81) for words in chosen)
    if kind.get("select") == "none":
        kind.pop("arrows", None)  # nothing else moves its cursor
    return {"cell": chance.randint(30, 54)} | kind | ({"left": left} if left < 81 else {})


@contextmanager
def kinds_session() -> Iterator[Session]:
    """A desktop with gridpilot and a browser, which serves all kinds: each has a title of its own, so it is new."""
    with desktop((1280, 1024)) as desk, session(desk, _browser) as play:
        yield play


def _browser(desk: Desktop) -> Game:
    return start_page(desk, "kinds.html", PUZZLES[0], size=(1100, 940), solution=PUZZLES[0].solution)


def almost_done(puzzle: Puzzle, left: int) -> Puzzle:
    blanks = [index for index, mark in enumerate(puzzle.givens) if mark == "."][left:]
    return Puzzle(
        "".join(puzzle.solution[i] if i in blanks else g for i, g in enumerate(puzzle.givens)), puzzle.solution
    )


def first_press(play: Session, title: str, options: dict[str, Any], puzzle: Puzzle) -> FirstPress:
    puzzle = almost_done(puzzle, options.get("left", 81))
    page = play.game.page
    assert isinstance(page, Page)
    query = urlencode({"puzzle": puzzle.givens, "solution": puzzle.solution, "title": title} | options)
    page.ask(
        f"window.gone = true; setTimeout(() => location.replace({(PAGES / 'kinds.html').as_uri()!r} + '?' + {query!r}))"
    )
    wait_for(lambda: page.ask("!window.gone && document.readyState === 'complete' && !!window.board"), what=title)
    wait_for(lambda: play.desk.title(play.game.window).startswith(title), what=title)
    ended = play.press()
    return FirstPress(
        ended, puzzle, *(page.ask(word) for word in ("window.board()", "window.mistakes", "window.marks()"))
    )
