"""Which windows a rule is for: texts are equal but for the size of letters, `*` is anything, and no text takes long."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gridpilot.geometry import Rect
from gridpilot.profiles.match import choose, fits
from gridpilot.profiles.profile import Profile, Rule
from gridpilot.window import LONGEST, Window


def window(title: str, class_name: str = "Chromium") -> Window:
    return Window(1, title, "", class_name, 1, "", "", Rect(0, 0, 10, 10))


def titled(like: str, title: str) -> bool:
    return fits((Rule(title=(like,)),), window(title))


@pytest.mark.parametrize(
    ("like", "title", "does"),
    [
        ("Sudoku", "sudoku", True),
        ("Sudoku", "Sudoku 2", False),
        ("Sudoku*", "Sudoku 2", True),
        ("*sudoku*", "Web Sudoku - Chromium", True),
        ("*sudoku", "Sudoku - Chromium", False),
        ("a*a", "a", False),
        ("a*b*c", "abc", True),
        ("a*b*c", "acb", False),
        ("*ab*ab*", "xabx", False),
        ("a**b", "ab", True),
        ("*", "", True),
        ("Stra\N{LATIN SMALL LETTER SHARP S}e", "STRASSE", True),
        ("a.b", "axb", False),
        ("re:.*", "anything", False),
        ("[9x9] (a|b)?", "[9x9] (A|B)?", True),
    ],
)
def test_a_text_is_equal_and_a_star_is_anything(like, title, does):
    assert titled(like, title) is does


@given(like=st.text("ab*", max_size=8), title=st.text("ab", max_size=10))
@settings(max_examples=2000, deadline=None)
def test_a_star_does_what_a_regular_expression_would(like, title):
    expression = ".*".join(map(re.escape, like.split("*")))
    assert titled(like, title) == bool(re.fullmatch(expression, title)) or not like


def test_any_of_several_texts_fits():
    rule = Rule(title=("*sudoku*", "*数独*"), class_name=("chrom*", "firefox"))
    assert fits((rule,), window("今日の数独"))
    assert fits((rule,), window("SUDOKU", "Firefox"))
    assert not fits((rule,), window("Sudoku", "XTerm"))
    assert not fits((rule,), window("News"))


def test_no_text_and_no_title_takes_long():
    """Each of these would go on for ever where what failed is tried again from another place. Here they end."""
    long = window("a" * 100_000 + "!", "b" * 100_000)
    for like in ("*a" * 249 + "?", "a*" * 249 + "b", "*" * 500, "re:" + ".*" * 200 + "!$", "*aaaaaaaaaa" * 45 + "b"):
        profiles = [Profile(str(n), "sudoku", (Rule(title=(like,) * 50),)) for n in range(20)]
        assert choose(profiles, long, "sudoku").name == ("0" if like == "*" * 500 else "automatic")


def test_what_a_window_says_of_itself_is_short_and_has_nothing_to_be_obeyed():
    shown = window("a\x1b[2J\x07\r\n\u202e" + "b" * LONGEST)
    assert shown.title.startswith("a\ufffd[2J\ufffd\ufffd\ufffdb")
    assert len(shown.title) == LONGEST - 1
    assert titled("a*[2J*", shown.title)
