"""Any title becomes the name of a folder, on every system, and no save, name or removal touches what else is there."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from unicodedata import normalize

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from gridpilot.profiles.names import free_name, plain_name
from gridpilot.profiles.profile import Profile, Rule
from gridpilot.profiles.store import FILE, Profiles, read_profile
from gridpilot.profiles.writing import own_folder, remove, rename, save

PLAIN = Profile("mine", "sudoku", (Rule(class_name=("Game",)),))
FILES = {"sample.png": b"picture", "sample.txt": b"text"}
DEVICES = {"con", "prn", "aux", "nul", *(f"{port}{number}" for port in ("com", "lpt") for number in range(10))}
SCRIPTS = st.text(
    st.one_of(
        st.characters(min_codepoint=0x400, max_codepoint=0x4FF),  # Cyrillic
        st.characters(min_codepoint=0x5D0, max_codepoint=0x6FF),  # Hebrew, Arabic
        st.characters(min_codepoint=0x900, max_codepoint=0xE7F),  # of India and Thailand
        st.characters(min_codepoint=0x3040, max_codepoint=0x9FFF),  # Japanese, Chinese
        st.characters(min_codepoint=0x1F300, max_codepoint=0x1F9FF),
    ),
    max_size=20,
)
NAMES = st.one_of(
    SCRIPTS,
    st.text(max_size=30),
    st.text(min_size=290, max_size=310),
    st.sampled_from(
        ["profile", "profile.toml", "", ".", "..", "../../x", "/etc", "~", "schema", "schema.json", "mine"]
    ),
    st.sampled_from(
        ["CON", "con.txt", "Nul", "com1", "COM\N{SUPERSCRIPT ONE}", "lpt9", "a/b", "a\\b", "a:b", "\0", "-"]
    ),
    st.text("SUDOKUsudoku -", min_size=5, max_size=7),
)


@given(NAMES)
@settings(max_examples=500, deadline=None)
@example("数独")
@example("\ud800")
def test_every_title_becomes_a_name_that_every_system_takes(title):
    name = plain_name(title)
    assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", name)
    assert len(name) <= 48
    assert name not in DEVICES
    assert plain_name(name) == name
    assert plain_name(title.swapcase()) == name or not title.isascii()


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("Web Sudoku - Easy!", "web-sudoku-easy"),
        ("../../etc/passwd", "etc-passwd"),
        ("Sudoku für Könner", "sudoku-fur-konner"),
        ("数独", "profile-ef4997"),
        ("Sudoku 数独", "sudoku-83449a"),
        ("\N{GAME DIE} 2048", "2048"),
        ("CON", "con-"),
        ("..", "profile-"),
        ("x" * 300, "x" * 41 + "-"),
    ],
)
def test_a_name_is_made_of_a_title(title, name):
    assert plain_name(title).startswith(name)


@given(st.sets(SCRIPTS.filter(str.strip), min_size=2, max_size=8))
@settings(max_examples=100, deadline=None)
def test_titles_of_other_letters_get_names_of_their_own(titles):
    assert len({plain_name(title) for title in titles}) == len(
        {normalize("NFKD", title.casefold()) for title in titles}
    )


@given(st.lists(NAMES, min_size=1, max_size=8), st.data())
@settings(max_examples=150, deadline=None)
def test_no_save_no_name_and_no_removal_touches_what_else_is_there(tmp_path_factory, wishes, data):
    home = tmp_path_factory.mktemp("home")
    folder = home / "profiles"
    folder.mkdir()
    (home / "other.txt").write_text("not to be touched")
    (folder / "alone.toml").write_text('game = "sudoku"\nmatch = { class = "A" }\n')
    for wish in wishes:
        before = everything(home)
        saved = save(folder, replace(PLAIN, name=wish), FILES)
        assert before.items() <= everything(home).items()
        assert (saved.name, saved.parent.parent) == (FILE, folder)
        assert read_profile(saved)[1] == []
    names = [path.name.casefold() for path in folder.iterdir()]
    assert len(names) == len(set(names)) == len(wishes) + 2  # alone.toml and the schema
    own = [each for each in Profiles(folder).current()[0] if own_folder(folder, each)]
    assert len(own) == len(wishes)
    chosen = data.draw(st.sampled_from(own))
    rest = {name: what for name, what in everything(home).items() if Path(name).parts[:2] != ("profiles", chosen.name)}
    wish = data.draw(NAMES)
    if free_name(folder, wish) == plain_name(wish):
        chosen = replace(chosen, source=str(rename(folder, chosen, wish)), name=plain_name(wish))
        assert rest.items() <= everything(home).items()
        assert len(everything(home)) == len(rest) + 3
    else:
        with pytest.raises(FileExistsError):
            rename(folder, chosen, wish)
    assert remove(folder, chosen)
    assert everything(home) == rest


def everything(home: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(home)): path.read_bytes()
        for path in home.rglob("*")
        if path.is_file() and path.name != "schema.json"
    }


def test_a_name_in_large_letters_is_taken(tmp_path):
    """Where A and a are one, a save would go into the user's own folder."""
    (tmp_path / "Sudoku").mkdir()
    (tmp_path / "Tiles.toml").touch()
    assert [free_name(tmp_path, wish) for wish in ("sudoku", "TILES", "Other")] == ["sudoku-2", "tiles-2", "other"]


def test_what_is_no_folder_of_a_profile_is_never_removed(tmp_path):
    folder = tmp_path / "profiles"
    saved, _ = read_profile(save(folder, PLAIN, FILES))
    elsewhere = save(tmp_path / "elsewhere", PLAIN, FILES)
    (folder / "link").symlink_to(elsewhere.parent)
    for source in (
        folder / "mine.toml",
        folder / FILE,
        elsewhere,
        folder / "link" / FILE,
        folder / "gone" / FILE,
        folder / ".." / "profiles" / "mine" / ".." / FILE,
        Path(),
    ):
        assert own_folder(folder, replace(saved, source=str(source))) is None
        with pytest.raises(ValueError, match="no folder of its own"):
            remove(folder, replace(saved, source=str(source)))
    assert len(everything(tmp_path)) == 6


def test_what_the_user_has_put_into_a_profiles_folder_stays(tmp_path):
    saved, _ = read_profile(save(tmp_path, PLAIN, FILES))
    (tmp_path / "mine" / "notes.txt").write_text("mine")
    assert not remove(tmp_path, saved)
    assert [path.name for path in (tmp_path / "mine").iterdir()] == ["notes.txt"]
    assert free_name(tmp_path, "mine") == "mine-2"


def test_a_file_named_as_the_schema_is_the_users_own(tmp_path):
    (tmp_path / "schema.json").write_text('{"my": "own"}')
    save(tmp_path, PLAIN, {})
    assert (tmp_path / "schema.json").read_text() == '{"my": "own"}'


def test_a_save_that_fails_leaves_nothing_behind(tmp_path, monkeypatch):
    """As on a full disk: the second file cannot be written."""
    save(tmp_path, PLAIN, FILES)
    before = everything(tmp_path)
    real = Path.write_bytes

    def full(path: Path, content: bytes) -> int:
        if path.name == "sample.txt":
            raise OSError(28, "No space left on device")
        return real(path, content)

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(OSError, match="No space"):
        save(tmp_path, PLAIN, FILES)
    monkeypatch.undo()
    assert everything(tmp_path) == before
    assert sorted(path.name for path in tmp_path.iterdir()) == ["mine", "schema.json"]
