"""Profiles that gridpilot writes: they read as what they were made of, and take nobody's place."""

from __future__ import annotations

import json
import tomllib
from dataclasses import replace
from pathlib import Path

import fastjsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gridpilot.geometry import Spot, SpotRect
from gridpilot.plain_text import plain
from gridpilot.plan import Fill, Goal, Home, Moves
from gridpilot.profiles import bundled
from gridpilot.profiles.format import BUTTONS, PROFILE, schema
from gridpilot.profiles.profile import Calibrated, Pace, Place, Profile, Rule
from gridpilot.profiles.store import read_profile
from gridpilot.profiles.writing import as_toml, save
from gridpilot.reading import Locate, Read, Recogniser, Shade, Tint

SHARE = st.floats(0, 1)
SECONDS = st.floats(0, 10)
LIKE = st.text(st.characters(codec="utf-8"), min_size=1, max_size=20).map(plain).filter(bool)
LIKES = st.lists(LIKE, max_size=3).map(tuple)
SIDES = st.tuples(st.floats(0, 0.49), st.floats(0, 0.49), st.floats(0.5, 1), st.floats(0.5, 1))
COLOUR = st.tuples(*[st.integers(0, 255)] * 3)
TILE = st.sampled_from([0, *(1 << exponent for exponent in range(1, 18))])
RULE = st.builds(Rule, st.just(("*Sudoku*",)), LIKES, LIKES, LIKES, LIKES)
EXCEPT = st.builds(lambda rule, out: replace(rule, unless=tuple(out)), RULE, st.lists(RULE, max_size=2))
RULES = st.lists(EXCEPT, min_size=1, max_size=3)
PLACE = st.builds(
    Place,
    st.one_of(st.just(Locate.AUTO), st.builds(Tint, COLOUR, st.integers(0, 64))),
    st.one_of(st.none(), SIDES.map(lambda sides: SpotRect(*sides))),
    st.just(8),
    st.just(8),
    st.floats(0, 0.4),
)
TILES = st.lists(TILE, min_size=1, max_size=3, unique=True).map(tuple)
SHADES = st.dictionaries(COLOUR, TILES, min_size=1).map(lambda shades: [Shade(*pair) for pair in shades.items()])
PROFILES = st.builds(
    Profile,
    name=st.just("mine"),
    game=st.just("2048"),
    match=RULES.map(tuple),
    board=PLACE,
    recogniser=st.one_of(
        st.builds(Recogniser, st.sampled_from([Read.GLYPHS, Read.TESSERACT])),
        SHADES.map(lambda shades: Recogniser(Read.COLOURS, shades=tuple(shades))),
    ),
    fill=st.sampled_from([Fill.AUTO, Fill.ARROWS, Fill.PAD_CLICK]),
    home=st.sampled_from(Home),
    erase=st.sampled_from(["Delete", "BackSpace"]),
    pace=st.builds(Pace, SECONDS, SECONDS, SECONDS, SECONDS, SECONDS, SECONDS),
    hides_solved=st.booleans(),
    moves=st.sampled_from(Moves),
    keep_going=st.sampled_from(["", "Return"]),
    engine=st.sampled_from(["auto", "exact"]),
    goal=st.builds(Goal, st.sampled_from([0, 4, 2048]), st.integers(0, 1000), st.booleans()),
    buttons=st.dictionaries(st.sampled_from(BUTTONS), st.builds(Spot, SHARE, SHARE)),
    calibrated=st.one_of(
        st.none(), st.builds(Calibrated, st.integers(1, 9000), st.integers(1, 9000), st.floats(0.25, 8))
    ),
)
PLAIN = Profile("web-sudoku", "sudoku", (Rule(class_name=("Chromium",)),), fill=Fill.CLICK_KEY)


@given(profile=PROFILES, remark=st.text(st.characters(codec="utf-8", exclude_categories=["Cc"]), max_size=60))
@settings(max_examples=100, deadline=None)
def test_a_written_profile_reads_as_what_it_was_made_of(tmp_path_factory, profile, remark):
    path = tmp_path_factory.mktemp("written") / "mine.toml"
    path.write_text(as_toml(profile, remark), "utf-8")
    read, problems = read_profile(path)
    assert [problem for problem in problems if problem.level == "error"] == []
    assert read == replace(profile, source=str(path))


@pytest.mark.parametrize("path", sorted(bundled().glob("*/*/profile.toml")), ids=lambda path: path.parent.name)
def test_a_bundled_profile_can_be_written_anew(tmp_path, path):
    profile, _ = read_profile(path)
    own = tmp_path / "mine" / "profile.toml"
    own.parent.mkdir()
    own.write_text(as_toml(profile, "A copy."), "utf-8")
    again, problems = read_profile(own)
    assert problems == []
    templates = own.parent if profile.recogniser.templates else None
    recogniser = replace(profile.recogniser, templates=templates)
    assert again == replace(profile, name="mine", source=str(own), recogniser=recogniser)


def test_a_written_profile_says_what_its_keys_mean():
    text = as_toml(replace(PLAIN, pace=Pace(after_click=0.3)), "Made by hand.")
    assert text.splitlines()[:3] == ["#:schema ../schema.json", "# Made by hand.", 'game = "sudoku"  # sudoku or 2048']
    assert "after_click = 0.3  # longest wait for a clicked cell to show that it is selected" in text
    assert "between_keys" not in text


def test_a_profile_is_saved_with_its_sample_and_takes_nobodys_place(tmp_path):
    files = {"sample.png": b"picture", "sample.txt": b"text"}
    first, second = (save(tmp_path / "profiles", PLAIN, files, f"Number {n}.") for n in (1, 2))
    assert [path.parent.name for path in (first, second)] == ["web-sudoku", "web-sudoku-2"]
    assert (tmp_path / "profiles" / "web-sudoku-2" / "sample.png").read_bytes() == b"picture"
    profile, problems = read_profile(second)
    assert problems == []
    assert profile == replace(PLAIN, name="web-sudoku-2", source=str(second))
    assert json.loads((tmp_path / "profiles" / "schema.json").read_text("utf-8")) == schema()


def test_what_does_not_belong_to_a_profile_is_not_written(tmp_path):
    with pytest.raises(ValueError, match="does not belong"):
        save(tmp_path, PLAIN, {"../evil.toml": b""})
    assert list(tmp_path.iterdir()) == []


def test_the_committed_schema_is_that_of_the_tables():
    """`gridpilot profile schema > profiles/schema.json` makes it anew."""
    assert json.loads((bundled() / "schema.json").read_text("utf-8")) == schema()


def test_the_schema_knows_every_key_that_bundled_profiles_use():
    assert schema()["properties"].keys() == PROFILE.keys.keys()
    for path in bundled().glob("*/*/profile.toml"):
        assert set(tomllib.loads(path.read_text("utf-8"))) <= set(schema()["properties"]), path
        assert path.read_text("utf-8").startswith("#:schema ../../schema.json\n"), path


@pytest.mark.parametrize("path", sorted(Path(bundled()).glob("*/*/profile.toml")), ids=lambda path: path.parent.name)
def test_a_bundled_profile_fits_the_schema(path):
    fastjsonschema.compile(schema())(tomllib.loads(path.read_text("utf-8")))


def test_the_schema_finds_what_does_not_fit():
    fits = fastjsonschema.compile(schema())
    fits({"game": "2048", "match": [{"class": "A", "not": {"title": "B"}}], "goal": {"until": 2048}})
    for wrong in ({"game": "chess"}, {"match": {"klass": "A"}}, {"fil": "auto"}, {"goal": {"until": 3}}):
        with pytest.raises(fastjsonschema.JsonSchemaException):
            fits({"game": "2048", "match": {"class": "A"}} | wrong)
