"""What was learnt of windows, kept in files: private, few, and no worse than nothing when they are broken."""

import json
import os
import sys

import numpy as np
import pytest
from modes import private

from gridpilot.games.twenty48.reading import looks_store
from gridpilot.games.twenty48.reading.looks import Looks, Palette
from gridpilot.games.twenty48.reading.looks_store import Palettes

SAND, COAL = (180.0, 228.0, 238.0), (50.0, 58.0, 60.0)


def looks(*tiles):
    prints = np.zeros((len(tiles), 448), bool)
    for row, (_, ink) in zip(prints, tiles, strict=True):
        row[list(ink)] = True
    return Looks(np.array([ground for ground, _ in tiles]), np.full(len(tiles), fill_value=True), prints)


SEEN = looks((SAND, range(20)), (COAL, range(10, 40)), (COAL, range(50, 90)), (SAND, []))
LEARNT = Palette().learn(SEEN, [2, 4096, 8192, 0])


def test_what_was_learnt_is_there_in_the_next_run(tmp_path):
    Palettes(tmp_path / "new").save("game", LEARNT)
    kept = Palettes(tmp_path / "new").load("game")
    assert kept == LEARNT
    assert kept.recall(SEEN) == [2, 4096, 8192, 0]


def test_each_window_has_its_own(tmp_path):
    Palettes(tmp_path).save("one", LEARNT)
    assert Palettes(tmp_path).load("another / with ../ anything") == Palette()


def test_shared_colours_are_marked_in_the_file(tmp_path):
    Palettes(tmp_path).save("game", LEARNT)
    (file,) = tmp_path.iterdir()
    tiles = json.loads(file.read_text("utf-8"))["tiles"]
    assert {tile["value"]: tile["shared"] for tile in tiles} == {2: True, 4096: True, 8192: True, 0: True}


@pytest.mark.skipif(sys.platform == "win32", reason="no permission bits there")
def test_the_files_are_the_users_own(tmp_path):
    old = os.umask(0)
    try:
        Palettes(tmp_path / "learnt").save("game", LEARNT)
    finally:
        os.umask(old)
    (file,) = (tmp_path / "learnt").iterdir()
    assert private(file, file.parent)


TILE = {"value": 2, "colour": [1, 2, 3], "print": "00" * 56, "shared": False}
BROKEN = [
    "", "{", "[]", "null", '{"version": 99, "tiles": []}', '{"version": 1}', '{"version": 1, "tiles": [1]}', "\x00",
    "[" * 100_000, "x" * (looks_store.MOST_BYTES + 1),
    *(
        json.dumps({"version": 1, "tiles": [TILE | wrong]})
        for wrong in ({"value": "2"}, {"value": -2}, {"value": True}, {"colour": [1, 2]}, {"colour": [1, 2, 900]},
                      {"colour": None}, {"print": "00"}, {"print": "zz" * 56}, {"print": None})
    ),
]  # fmt: skip


@pytest.mark.parametrize("text", BROKEN, ids=lambda text: text[:40])
def test_a_broken_file_is_left_out_and_said_so(tmp_path, caplog, text):
    Palettes(tmp_path).save("game", LEARNT)
    (file,) = tmp_path.iterdir()
    file.write_text(text, "utf-8")
    assert Palettes(tmp_path).load("game") == Palette()
    assert str(file) in caplog.text


def test_a_file_that_is_no_text_is_left_out(tmp_path, caplog):
    Palettes(tmp_path).save("game", LEARNT)
    (file,) = tmp_path.iterdir()
    file.write_bytes(b"\xff\xfe\x00")
    assert Palettes(tmp_path).load("game") == Palette()
    assert "left out" in caplog.text


def test_a_folder_that_cannot_be_made_stops_nothing(tmp_path, caplog):
    (tmp_path / "file").write_text("")
    Palettes(tmp_path / "file").save("game", LEARNT)
    assert "cannot be kept" in caplog.text


def test_only_so_many_windows_are_remembered(tmp_path):
    store = Palettes(tmp_path, most=4)
    for number in range(7):
        store.save(f"window {number}", LEARNT)
        for file in tmp_path.iterdir():
            os.utime(file, ns=(file.stat().st_atime_ns, file.stat().st_mtime_ns - 10**9))
    assert len(list(tmp_path.iterdir())) == 4
    assert store.load("window 0") == Palette()
    assert store.load("window 6") == LEARNT
