"""The two colours of what is drawn over a board."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from gridpilot.coach.accents import CALM, chosen

GROUNDS = {
    "white": (255, 255, 255),
    "paper": (233, 226, 208),
    "the practice board's dark": (27, 33, 44),
    "black": (0, 0, 0),
    "blue": (40, 90, 200),
}


def board(ground: tuple[int, int, int], ink: tuple[int, int, int] = (128, 128, 128)) -> NDArray[np.uint8]:
    """Blue first; a tenth of it is ink."""
    pixels = np.full((400, 400, 3), ground[::-1], np.uint8)
    pixels[:40] = ink[::-1]
    return pixels


def brightness(colour: tuple[int, ...]) -> float:
    red, green, blue = ((each / 255) ** 2.2 for each in colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: tuple[int, ...], other: tuple[int, ...]) -> float:
    dark, light = sorted((brightness(one), brightness(other)))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("name", GROUNDS)
def test_both_stand_out_from_the_ground_and_from_one_another(name: str) -> None:
    for ink in (128, 128, 128), (88, 140, 255), (30, 30, 30), (235, 240, 245):
        first, second = chosen(board(GROUNDS[name], ink))
        assert first != second
        assert all(contrast(each, GROUNDS[name]) >= 3 for each in (first, second)), (first, second)


def test_they_are_blue_and_orange_on_white_and_not_the_digits_own_colour() -> None:
    assert chosen(board((255, 255, 255), (0, 0, 0))) == CALM[:2]
    assert CALM[0] not in chosen(board((255, 255, 255), CALM[0]))


def test_a_board_of_all_colours_gets_two() -> None:
    noise = np.random.default_rng(1).integers(0, 256, (400, 400, 3)).astype(np.uint8)
    assert len({*chosen(noise)}) == 2
