from __future__ import annotations

import os
from pathlib import Path

import pytest

from gridpilot.geometry import Rect, Spot
from gridpilot.plan import Fill, Goal, Home, Moves
from gridpilot.profiles.match import choose, explain
from gridpilot.profiles.store import Profiles, read_profile
from gridpilot.reading import NET, Read, Recogniser
from gridpilot.window import Window

XTERM = Window(1, "nudoku", "xterm", "XTerm", 1, "/usr/bin/xterm", "xterm -e nudoku", Rect(0, 0, 10, 10))


def write(folder: Path, text: str, name: str = "mine.toml") -> Path:
    folder.mkdir(exist_ok=True)
    path = folder / name
    path.write_text(text)
    return path


def test_a_profile_is_read_whole(tmp_path: Path) -> None:
    profile, problems = read_profile(
        write(
            tmp_path,
            """
            game = "sudoku"
            match = [{ class = "XTerm", title = "nudoku*" }, { executable = "/usr/games/nudoku" }]
            fill = "arrows"
            home = "keys"
            erase = "KP_0"
            pace = { between_keys = 0.01 }
            [buttons]
            digit-1 = [0.25, 0.5]
            """,
        )
    )
    assert problems == []
    assert profile is not None
    assert (profile.name, profile.fill, profile.home, profile.erase) == ("mine", Fill.ARROWS, Home.KEYS, "KP_0")
    assert profile.pace.between_keys == 0.01
    assert profile.buttons == {"digit-1": Spot(0.25, 0.5)}


def test_what_a_game_of_moves_needs_is_read(tmp_path: Path) -> None:
    profile, problems = read_profile(
        write(
            tmp_path,
            """
            game = "2048"
            match = { class = "A" }
            moves = "drag"
            engine = "monte-carlo"
            keep_going = "Return"
            pace = { between_moves = 0.2 }
            goal = { until = 4096, moves = 100, restart = true }
            buttons = { restart = [0.1, 0.2] }
            """,
        )
    )
    assert problems == []
    assert profile is not None
    assert (profile.game, profile.moves, profile.engine, profile.keep_going) == (
        "2048",
        Moves.DRAG,
        "monte-carlo",
        "Return",
    )
    assert (profile.goal, profile.pace.between_moves) == (Goal(4096, 100, restart=True), 0.2)


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ('moves = "keyz"', "mine.toml:3: moves = 'keyz' is not known (did you mean keys?)"),
        ("goal = { until = -1 }", "mine.toml:3: until must be a tile from 4 to 131072 (0 for no limit)"),
        ("goal = { moves = true }", "mine.toml:3: moves must be a whole number from 0 to 1000000"),
        ("goal = { restart = 1 }", "mine.toml:3: restart must be true or false"),
        ("goal = 4096", "mine.toml:3: goal must be a table (e.g. goal = { until = 4096 })"),
        ('read = "tesserakt"', "mine.toml:3: read = 'tesserakt' is not known (did you mean tesseract?)"),
        ('fill = "arows"', "mine.toml:3: fill = 'arows' is not known (did you mean arrows?)"),
        ("pace = { after_click = -1 }", "mine.toml:3: after_click must be a number of seconds from 0 to 10"),
        ("buttons = { digit-1 = [25, 50] }", "digit-1 must be two fractions of the window"),
        ("fill = ", "mine.toml:3: not valid TOML"),
        ('match = { class = "B" }', "Cannot overwrite a value"),
    ],
)
def test_a_fault_is_named_with_its_line(tmp_path: Path, line: str, found: str) -> None:
    profile, problems = read_profile(write(tmp_path, f'game = "sudoku"\nmatch = {{ class = "A" }}\n{line}\n'))
    assert profile is None
    assert found.lower() in str(problems[0]).lower()


def test_a_profile_says_who_reads_the_digits(tmp_path: Path) -> None:
    rest = 'game = "sudoku"\nmatch = { class = "A" }\n'

    def chosen(text: str, name: str = "mine.toml") -> Recogniser:
        profile, problems = read_profile(write(tmp_path, rest + text, name))
        assert profile is not None
        assert problems == []
        return profile.recogniser

    assert chosen("") == chosen('read = "glyphs"') == NET
    assert chosen('read = "tesseract"') == Recogniser(Read.TESSERACT)
    assert chosen('read = "templates"', "profile.toml") == Recogniser(Read.TEMPLATES, tmp_path)


def test_a_file_alone_has_no_pictures(tmp_path: Path) -> None:
    text = 'game = "sudoku"\nmatch = { class = "A" }\nread = "templates"\n'
    profile, (problem,) = read_profile(write(tmp_path, text))
    assert profile is None
    assert (problem.line, problem.hint) == (3, "make it mine/profile.toml, with 1.png to 9.png beside it")


def test_the_users_profiles_are_folders_and_files_alone_in_order(tmp_path: Path) -> None:
    text = 'game = "sudoku"\nmatch = { class = "A" }\n'
    write(tmp_path, text, "profile.toml")
    write(tmp_path, text, "middle.toml")
    for name in ("last", "first", "half.77.part"):
        write(tmp_path / name, text, "profile.toml")
    profiles, (problem,) = Profiles(tmp_path).current()
    assert [profile.name for profile in profiles[:3]] == ["first", "last", "middle"]
    assert (
        str(problem) == f"{tmp_path / 'profile.toml'}: has no name (put it into a folder of its own: NAME/profile.toml)"
    )


def test_a_name_that_cannot_be_seen_is_none(tmp_path: Path) -> None:
    path = write(tmp_path, 'game = "sudoku"\nmatch = { class = "A" }\n', "a\u202eb.toml")
    profile, (problem,) = read_profile(path)
    assert profile is None
    assert "\u202e" not in str(problem)


def test_a_regular_expression_is_none_and_that_is_said(tmp_path: Path) -> None:
    profile, problems = read_profile(write(tmp_path, 'game = "sudoku"\nmatch = { class = "re:(" }\n'))
    assert profile is not None
    assert [(problem.level, problem.hint) for problem in problems] == [("warning", "* stands for anything")]


def test_a_profile_must_say_which_windows_it_is_for(tmp_path: Path) -> None:
    assert read_profile(write(tmp_path, 'game = "sudoku"\n'))[0] is None
    assert read_profile(write(tmp_path, 'game = "sudoku"\nmatch = { klass = "A" }\n'))[0] is None


def test_unknown_keys_only_warn(tmp_path: Path) -> None:
    profile, problems = read_profile(write(tmp_path, 'game = "sudoku"\nmatch = { class = "A" }\nfil = "arrows"\n'))
    assert profile is not None
    assert [(problem.level, problem.hint) for problem in problems] == [("warning", "did you mean fill?")]


def test_the_users_profiles_come_first_and_the_last_good_one_stays(tmp_path: Path) -> None:
    path = write(tmp_path, 'game = "sudoku"\nmatch = { class = "XTerm" }\n')
    profiles = Profiles(tmp_path)
    assert choose(profiles.current()[0], XTERM, "sudoku").source == str(path)
    path.write_text("game = ")
    os.utime(path, ns=(1, 1))
    current, problems = profiles.current()
    assert choose(current, XTERM, "sudoku").source == str(path)
    assert len(problems) == 1
    path.unlink()
    assert choose(profiles.current()[0], XTERM, "sudoku").source != str(path)


def test_profiles_stay_as_they_were_while_nobody_can_look(tmp_path: Path) -> None:
    write(tmp_path, 'game = "sudoku"\nmatch = { class = "XTerm" }\n')
    profiles = Profiles(tmp_path)
    before = profiles.current()
    loop = tmp_path / "loop.toml"
    loop.symlink_to(loop)
    assert profiles.current() == before


def test_why_a_profile_fits_is_told(tmp_path: Path) -> None:
    write(tmp_path, 'game = "sudoku"\nmatch = { title = ["nud", "udoku"] }\n', "a.toml")
    write(tmp_path, 'game = "sudoku"\nmatch = { title = "NUD*" }\n', "b.toml")
    explanations = {e.profile: e for e in explain(Profiles(tmp_path).current()[0], XTERM, "sudoku")}
    assert explanations["a"].why == 'title is "nudoku", not "nud" or "udoku"'
    assert explanations["b"].matched


def test_all_bundled_profiles_are_in_order(tmp_path: Path) -> None:
    profiles, problems = Profiles(tmp_path).current()
    assert problems == ()
    assert profiles


def test_no_profile_means_the_automatic_one(tmp_path: Path) -> None:
    other = Window(1, "x", "x", "X", 0, "", "", Rect(0, 0, 1, 1))
    assert choose(Profiles(tmp_path).current()[0], other, "sudoku").fill is Fill.AUTO
