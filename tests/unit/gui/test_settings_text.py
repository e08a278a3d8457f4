"""A value changed in the user's own file: what is not changed stays, letter by letter."""

import tomllib

import pytest

from gridpilot import config
from gridpilot.gui.pages.settings_saved import changed

MINE = """\
# mine
version = 1
[records]
keep = 3 # enough
which="all"

[hotkeys]
solve = "ctrl+alt+#"  # odd
"""


def test_a_proposed_value_takes_the_place_of_its_comment():
    text = changed(config.DEFAULT_TEXT, "records", "keep", 5)
    assert text == config.DEFAULT_TEXT.replace("#keep = 20", "keep = 5")


def test_the_comment_behind_a_value_stays():
    assert changed(MINE, "records", "keep", 7) == MINE.replace("keep = 3", "keep = 7")
    assert changed(MINE, "hotkeys", "solve", "super+s") == MINE.replace("ctrl+alt+#", "super+s")


def test_a_key_that_is_not_there_comes_into_its_table_and_a_table_at_the_end():
    text = changed(changed(MINE, "hotkeys", "stop", "f9"), "statistics", "keep", False)
    table = tomllib.loads(text)
    assert table["hotkeys"] == {"solve": "ctrl+alt+#", "stop": "f9"}
    assert table["statistics"] == {"keep": False}
    assert table["records"] == {"keep": 3, "which": "all"}


@pytest.mark.parametrize("text", ["", "# nothing\n", config.DEFAULT_TEXT, MINE])
@pytest.mark.parametrize(
    ("table", "key", "value"),
    [("hotkeys", "pause", "ctrl+alt+p"), ("tray", "show", False), ("records", "keep", 0), ("notices", "show", "none")],
)
def test_what_was_changed_is_read_again_and_nothing_else_is_wrong(text, table, key, value, tmp_path):
    file = tmp_path / "config.toml"
    file.write_text(changed(text, table, key, value), encoding="utf-8")
    read, problems = config.read(file)
    assert getattr(getattr(read, table), key) == value
    assert problems == ()


def test_a_key_of_the_same_name_in_another_table_is_left_alone():
    text = changed(config.DEFAULT_TEXT, "statistics", "keep", False)
    assert "#keep = 20" in text
    assert tomllib.loads(text)["statistics"] == {"keep": False}
