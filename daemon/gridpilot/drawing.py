"""What is drawn over another program's window: lines, signs, a sentence beside the board; in points of the screen."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gridpilot.geometry import Point, Rect

Colour = tuple[int, int, int]
"""Red, green, blue."""


class Tone(IntEnum):
    """Which of the two accents."""

    FIRST = 0
    SECOND = 1


@dataclass(frozen=True, slots=True)
class Line:
    """`arrow`: it has a head at its end; `broken`: it is drawn in dashes."""

    start: Point
    end: Point
    tone: Tone = Tone.FIRST
    width: int = 3
    arrow: bool = False
    broken: bool = False


@dataclass(frozen=True, slots=True)
class Sign:
    """A short text that fills `area`; `struck`: with a line through it."""

    text: str
    area: Rect
    tone: Tone = Tone.FIRST
    struck: bool = False


@dataclass(frozen=True, slots=True)
class Drawing:
    """`sentence` stands in a bubble beside `board`, each line `height` points high. `accents`: chosen for the board."""

    board: Rect
    sentence: str
    accents: tuple[Colour, Colour]
    height: int
    lines: tuple[Line, ...] = ()
    signs: tuple[Sign, ...] = ()
