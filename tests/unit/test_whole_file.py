"""A file is written whole or not at all."""

import os
import stat

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
