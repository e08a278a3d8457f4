"""`gridpilot generate`: sudokus of a wanted rating."""

from __future__ import annotations

from argparse import Namespace
from random import Random, SystemRandom

from gridpilot.cli.output import DONE, answer, while_doing
from gridpilot.errors import GridpilotError
from gridpilot.games.sudoku import grid
from gridpilot.games.sudoku.made_to_order import Order, made
from gridpilot.texts import command_words


def generate(given: Namespace) -> int:
    chance = SystemRandom() if given.seed is None else Random(given.seed)  # noqa: S311 - a puzzle is no secret
    least, most = given.rating
    order = Order(least, most, grid.SHAPES[given.size], given.symmetry)
    for _ in range(given.count):
        with while_doing(command_words.MAKING):
            found = made(chance, order)
        if found is None:
            raise GridpilotError(*command_words.none_made(least, most))
        facts = {"board": grid.line(found.board), "rating": found.rating.rating, "techniques": dict(found.rating.used)}
        answer(given, facts, facts["board"])
    return DONE
