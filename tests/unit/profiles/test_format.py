"""The form of a profile file: what can be said, and how what is wrong is named with file, key and line."""

from __future__ import annotations

import pytest

from gridpilot.geometry import Rect, Spot, SpotRect
from gridpilot.profiles.match import explain, fits
from gridpilot.profiles.profile import Calibrated, Rule
from gridpilot.profiles.store import read_profile
from gridpilot.reading import FOUND, Locate, Place, Tint
from gridpilot.window import Window

HEAD = 'game = "sudoku"\nmatch = { class = "A" }\n'


def read(folder, text):
    path = folder / "mine.toml"
    path.write_text(text, "utf-8")
    return read_profile(path)


def window(title: str, class_name: str = "Chromium") -> Window:
    return Window(1, title, "", class_name, 1, "", "", Rect(0, 0, 10, 10))


def test_rules_are_joined_by_and_or_and_not(tmp_path):
    text = """
game = "sudoku"
match = [
    { class = "Chromium", title = "*Sudoku*", not = { title = "*settings" } },
    { title = "Zenkai", not = [{ class = "A" }, { class = "B", title = ["Y", "Z*"], not = { title = "Zenkai" } }] },
]
"""
    profile, problems = read(tmp_path, text)
    assert problems == []
    assert profile.match[0] == Rule(title=("*Sudoku*",), class_name=("Chromium",), unless=(Rule(title=("*settings",)),))
    assert fits(profile.match, window("Web Sudoku"))
    assert not fits(profile.match, window("Web Sudoku", "Firefox"))
    assert not fits(profile.match, window("Sudoku Settings"))
    assert fits(profile.match, window("Zenkai", "B"))  # what is left out may have an exception of its own
    assert not fits(profile.match, window("Zenkai", "A"))
    (why,) = explain([profile], window("Sudoku Settings"), "sudoku")
    assert 'it is left out: title is "*settings"' in why.why


def test_a_board_may_be_found_or_fixed_or_known_by_its_colour(tmp_path):
    def board(text):
        profile, problems = read(tmp_path, HEAD + "calibrated = { width = 900, height = 1000 }\n" + text)
        assert problems == []
        assert profile.calibrated == Calibrated(900, 1000)
        return profile.board

    area = SpotRect(0.1, 0.2, 0.9, 0.8)
    assert board("") == FOUND
    assert board("board = { area = [0.1, 0.2, 0.9, 0.8] }") == Place(area=area)
    fixed = '[board]\nlocate = "fixed"\narea = [0.1, 0.2, 0.9, 0.8]\nrows = 6\ncolumns = 6\ninset = 0.05'
    assert board(fixed) == Place(Locate.FIXED, area, 6, 6, 0.05)
    assert board('board = { locate = { colour = "#8492a6" } }') == Place(Tint((132, 146, 166)))
    assert board('[board.locate]\ncolour = "#8492a6"\ntolerance = 0') == Place(Tint((132, 146, 166), 0))


def test_buttons_of_digits_may_be_named_by_the_digit_alone(tmp_path):
    profile, problems = read(tmp_path, HEAD + "[buttons]\n1 = [0.1, 0.9]\ndigit-2 = [0.2, 0.9]\nerase = [1, 0]\n")
    assert problems == []
    assert profile.buttons == {"digit-1": Spot(0.1, 0.9), "digit-2": Spot(0.2, 0.9), "erase": Spot(1.0, 0.0)}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('board = { locate = "fixd" }', "3: board.locate = 'fixd' is not known (did you mean fixed?)"),
        ('board = { locate = "fixed" }', "3: a fixed board needs its area"),
        ('[board]\nlocate = "fixed"\narea = [0.1, 0.1, 0.9, 0.9]', "4: a fixed board needs calibrated"),
        ("[board]\narea = [0.1, 0.1, 0.9]", "4: area must be four fractions of the window"),
        ("[board]\narea = [0.1, 0.1, 0.9, nan]", "4: area must be four fractions of the window"),
        ("[board]\narea = [0.9, 0.1, 0.1, 0.9]", "4: area has no inside (left, top, right, bottom"),
        ('[board.locate]\ncolor = "#8492a6"', "4: unknown key color (did you mean colour?)"),
        ('[board.locate]\n\ncolour = "blue"', "5: blue is no colour"),
        ('board = { locate = { colour = "#8492a6", tolerance = 65 } }', "tolerance must be a whole number of levels"),
        ("[board]\nrows = 9\ncolumns = 6", "5: a sudoku has as many columns as rows"),
        ("[board]\nrows = 5\ncolumns = 5", "4: a sudoku of 5 rows is not known (one of: 4, 6, 9, 12, 16)"),
        (
            "[pace]\n# countdown = 1\nsettle = 1\ncountdown = 11",
            "6: countdown must be a number of seconds from 0 to 10",
        ),
        ("[pace]\nsettle = inf", "4: settle must be a number of seconds"),
        ("[buttons]\nrestrat = [0.1, 0.2]", "4: unknown key restrat (did you mean restart?)"),
        ("[goal]\nuntil = 2000", "4: until: 2000 is no tile (did you mean 1024?)"),
        ("calibrated = { width = 3 }", "3: height is missing"),
        ('hotkey = "z"', '3: hotkey: "z" would be taken away from every program (add ctrl, alt or super)'),
        ('hotkey = "strg+z"', '3: hotkey: "strg" is no modifier'),
        ("erase = 3", "3: erase = 3 is not known"),
        ('erase = "delete"', "3: erase = 'delete' is not known (did you mean Delete?)"),
        ("engine = 3", '3: engine must be a text in "quotes"'),
        ('engine = ""', "3: engine must be a text that is not empty"),
        (f'engine = "{"x" * 501}"', "3: engine is too long (500 characters at most)"),
        (r'engine = "a\u202Eb"', "3: engine has signs that cannot be seen (leave them out)"),
    ],
)
def test_a_fault_is_named_with_its_line(tmp_path, text, found):
    _, problems = read(tmp_path, f"{HEAD}{text}\n")
    assert any(found in str(problem) for problem in problems), problems
    assert all(problem.key or "TOML" in problem.text for problem in problems)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ('match = [\n  { title = "a" },\n  { class = "b", title = "" },\n]', 3),
        ('[[match]]\ntitle = "a"\n[[match]]\nclass = "b"\ntitle = ""', 5),
        ('match = { title = "a", not = { title = "" } }', 1),
        ('match = { title = "a", not = [\n{ class = "A{" },\n{ title = "" }] }', 3),
    ],
)
def test_the_line_is_that_of_the_rule_at_fault(tmp_path, text, line):
    _, problems = read(tmp_path, f'game = "sudoku"\n{text}\n')
    (problem,) = (problem for problem in problems if "not empty" in problem.text)
    assert (problem.line, problem.key.rsplit(".")[-1]) == (line + 1, "title")


@pytest.mark.parametrize("text", ['match = { not = { class = "A" } }', "match = []", "match = {}", "match = 3"])
def test_a_rule_asks_for_something(tmp_path, text):
    profile, problems = read(tmp_path, f'game = "sudoku"\n{text}\n')
    assert profile is None
    assert [problem.line for problem in problems] == [2]


@pytest.mark.parametrize(
    ("raw", "line", "says"),
    [
        (b'game = "sudoku"\nmatch = "\xff"\n', 2, "is not UTF-8 text"),
        (b"x = " + b"[" * 5000, 1, "nested too deeply"),
        (b"# " + b"x" * (1 << 17), 0, "is longer than 16 KiB"),
        (b"[pace]\nsettle = 1979-02-30\n", 2, "not valid TOML"),
        (b'game = "', 1, "not valid TOML"),
    ],
)
def test_what_is_no_toml_is_named_with_its_line(tmp_path, raw, line, says):
    path = tmp_path / "mine.toml"
    path.write_bytes(raw)
    profile, (problem,) = read_profile(path)
    assert profile is None
    assert problem.line == line
    assert says in problem.text
