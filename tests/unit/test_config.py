"""The settings file: read at each trigger, never fatal."""

import os

import pytest

from gridpilot.combination import combination_fault
from gridpilot.config import Config, ConfigFile, read


@pytest.fixture
def file(tmp_path):
    return tmp_path / "config.toml"


def given(file, text):
    file.write_text(text)
    return read(file)


def test_the_default_file_says_nothing_but_the_defaults(file):
    assert ConfigFile(file).write_default()
    assert read(file) == (Config(), ())


def test_the_comments_of_the_default_file_show_the_real_defaults(file):
    ConfigFile(file).write_default()
    file.write_text("\n".join(line.removeprefix("#") for line in file.read_text().splitlines() if line[1:2] != " "))
    assert "solve =" in file.read_text()
    assert read(file) == (Config(), ())


def test_the_file_is_written_once_and_then_left_alone(file):
    file.write_text("# mine\n")
    assert not ConfigFile(file).write_default()
    assert file.read_text() == "# mine\n"


def test_values_are_taken_and_the_rest_keeps_its_default(file):
    config, problems = given(file, '[hotkeys]\nsolve = "Ctrl+Shift+F5"\n[records]\nkeep = 3\n')
    assert problems == ()
    assert config.hotkeys.solve == "ctrl+shift+f5"
    assert config.hotkeys.play == Config().hotkeys.play
    assert config.records.keep == 3


@pytest.mark.parametrize(
    ("text", "line", "level", "words"),
    [
        ('\n[hotkeys]\nslove = "f5"\n', 3, "warning", "did you mean solve?"),
        ("[hotkey]\n", 1, "warning", "did you mean hotkeys?"),
        ('[hotkeys]\nsolve = "ctl+s"\n', 2, "error", "did you mean ctrl?"),
        ('[hotkeys]\nsolve = "ctrl+alt+spce"\n', 2, "error", "did you mean space?"),
        ('[hotkeys]\nsolve = "s"\n', 2, "error", "taken away from every program"),
        ("[hotkeys]\nsolve = 5\n", 2, "error", "must be a text"),
        ('[hotkeys]\nsolve = "ctrl+s"\nplay = "ctrl+s"\n', 3, "error", "given twice"),
        ("[records]\nkeep = -1\n", 2, "error", "not less than 0"),
        ('[records]\nwhich = "failure"\n', 2, "error", "did you mean failures?"),
        ("[notices]\nshow = true\n", 2, "error", "must be a text"),
        ('[notices]\nshow = "problem"\n', 2, "error", "did you mean problems?"),
        ('[hotkeys]\nstop = "f9"\npause = "f9"\n', 2, "error", "given twice"),
        ("[records]\nkeep = true\n", 2, "error", "whole number"),
        ("tray = false\n", 1, "error", "write [tray]"),
        ("version = 2\n", 1, "error", "version 1"),
        ("a = 1\n[hotkeys\n", 2, "error", "not valid TOML"),
    ],
)
def test_a_fault_is_named_with_its_line_and_a_hint(file, text, line, level, words):
    _, (problem,) = given(file, text)
    assert (problem.line, problem.level) == (line, level)
    assert words in str(problem)
    assert str(problem).startswith(f"{file}:{line}: ")


def test_a_bad_value_costs_only_itself(file):
    config, _ = given(file, '[hotkeys]\nsolve = 5\nplay = "f9"\n')
    assert config.hotkeys.solve == Config().hotkeys.solve
    assert config.hotkeys.play == "f9"


def test_no_records_at_all_is_a_choice(file):
    config, problems = given(file, "[records]\nkeep = 0\n")
    assert config.records.keep == 0
    assert problems == ()


def test_a_broken_file_keeps_the_last_good_settings(file):
    file.write_text('[hotkeys]\nsolve = "f5"\n')
    settings = ConfigFile(file)
    assert settings.current()[0].hotkeys.solve == "f5"
    file.write_text("[hotkeys\n")
    config, problems = settings.current()
    assert config.hotkeys.solve == "f5"
    assert len(problems) == 1
    file.write_text('[hotkeys]\nsolve = "f6"\n')
    assert settings.current()[0].hotkeys.solve == "f6"


def test_without_a_file_the_defaults_hold(file):
    assert ConfigFile(file).current() == (Config(), ())


def test_an_unchanged_file_is_not_read_again(file):
    file.write_text('[hotkeys]\nsolve = "f5"\n')
    settings = ConfigFile(file)
    settings.current()
    facts = file.stat()
    file.write_text('[hotkeys]\nsolve = "f6"\n')
    os.utime(file, ns=(facts.st_atime_ns, facts.st_mtime_ns))
    assert settings.current()[0].hotkeys.solve == "f5"


@pytest.mark.parametrize(
    "text", ["", "ctrl+alt+s", "Ctrl+Alt+2", "f9", "super+space", "pause", "win+s", "ctrl+esc", "Control+Print"]
)
def test_good_combinations_have_no_fault(text):
    assert combination_fault(text) == ("", "")


def test_the_same_keys_in_other_words_are_given_twice(file):
    config, problems = given(file, '[hotkeys]\nsolve = "win+s"\nplay = "super+s"\n')
    assert (config.hotkeys.solve, config.hotkeys.play) == ("win+s", "")
    assert "super+s is given twice" in str(problems[0])


@pytest.mark.parametrize("text", ["+", "ctrl+", "ctrl+alt", "shift+s", "ctrl+ctr+s", "a", "ctrl+alt+é"])
def test_bad_combinations_have_one(text):
    assert combination_fault(text)[0]


def test_a_number_that_is_too_large_is_refused_with_the_largest(file):
    config, problems = given(file, "[pace]\nstep_ms = 9999\n")
    assert config.pace.step_ms == 0
    assert [(problem.line, problem.text) for problem in problems] == [
        (2, "pace.step_ms must be a whole number, not less than 0 and not more than 2000")
    ]
