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
    assert arrived == replace(sent, source=str(tmp_path / sent.name / "profile.toml"), recogniser=recogniser)
    for name in ("sample.png", "sample.txt"):
        assert (tmp_path / sent.name / name).read_bytes() == (path.parent / name).read_bytes()
    text = (tmp_path / sent.name / "profile.toml").read_text("utf-8")
    assert text.startswith("#:schema ../schema.json\n" + "".join(path.read_text("utf-8").splitlines(True)[1:2]))


def test_a_name_may_be_anything_and_takes_nobodys_place(tmp_path):
    raw = zipped({"profile.toml": TEXT, "name.txt": "../../My Game"})
    names = [imported(tmp_path, unpacked(raw)).relative_to(tmp_path) for _ in range(2)]
    assert [name.parent.as_posix() for name in names] == ["my-game", "my-game-2"]


def test_a_zip_with_a_picture_and_no_name_is_taken(tmp_path):
    raw = zipped({"profile.toml": TEXT, "sample.png": PNG, "sample.txt": "1" * 81})
    for otherwise, name in (("profile", "profile"), ("", "profile-e3b0c4"), ("My game", "my-game")):
        path = imported(tmp_path, unpacked(raw, otherwise))
        assert path.parent == tmp_path / name
        assert (path.parent / "sample.png").read_bytes() == PNG


def test_a_hotkey_is_left_out_where_nobody_has_agreed_to_it(tmp_path):
    """However the file says it, whatever else it says."""
    text = TEXT + '"hot\\u006bey" = "ctrl+alt+z"\nfill = "click-key"\n[unknown]\nhotkey = "ctrl+alt+z"\n'
    parcel = unpacked(zipped({"profile.toml": text}))
    assert parcel.profile.hotkey == "ctrl+alt+z"
    alone, _ = read_profile(imported(tmp_path, parcel, note="It came with a hotkey."))
    agreed, _ = read_profile(imported(tmp_path, parcel, with_hotkey=True))
    assert (alone.hotkey, alone.fill, agreed.hotkey) == ("", "click-key", "ctrl+alt+z")
    assert "# It came with a hotkey.\n" in (tmp_path / alone.name / "profile.toml").read_text("utf-8")


def test_what_is_written_is_what_was_understood_with_the_words_at_the_top(tmp_path):
    top = "#:schema https://example.org/x\n# By \u202esomebody\x9b2J.\n\n# later\n"
    path = imported(tmp_path, unpacked(zipped({"profile.toml": f"{top}{TEXT}{chr(10)}mystery = 3\n"})))
    lines = path.read_text("utf-8").splitlines()
    assert lines[:2] == ["#:schema ../schema.json", "# By somebody\ufffd2J."]
    assert "mystery" not in path.read_text("utf-8")


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
        ({"profile.toml": TEXT + 'erase = "Num_Lock"'}, "'Num_Lock' is not known"),
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
