"""Folders and names of files."""

import os
import stat
import tempfile
from pathlib import Path

import pytest

from gridpilot import paths, whole_file
from gridpilot.config import ConfigFile
from gridpilot.errors import EnvironmentFault

XDG = pytest.mark.posix("folders that variables name")


@pytest.fixture
def home(monkeypatch):
    """Not pytest's own folder: with a test's name in it, its path is longer than a socket's may be."""
    with tempfile.TemporaryDirectory() as path:
        for name in ("CONFIG_HOME", "STATE_HOME", "CACHE_HOME", "RUNTIME_DIR"):
            folder = Path(path) / name.lower()
            folder.mkdir(mode=0o700)
            monkeypatch.setenv(f"XDG_{name}", str(folder))
        yield Path(path)


@XDG
def test_folders_lie_where_xdg_says_and_those_for_caches_are_made_for_the_user_alone(home):
    found = paths.find()
    assert found.config == home / "config_home" / "gridpilot"
    assert found.state == home / "state_home" / "gridpilot"
    assert found.runtime == home / "runtime_dir" / "gridpilot"
    assert sorted(home.glob("*_home/*")) == [found.cache]
    for folder in (found.cache, found.runtime, found.log):
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700


@XDG
def test_the_others_are_made_by_what_is_written_first_and_are_the_users_alone_whatever_the_umask(home):
    before = os.umask(0o000)
    try:
        found = paths.find()
        whole_file.write(found.learnt / "looks/any.json", "{}")
        whole_file.append(found.statistics, "{}")
        assert ConfigFile(found.config_file).write_default()
    finally:
        os.umask(before)
    assert found.statistics.read_text("utf-8") == "{}\n"
    for folder in (found.state, found.learnt, found.learnt / "looks", found.config):
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700


@XDG
def test_a_folder_that_cannot_be_made_is_said_with_its_name(home, monkeypatch):
    (home / "file").write_text("")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(home / "file"))
    with pytest.raises(EnvironmentFault, match="file/gridpilot"):
        paths.find()


@pytest.mark.parametrize(
    ("display", "key"),
    [
        (":0", "0"),
        (":0.0", "0"),
        ("localhost:10.0", "localhost_10"),
        (":0.1", "0_1"),
        ("", "default"),
        ("wayland-0", "wayland_0"),
        ("/tmp/launch-x/org.xquartz:0", "tmp_launch_x_org_xquartz_0"),
    ],
)
def test_each_screen_has_one_key_however_it_is_written(display, key):
    assert paths.display_key(display) == key


def test_two_displays_have_two_sockets(home):
    found = paths.find()
    assert found.address(":0") != found.address(":1")
