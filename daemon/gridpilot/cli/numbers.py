"""What the command line takes as numbers, sizes and places: each says what it would have taken instead."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable

LONGEST_THOUGHT = 3600  # seconds
MOST_WINDOWS = 1 << 32
LONGEST_DELAY = 60  # seconds
EASIEST, HARDEST = 1.0, 9.9  # ratings that can be asked for
GEOMETRY = re.compile(r"(\d{1,5}x\d{1,5})?([+-]-?\d{1,5}[+-]-?\d{1,5})?")


def whole(least: int, most: int, what: str) -> Callable[[str], int]:
    """Whole numbers from `least` to `most`; `what` names them in the refusal."""

    def number(text: str) -> int:
        if not re.fullmatch(r"[+-]?\d{1,18}", text) or not least <= int(text) <= most:
            raise argparse.ArgumentTypeError(f"{text} is not {what}: give a whole number from {least} to {most}")
        return int(text)

    return number


def fraction(least: float, most: float, what: str) -> Callable[[str], float]:
    """Numbers from `least` to `most`, with or without a decimal point."""

    def number(text: str) -> float:
        if not re.fullmatch(r"[+-]?\d{0,9}(\d|\.\d{1,9})", text) or not least <= float(text) <= most:
            raise argparse.ArgumentTypeError(f"{text} is not {what}: give {least:g} to {most:g}")
        return float(text)

    return number


moves = whole(1, 10**9, "a number of moves")
port = whole(1, 65535, "a port")
scale = fraction(0.5, 4, "a scale")
thinking = fraction(0.001, LONGEST_THOUGHT, "a time to think: fast, default, deep, or seconds")
delay = fraction(0, LONGEST_DELAY, "a delay in seconds")


count = whole(1, 10_000, "a number of puzzles")
seed = whole(-(10**15), 10**15, "a seed")


def ratings(text: str) -> tuple[float, float]:
    """From the least to the most, such as 3.5..4.0; one number is both."""
    found = re.fullmatch(r"(\d{1,2}(?:\.\d)?)(?:\.\.(\d{1,2}(?:\.\d)?))?", text)
    least, most = (float(found[1]), float(found[2] or found[1])) if found else (0.0, 0.0)
    if not EASIEST <= least <= most <= HARDEST:
        raise argparse.ArgumentTypeError(f"{text} is no rating: give one such as 3.0, or a range, 3.5..4.0")
    return least, most


def thought(text: str) -> float:
    """Seconds to think about a move, by name or number; 0.0 for the default."""
    from gridpilot.plan import THINK

    return THINK[text] if text in THINK else thinking(text)


def tile(text: str) -> int:
    """A tile's value that a game can aim at."""
    value = int(text) if text.isdecimal() and len(text) < 10 else 0
    if value < 4 or value & (value - 1):
        raise argparse.ArgumentTypeError(f"{text} is no tile to reach: give 4, 8, 16 ... such as 4096")
    return value


def window(text: str) -> int:
    """Window numbers as xwininfo and xdotool print them: 0x2a00007 or 44040199."""
    try:
        number = int(text, 0)
    except ValueError:
        number = -1
    if not 0 < number < MOST_WINDOWS:
        raise argparse.ArgumentTypeError(
            f"{text[:40]} is no window's number: `gridpilot windows` lists them, such as 0x2a00007"
        )
    return number


def geometry(text: str) -> str:
    """A window's size, place or both, as X11 writes them."""
    if not text or not GEOMETRY.fullmatch(text):
        raise argparse.ArgumentTypeError(f"{text} is no size or place: give 540x704, +40+40 or 540x704+40+40")
    return text
