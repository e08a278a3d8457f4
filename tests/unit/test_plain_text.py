"""What a terminal or a reader would obey is not shown; all else is."""

import sys
import unicodedata

import pytest

from gridpilot.errors import Problem
from gridpilot.plain_text import plain, plain_lines

DIRECTING = {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}
"""Unicode's classes of characters that change the order of others."""


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Sudoku - 数独", "Sudoku - 数独"),
        ("\x1b]0;title\x07", "\ufffd]0;title\ufffd"),
        ("a\x9b2Jb\x7f", "a\ufffd2Jb\ufffd"),
        ("safe\u202egpj.exe", "safegpj.exe"),
        ("a\r\nb\u2028c", "a\ufffd\ufffdb\ufffdc"),
        ("\N{MAN}\u200d\N{WOMAN} \u0645\u06cc\u200c\u062e", "\N{MAN}\u200d\N{WOMAN} \u0645\u06cc\u200c\u062e"),
        ("\ud800", "\ufffd"),
    ],
)
def test_a_text_shows_what_it_holds(text, shown):
    assert plain(text) == shown


def test_nothing_is_left_that_is_obeyed():
    for sign in plain("".join(map(chr, range(sys.maxunicode + 1)))):
        assert unicodedata.bidirectional(sign) not in DIRECTING, f"{sign!r}"
        assert unicodedata.category(sign) not in {"Cc", "Cs", "Zl", "Zp"}, f"{sign!r}"


def test_lines_and_tabs_stay_where_there_may_be_some():
    assert plain_lines("a\tb\n\x1bc\n") == "a\tb\n\ufffdc\n"


def test_a_fault_of_a_file_shows_nothing_of_it_that_is_obeyed():
    assert str(Problem("/home/a\x1b[2J.toml", 3, "error", "\u202eab", "\x07")) == "/home/a\ufffd[2J.toml:3: ab (\ufffd)"
