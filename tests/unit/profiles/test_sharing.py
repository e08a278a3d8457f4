"""Profiles from others: what is in the zip is shown, and nothing but a profile gets in."""

from __future__ import annotations

import zipfile
from dataclasses import replace
from io import BytesIO

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gridpilot.errors import GridpilotError
from gridpilot.profiles import bundled
from gridpilot.profiles.sharing import MOST_BYTES, imported, packed, unpacked
from gridpilot.profiles.store import read_profile

TEXT = 'game = "sudoku"\nmatch = { class = "A" }\n'
PNG = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + (100).to_bytes(4, "big") + (90).to_bytes(4, "big") + b"\x08\2\0\0\0"
BOMB = PNG.replace(b"\0\0\0d", b"\0\1\0\0").replace(b"\0\0\0Z", b"\0\1\0\0")


def zipped(files: dict[str, bytes | str]) -> bytes:
    target = BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as pack:
        for name, content in files.items():
            pack.writestr(name, content)
    return target.getvalue()


@pytest.mark.parametrize("path", sorted(bundled().glob("*/*/profile.toml")), ids=lambda path: path.parent.name)
def test_a_profile_arrives_as_it_was_sent(tmp_path, path):
    sent, _ = read_profile(path)
    raw = packed(sent)
    assert raw == packed(sent)
    parcel = unpacked(raw)
    arrived, problems = read_profile(imported(tmp_path, parcel))
    assert problems == []
    folder = tmp_path / sent.name if sent.recogniser.templates else None
    recogniser = replace(sent.recogniser, templates=folder)
    assert arrived == replace(sent, source=str(tmp_path / f"{sent.name}.toml"), recogniser=recogniser)
    for name in ("sample.png", "sample.txt"):
        assert (tmp_path / sent.name / name).read_bytes() == (path.parent / name).read_bytes()
    assert (tmp_path / f"{sent.name}.toml").read_text("utf-8").startswith("#:schema ./schema.json\n")


def test_a_name_may_be_anything_and_takes_nobodys_place(tmp_path):
    raw = zipped({"profile.toml": TEXT, "name.txt": "../../My Game"})
    names = [imported(tmp_path, unpacked(raw)).relative_to(tmp_path) for _ in range(2)]
    assert [str(name) for name in names] == ["my-game.toml", "my-game-2.toml"]


@pytest.mark.parametrize(
    ("files", "says"),
    [
        ({}, "no profile.toml"),
        ({"profile.toml": 'game = "chess"\n'}, "profile.toml:1: game = 'chess' is not known"),
        ({"profile.toml": TEXT, "../evil.toml": ""}, "does not belong"),
        ({"profile.toml": TEXT, "/etc/passwd": ""}, "does not belong"),
        ({"profile.toml": TEXT, "sub/sample.png": PNG}, "does not belong"),
        ({"profile.toml": TEXT, "sample.png": b"GIF89a"}, "no PNG"),
        ({"profile.toml": TEXT, "sample.png": BOMB}, "65536 x 65536"),
        ({"profile.toml": TEXT, "1.png": b"\0" * (MOST_BYTES + 1)}, "unpacks to more than"),
        ({"profile.toml": TEXT, **{f"{n}.png": bytes(MOST_BYTES // 4) for n in range(9)}}, "unpacks to more than"),
        ({"profile.toml": TEXT.replace('"A"', '"re:(a+)+$"')}, "repeats a group"),
        ({"profile.toml": TEXT.replace('"A" }', '"A", not = { title = "re:(a|aa)*b" } }')}, "repeats a group"),
    ],
)  # fmt: skip
def test_what_is_no_profile_is_refused(tmp_path, files, says):
    with pytest.raises(GridpilotError, match=says):
        unpacked(zipped(files))
    assert list(tmp_path.iterdir()) == []


def test_the_same_name_twice_is_refused():
    target = BytesIO()
    with zipfile.ZipFile(target, "w") as pack, pytest.warns(UserWarning, match="Duplicate"):
        pack.writestr("profile.toml", TEXT)
        pack.writestr("profile.toml", TEXT)
    with pytest.raises(GridpilotError, match="does not belong"):
        unpacked(target.getvalue())


def test_a_file_that_is_too_large_is_not_even_opened():
    with pytest.raises(GridpilotError, match="larger than"):
        unpacked(b"\0" * (MOST_BYTES + 1))


@given(st.integers(0, 400), st.integers(0, 400), st.binary(max_size=8))
@settings(max_examples=100, deadline=None)
def test_a_damaged_zip_is_a_profile_or_a_fault(start, length, junk):
    raw = zipped({"profile.toml": TEXT, "name.txt": "x", "sample.txt": "1" * 81, "sample.png": PNG})
    try:
        assert unpacked(raw[:start] + junk + raw[start + length :]).profile.game == "sudoku"
    except GridpilotError as fault:
        assert fault.title == "Not imported"
