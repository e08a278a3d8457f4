"""The system packages that gridpilot's demo and tests need: the only list of them, and how they get installed.

Installed by apt-get when run as root; otherwise the exact line to type is printed and nothing is changed.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

APT_LIMIT = 900  # seconds

# package -> the command that shows it is there (on systems without dpkg), and what it is for
DEMO = {
    "xvfb": ("Xvfb", "the virtual display"),
    "openbox": ("openbox", "a window manager: focus, and clicks that keys may overtake"),
    "trayer": ("trayer", "a tray for the icon"),
    "x11-xkb-utils": ("setxkbmap", "keyboard layouts"),
    "dbus-daemon": ("dbus-daemon", "a session bus"),
    "fonts-dejavu-core": ("", "the practice board's digits"),
}
TESTS = {
    **DEMO,
    "fonts-liberation": ("", "with DejaVu, the only fonts of the virtual desktops"),
    "adwaita-icon-theme": ("", "their icons"),
    "fontconfig": ("fc-list", "asks which fonts those are"),
    "x11-xserver-utils": ("xrandr", "two monitors"),
    "picom": ("picom", "a compositor, above which an overlay must let clicks through"),
    "xfwm4": ("xfwm4", "the second window manager: client-side shadows"),
    "xfce4-panel": ("xfce4-panel", "a panel that takes the icon over D-Bus"),
    "i3lock": ("i3lock", "a lock of the screen"),
    "dunst": ("dunst", "a server of notices"),
    "xserver-xephyr": ("Xephyr", "a display with a 'hardware' keyboard and mouse: the user's interference"),
    "gnome-sudoku": ("", "a real game"),
    "gnome-2048": ("", "a real game"),
    "sgt-puzzles": ("", "a real game: Solo"),
    "ksudoku": ("", "a real game, on a board like a photograph"),
    "nudoku": ("", "a real game in a terminal"),
    "xterm": ("xterm", "nudoku's window"),
    "chromium": ("chromium", "sudoku pages"),
    "firefox-esr": ("firefox-esr", "the same ones"),
    "desktop-file-utils": ("desktop-file-validate", "checks the entry in the desktop's menu"),
    "appstream": ("appstreamcli", "checks what software centres are told"),
    "chromium-driver": ("chromedriver", "sudoku pages that are asked themselves"),
    "tesseract-ocr": ("tesseract", "the other reader of digits"),
}
WINDOWS = {  # the tests that want these skip where they are not, and say so
    "wine": ("wine", "the whole program runs there on CPython for Windows"),
    "wine64": ("", "likewise"),
    "osslsigncode": ("osslsigncode", "checks who signed that CPython"),
    "libtk8.6": ("", "Tcl's and Tk's scripts"),
    "gcc-mingw-w64-x86-64": ("x86_64-w64-mingw32-gcc", "compiles the Windows programs of tests/windows"),
    "xz-utils": ("xz", "unpacks the source of one of them"),
    "nsis": ("makensis", "makes the installer"),
}
PACKAGES = {  # likewise
    "binutils": ("objdump", "takes apart what a package holds"),
    "gcc": ("gcc", "compiles 2048's search for it; without it a build fetches another compiler"),
    "libc6-dev": ("", "likewise"),
    "libpython3-dev": ("", "Python as a library, which the packages bring along"),
    "libxcb-randr0": ("", "likewise, for pictures of windows"),
    "libxcb-render0": ("", "likewise"),
    "libxcb-shm0": ("", "likewise"),
    "libxcb-xfixes0": ("", "likewise"),
}
WAYLAND = {  # likewise
    "sway": ("sway", "a Wayland desktop without a screen"),
    "foot": ("foot", "a terminal there"),
    "grim": ("grim", "its screenshots"),
    "wl-clipboard": ("wl-copy", "its clipboard"),
    "xwayland": ("Xwayland", "X programs on it"),
}
KNOWN = {**DEMO, **TESTS, **WINDOWS, **PACKAGES, **WAYLAND}


class SetupError(Exception):
    """What is missing and how to get it; the scripts print it and exit with 3."""


def is_debian() -> bool:
    return sys.platform.startswith("linux") and bool(shutil.which("apt-get") and shutil.which("dpkg-query"))


def _installed(package: str) -> bool:
    done = subprocess.run(["dpkg-query", "-W", "-f=${Status}", package], capture_output=True, text=True, timeout=60)
    return done.stdout.strip() == "install ok installed"


def missing(packages: list[str]) -> list[str]:
    if is_debian():
        return [name for name in packages if not _installed(name)]
    return [name for name in packages if KNOWN.get(name, ("",))[0] and not shutil.which(KNOWN[name][0])]


def release() -> str:
    """Debian's code name on this machine."""
    text = Path("/etc/os-release").read_text("utf-8")
    return dict(line.split("=", 1) for line in text.splitlines() if "=" in line).get("VERSION_CODENAME", "")


def sources(of: str = "") -> list[str]:
    """Where this machine gets Debian's own packages, as lines of a sources.list; `of`: those of another release."""
    asked = ["apt-get", "indextargets", "--format", "deb $(REPO_URI) $(RELEASE) $(COMPONENT)"]
    asked += ["Identifier: Packages", "Origin: Debian"]
    for again in (False, True):
        if again:  # no list was ever fetched
            subprocess.run(["apt-get", "update", "-q"], capture_output=True, timeout=APT_LIMIT)
        done = subprocess.run(asked, capture_output=True, text=True, timeout=60)
        if lines := sorted(set(done.stdout.splitlines())):
            return [line.replace(f" {release()}", f" {of or release()}") for line in lines]
    return []


def fetching() -> str:
    """How apt is told to reach its archives on this machine (a proxy, certificates), as lines of an apt.conf."""
    told = subprocess.run(["apt-config", "dump"], capture_output=True, text=True, timeout=60).stdout
    known = ("Acquire::http", "Acquire::Retries", "Acquire::Force", "Acquire::Check")
    return "".join(f"{line}\n" for line in told.splitlines() if line.startswith(known))


def provide(packages: list[str], why: str) -> None:
    """Installs what is missing, or raises SetupError with the line to type."""
    lacking = missing(packages)
    if not lacking:
        return
    names = " ".join(lacking)
    if not is_debian():
        raise SetupError(f"{why}. Missing: {names} (Debian's names). Install them with your package manager.")
    line = f"apt-get install --no-install-recommends {names}"
    if os.geteuid() != 0:
        raise SetupError(f"{why}. Please run:\n\n    sudo {line}\n\nand start again.")
    print(f"Installing by apt-get: {names} ...", flush=True)
    environ = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for command in (["apt-get", "update", "-q"], [*line.split()[:2], "-y", "-q", *line.split()[2:]]):
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=APT_LIMIT, env=environ)
        except subprocess.TimeoutExpired:
            raise SetupError(f"'{' '.join(command)}' did not finish in {APT_LIMIT} s.") from None
        if done.returncode and command[1] != "update":  # an update that failed may still leave usable lists
            raise SetupError(f"'{' '.join(command)}' failed:\n{(done.stderr or done.stdout).strip()[-1500:]}")
