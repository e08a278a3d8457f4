from __future__ import annotations

import pytest

from gridpilot.plan import Fill
from gridpilot.profiles.profile import Dom
from gridpilot.profiles.store import read_profile
from gridpilot.reading import Read

HEAD = 'game = "sudoku"\nmatch = { title = "A" }\n'


def read(folder, text):
    path = folder / "mine.toml"
    path.write_text(HEAD + text, "utf-8")
    return read_profile(path)


def test_a_profile_says_where_a_page_has_its_board(tmp_path):
    text = 'read = "dom"\nfill = "dom"\n[dom]\nboard = "table#t"\ncell = "td > input"\n'
    profile, problems = read(tmp_path, text)
    assert problems == []
    assert (profile.recogniser.read, profile.fill) == (Read.DOM, Fill.DOM)
    assert profile.dom == Dom("table#t", "tr", "td > input", "readonly")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('read = "dom"\nfill = "dom"\n', ":3: a page that is asked needs a table [dom] (e.g. dom = {"),
        ('fill = "dom"\ndom = { board = "t" }\n', ':3: read = "dom" and fill = "dom" belong together'),
        ('read = "dom"\ndom = { board = "t" }\n', ':3: read = "dom" and fill = "dom" belong together'),
        ('read = "dom"\nfill = "dom"\ndom = { row = "tr" }\n', ":5: "),
        ('read = "dom"\nfill = "dom"\ndom = { board = 7 }\n', ':5: board must be a text in "quotes"'),
        ('read = "dom"\nfill = "dom"\n[dom]\nboard = ""\n', ":6: board must be a text that is not empty"),
        ('read = "dom"\nfill = "dom"\n[dom]\nboard = "t"\ncel = "i"\n', ":7: unknown key cel (did you mean cell?)"),
    ],
)
def test_what_is_wrong_with_it_is_named_with_its_line(tmp_path, text, says):
    _, problems = read(tmp_path, text)
    assert any(says in str(problem) for problem in problems), problems
