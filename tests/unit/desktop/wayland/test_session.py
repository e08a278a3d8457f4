"""A Wayland desktop where nothing can be filled: it is said with the next step, and with what works there."""

import shlex
import subprocess
from pathlib import Path

import pytest

import gridpilot
from gridpilot.desktop.linux import factories
from gridpilot.desktop.wayland import session as module
from gridpilot.desktop.wayland.offers import Offer, refusal
from gridpilot.errors import EnvironmentFault

pytestmark = pytest.mark.posix("Wayland")


def test_a_wayland_session_is_said_with_a_line_to_bind_that_a_shell_takes(monkeypatch, tmp_path):
    """The board is solved from the copied screenshot and shown as a notice; here both programs only write that down."""
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-0")
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    session = factories.session()
    with pytest.raises(EnvironmentFault, match="Wayland") as told:
        session.describe()
    line = told.value.fix.rpartition(": ")[2]
    assert line == module.SHORTCUT
    notify = tmp_path / "notify-send"
    notify.write_text('#!/bin/sh\nprintf "%s|" "$@"\n')
    notify.chmod(0o755)
    package = str(Path(gridpilot.__file__).parents[1])
    env = {"PATH": f"{tmp_path}:/usr/bin:/bin", "PYTHONPATH": package, "HOME": str(tmp_path)}
    shown = subprocess.run(shlex.split(line), env=env, capture_output=True, text=True, timeout=120).stdout.split("|")
    assert shown[0] == "gridpilot"
    assert shown[1].startswith("Nothing usable was copied")


@pytest.mark.parametrize("env", [{"WAYLAND_DISPLAY": "wayland-7"}, {"XDG_SESSION_TYPE": "wayland"}])
def test_a_compositor_that_cannot_be_reached_is_named_wherever_it_is_needed(monkeypatch, tmp_path, env):
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "XDG_SESSION_TYPE"):
        monkeypatch.delenv(name, raising=False)
    for name, value in {"XDG_RUNTIME_DIR": str(tmp_path), **env}.items():
        monkeypatch.setenv(name, value)
    for make in (factories.focus, factories.screen, factories.input_, factories.hotkeys, factories.watch):
        with pytest.raises(EnvironmentFault, match=r"Wayland compositor .* cannot be reached") as fault:
            make()
        assert fault.value.fix


def test_what_a_compositor_lacks_is_named():
    lacking = Offer(
        "gnome-shell", {"pictures": "zwlr_screencopy_manager_v1", "keys": "zwp_virtual_keyboard"}, *[False] * 3
    )
    said = str(refusal(lacking))
    assert "gnome-shell offers no pictures (zwlr_screencopy_manager_v1) and keys (zwp_virtual_keyboard)" in said
    assert "Log in to sway, labwc or an Xorg (X11) session" in said


def test_what_nobody_tells_is_said():
    assert Offer("sway 1.10", {}, tells_pointer=True, tells_use=True, tells_place=True).untold == ""
    said = Offer("labwc", {}, tells_pointer=False, tells_use=False, tells_place=False).untold
    assert "Bind `gridpilot press solve`" in said
    assert "the largest is taken" in said
    assert "only Esc, the hotkey and another window stop a job" in said
