"""What stands by a board and is none."""

from __future__ import annotations

import re

from gridpilot.games.sudoku.formats import signs
from gridpilot.games.sudoku.formats.beside import A_BOARD

WORD = re.compile(r"[^\W\d_]{2,}\d{0,6}[.:!?]*")


def is_title(line: str) -> bool:
    """Whether it is a text that stands by a board, such as a name, a link to where it is from or a table's heading: it
    has a word that is no digits, and nothing as long as a board.
    """
    if "://" in line:
        return True
    told = re.split(r"[\s,;|()\"'\[\]]+", line)
    long = any(len(word) >= A_BOARD and not word.isalpha() for word in told)
    return not long and any(WORD.fullmatch(word) and not _is_digits(word) for word in told)


def _is_digits(word: str) -> bool:
    return all(signs.digit(sign) is not None for sign in word)
