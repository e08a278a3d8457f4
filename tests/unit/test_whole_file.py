"""A file is written whole or not at all."""

import os
import stat
import subprocess
import sys

import pytest

from gridpilot import whole_file


def test_what_was_there_stands_until_all_of_the_new_is_written(tmp_path, monkeypatch):
    file = tmp_path / "kept.json"
    file.write_text("before")

    def full(descriptor, _mode):
        os.close(descriptor)
        raise OSError("disk full")

    monkeypatch.setattr(os, "fdopen", full)
    with pytest.raises(OSError, match="disk full"):
        whole_file.write(file, "after")
    assert [*tmp_path.iterdir()] == [file]
    assert file.read_text() == "before"


def test_text_and_bytes_are_written_and_nothing_else_is_left(tmp_path):
    for content in ("größer\n", b"\x00\xff"):
        file = tmp_path / "new"
        whole_file.write(file, content)
        assert file.read_bytes() == (content.encode() if isinstance(content, str) else content)
    assert len([*tmp_path.iterdir()]) == 1


@pytest.mark.posix("modes of files")
def test_a_new_file_is_the_user_s_alone_and_an_old_one_keeps_rights_and_link(tmp_path):
    new, old, link = tmp_path / "new", tmp_path / "old", tmp_path / "link"
    whole_file.write(new, "")
    assert stat.S_IMODE(new.stat().st_mode) == 0o600
    old.write_text("before")
    old.chmod(0o640)
    link.symlink_to(old)
    whole_file.write(link, "after")
    assert (old.read_text(), stat.S_IMODE(old.stat().st_mode), link.is_symlink()) == ("after", 0o640, True)


def test_a_folder_is_written_whole_and_over_nothing(tmp_path):
    whole_file.write_folder(tmp_path / "new", {"a": b"1", "b": b"2"})
    assert {file.name: file.read_bytes() for file in (tmp_path / "new").iterdir()} == {"a": b"1", "b": b"2"}
    (tmp_path / "file").touch()
    for name in ("new", "file"):
        with pytest.raises(OSError):
            whole_file.write_folder(tmp_path / name, {"c": b"3"})
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["a", "b", "file", "new"]


def test_what_a_process_that_has_ended_had_begun_to_write_is_cleared(tmp_path):
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    deep = tmp_path / "profiles" / f"mine.{ended.pid}.part"
    deep.mkdir(parents=True)
    (deep / "sample.png").touch()
    for name in (f"config.toml.{ended.pid}.part", f"own.{os.getpid()}.part"):
        (tmp_path / name).touch()
    kept = ["config.toml", "film.part", "x.99999999999.part", "y.0x1.part"]
    for name in kept:
        (tmp_path / name).touch()
    whole_file.clear_left_over(tmp_path)
    assert sorted(path.name for path in tmp_path.rglob("*")) == [*kept[:2], "profiles", *kept[2:]]


@pytest.mark.posix("other processes are not asked on Windows")
def test_what_another_process_is_writing_stays(tmp_path):
    part = tmp_path / f"config.toml.{os.getppid()}.part"
    part.touch()
    whole_file.clear_left_over(tmp_path)
    assert part.exists()


@pytest.mark.posix("links")
def test_beside_a_file_that_is_a_link_elsewhere_only_its_own_parts_are_cleared(tmp_path):
    here, there = tmp_path / "here", tmp_path / "there"
    here.mkdir()
    there.mkdir()
    (there / "kept.toml").touch()
    (here / "config.toml").symlink_to(there / "kept.toml")
    for name in ("kept.toml.4194305.part", "film.4194305.part"):
        (there / name).touch()
    whole_file.clear_beside(here / "config.toml")
    assert sorted(path.name for path in there.iterdir()) == ["film.4194305.part", "kept.toml"]
