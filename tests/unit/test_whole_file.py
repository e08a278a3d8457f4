"""A file is read or written whole, or not at all."""

import contextlib
import errno
import io
import os
import pathlib
import stat
import subprocess
import sys
import threading

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gridpilot import whole_file
from gridpilot.texts import file_words


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


POSIX = pytest.mark.posix("pipes and devices in folders")


def read_in_time(read, path):
    """What it raises; a read that waits for ever fails."""
    raised = []

    def attempt():
        try:
            read(path)
        except OSError as fault:
            raised.append(fault)

    thread = threading.Thread(target=attempt, daemon=True)
    thread.start()
    thread.join(30)
    assert raised, "it waits, or takes what is there for a file"
    return raised[0]


@POSIX
@pytest.mark.parametrize("read", [whole_file.read, whole_file.read_text, whole_file.read_json, whole_file.end])
def test_what_is_no_file_is_not_opened_for_reading(tmp_path, read):
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "link").symlink_to("/dev/zero")
    for name in ("pipe", "link", "."):
        fault = read_in_time(read, tmp_path / name)
        assert fault.strerror in {file_words.NO_FILE, os.strerror(errno.EISDIR)}


@POSIX
def test_a_line_is_not_added_to_a_pipe_that_nobody_reads(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    read_in_time(lambda path: whole_file.append(path, "a line"), tmp_path / "pipe")


@given(size=st.integers(0, 300), most=st.integers(0, 300))
def test_a_file_is_read_up_to_its_limit_and_no_further(tmp_path_factory, size, most):
    file = tmp_path_factory.mktemp("sized") / "file"
    file.write_bytes(bytes(size))
    assert whole_file.end(file, most) == (bytes(min(size, most)), size <= most)
    for read in (lambda: whole_file.read(file, most), lambda: whole_file.taken(io.BytesIO(bytes(size)), most)):
        if size <= most:
            assert read() == bytes(size)
        else:
            with pytest.raises(whole_file.Unfit, match="is longer than"):
                read()


def test_a_file_that_is_said_to_be_empty_is_still_read_no_further_than_its_limit():
    """As those of /proc are."""
    said_empty = pathlib.Path("/proc/self/maps")
    if not said_empty.exists():
        pytest.skip("no /proc")
    with pytest.raises(whole_file.Unfit):
        whole_file.read(said_empty, 10)


@given(st.binary(max_size=40) | st.text(alphabet='{}[]",:1e.', max_size=40).map(str.encode))
def test_of_any_bytes_comes_a_value_or_a_fault_that_callers_know(content):
    with contextlib.suppress(ValueError):
        whole_file.parsed(content)


@pytest.mark.parametrize("signs", ["[", '{"a":', '[[{"a": '])
def test_a_text_nested_deeper_than_python_can_follow_is_no_json(tmp_path, signs):
    (tmp_path / "deep.json").write_text(signs * 200_000)
    with pytest.raises(ValueError, match="nested"):
        whole_file.read_json(tmp_path / "deep.json")


def test_lines_are_added_also_after_one_that_was_cut_short(tmp_path):
    file = tmp_path / "lines"
    whole_file.append(file, "one")
    file.write_text("one\ntw")
    whole_file.append(file, "three")
    whole_file.append(file, "four")
    assert file.read_text() == "one\ntw\nthree\nfour\n"


def test_a_new_file_takes_no_other_s_place_and_goes_where_it_fails(tmp_path):
    (tmp_path / "there").write_text("before")
    with pytest.raises(FileExistsError), whole_file.new(tmp_path / "there"):
        pass
    with pytest.raises(ZeroDivisionError), whole_file.new(tmp_path / "new") as file:
        file.write(b"half")
        raise ZeroDivisionError
    assert [path.name for path in tmp_path.iterdir()] == ["there"]
    assert (tmp_path / "there").read_text() == "before"


@pytest.mark.posix("links")
def test_a_new_file_is_not_written_where_a_link_points(tmp_path):
    (tmp_path / "link").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(FileExistsError), whole_file.new(tmp_path / "link"):
        pass
    assert not (tmp_path / "elsewhere").exists()
