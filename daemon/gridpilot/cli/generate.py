"""`gridpilot generate`: sudokus of a wanted rating."""

from __future__ import annotations

from argparse import Namespace
from itertools import islice
from random import Random, SystemRandom

from gridpilot.cli.output import DONE, answer, while_doing
from gridpilot.errors import GridpilotError
from gridpilot.games.sudoku import grid
from gridpilot.games.sudoku.made_to_order import Order, tries
from gridpilot.texts import command_words

PATIENCE = 3000
"""Full boards that are tried for one puzzle, a tenth of a second each. Of those rated 7.0 to 9.0 one in a hundred was
found, so that a rarer wish than that is most likely none that can be had.
"""


def generate(given: Namespace) -> int:
    chance = SystemRandom() if given.seed is None else Random(given.seed)  # noqa: S311 - a puzzle is no secret
    least, most = given.rating
    order = Order(least, most, grid.SHAPES[given.size], given.symmetry)
    for _ in range(given.count):
        with while_doing(command_words.MAKING):
            made = next(filter(None, islice(tries(chance, order), PATIENCE)), None)
        if made is None:
            raise GridpilotError(*command_words.none_made(least, most))
        facts = {"board": grid.line(made.board), "rating": made.rating.rating, "techniques": dict(made.rating.used)}
        answer(given, facts, facts["board"])
    return DONE
