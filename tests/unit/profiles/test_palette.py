"""A palette in a profile: colours and the tiles that they stand for, with faults named by file and line."""

import pytest

from gridpilot.profiles.store import read_profile
from gridpilot.reading import NET, Read, Recogniser, Shade

HEAD = 'game = "2048"\nmatch = { class = "A" }\nread = "colours"\n'


def read(folder, text):
    path = folder / "mine.toml"
    path.write_text(text, "utf-8")
    profile, problems = read_profile(path)
    return profile, [str(problem) for problem in problems]


def test_a_palette_is_read(tmp_path):
    palette = '[palette]\n"#cdc1b4" = 0\n"#EEE4DA" = 2\n"#eee4da" = 4\n"#3c3a32" = [4096, 8192]\n'
    profile, problems = read(tmp_path, HEAD + palette)
    assert problems == []
    shades = (Shade((205, 193, 180), (0,)), Shade((238, 228, 218), (2, 4)), Shade((60, 58, 50), (4096, 8192)))
    assert profile.recogniser == Recogniser(Read.COLOURS, shades=shades)


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ('"#eee4dg" = 2', 'mine.toml:5: #eee4dg is no colour (e.g. "#eee4da" = 2'),
        ('"#fa0" = 2', "mine.toml:5: #fa0 is no colour (did you mean #ffaa00?)"),
        ('"0xfafbfc" = 2', "mine.toml:5: 0xfafbfc is no colour (did you mean #fafbfc?)"),
        ('"#eee4da" = 3', "mine.toml:5: #eee4da = 3 is no tile (0 for empty, or 2 to 131072)"),
        ('"#eee4da" = [2, "4"]', "mine.toml:5: #eee4da = '4' is no tile"),
        ('"#eee4da" = true', "mine.toml:5: #eee4da = True is no tile"),
        ('"#eee4da" = []', "mine.toml:5: #eee4da stands for nothing"),
    ],
)
def test_a_fault_in_it_is_named_with_its_line(tmp_path, line, found):
    profile, (problem,) = read(tmp_path, f"{HEAD}[palette]\n{line}\n")
    assert profile is None
    assert found in problem


@pytest.mark.parametrize("palette", ["", "[palette]\n", "palette = 3\n"])
def test_colours_need_a_palette(tmp_path, palette):
    profile, (problem,) = read(tmp_path, HEAD + palette)
    assert profile is None
    assert "palette must be a table of colours" in problem


def test_a_palette_without_colours_is_said_to_be_unused(tmp_path):
    profile, (problem,) = read(tmp_path, HEAD.replace("colours", "glyphs") + '[palette]\n"#eee4da" = 2\n')
    assert profile.recogniser == NET
    assert "the palette is not used" in problem


def test_sudokus_are_not_read_by_colours(tmp_path):
    profile, problems = read(tmp_path, HEAD.replace("2048", "sudoku") + '[palette]\n"#eee4da" = 2\n')
    assert profile is None
    assert 'mine.toml:3: read = "colours" is for 2048' in problems[0]


def test_a_misspelt_palette_is_recognised(tmp_path):
    _, problems = read(tmp_path, HEAD + '[pallete]\n"#eee4da" = 2\n')
    assert any("did you mean palette?" in problem for problem in problems)
