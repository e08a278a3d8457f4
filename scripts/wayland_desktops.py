"""Wayland desktops as Debian has them, without a screen, and gridpilot in them: GNOME 48 and 43, KDE's KWin 5.27, and
the newest sway.

    python3 scripts/wayland_desktops.py                     makes what is missing, and runs all of it
    python3 scripts/wayland_desktops.py gnome|gnome43|kde|sway [PART..]  one desktop, or parts of its script
    DEB=FILE python3 scripts/wayland_desktops.py kde [PART..]     the same of that package, not of the checkout

Needs root and Debian. Each desktop, its portals and PipeWire are installed by debootstrap in the cache folder and never
on this machine, where D-Bus would start them in every X session. All runs as a user who may do nothing, in namespaces
of its own. The checkout is what it is at present. Exit 0 means that all went as it should.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import setup_debian
from bare import UNSHARE, UnableError, does
from setup_venv import ROOT, say

if TYPE_CHECKING:
    from collections.abc import Sequence

CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "gridpilot-wayland"


@dataclass(frozen=True, slots=True)
class Desktop:
    """`name` is what its programs are told that it is; `script` is run there."""

    name: str
    script: str
    release: str
    packages: str


COMMON = (
    "adwaita-icon-theme dbus-bin dbus-daemon fonts-dejavu-core gnome-2048 gnome-sudoku libgl1-mesa-dri libglib2.0-bin "
    "pipewire procps python3 python3-tk wireplumber xdg-desktop-portal"
)
DESKTOPS = {
    "gnome": Desktop(
        "GNOME",
        "wayland_gnome.py",
        "trixie",
        "dconf-gsettings-backend foot gnome-control-center gnome-settings-daemon gnome-shell gsettings-desktop-schemas "
        "nudoku python3-dbusmock xdg-desktop-portal-gnome chromium",
    ),
    "gnome43": Desktop(
        "GNOME",
        "wayland_gnome.py",
        "bookworm",
        "dconf-gsettings-backend foot gnome-control-center gnome-settings-daemon gnome-shell gsettings-desktop-schemas "
        "python3-dbusmock xdg-desktop-portal-gnome",
    ),
    "kde": Desktop(
        "KDE",
        "wayland_kde.py",
        "bookworm",
        "breeze-icon-theme kwin-wayland libkf5service-bin qtwayland5 xdg-desktop-portal-kde xwayland",
    ),
    "sway": Desktop("sway", "wayland_sway.py", "sid", "sway"),
}
NOBODY = "65534:65534"
LIMIT = 600  # s for a run
INSTALL = """
set -e
mount -t proc proc "$1/proc"
mount --rbind /dev "$1/dev"
mount --bind "$2" "$1/var/cache/apt/archives"
chroot "$1" apt-get update -q
DEBIAN_FRONTEND=noninteractive chroot "$1" apt-get install -q -y --no-install-recommends $3
"""
ENTER = """
set -e
root=$1 checkout=$2 limit=$3 user=$4
shift 4
if [ -n "$DEB" ]; then
    mount -t tmpfs tmpfs /mnt
    mkdir /mnt/written /mnt/work
    mount -t overlay overlay -o "lowerdir=$root,upperdir=/mnt/written,workdir=/mnt/work" "$root"
    cp "$DEB" "$root/gridpilot.deb"
    chroot "$root" dpkg -i /gridpilot.deb
fi
mount -t tmpfs tmpfs "$root/tmp"
mkdir -p -m 1777 "$root/tmp" "$root/tmp/.X11-unix" "$root/checkout"
mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
mount -t tmpfs tmpfs "$root/dev/shm"
mount --bind -o ro "$checkout" "$root/checkout"
mkdir -m 700 "$root/tmp/user" "$root/tmp/user/home" "$root/tmp/user/run"
chown -R "$user" "$root/tmp/user"
cd "$root"
set +e
timeout -k 5 "$limit" chroot --userspec="$user" --groups= "$root" env -i "$@"
code=$?
[ -z "$KEEP" ] || cp -r "$root"/tmp/user/*.png "$root"/tmp/user/*.log "$KEEP"
exit $code
"""


def made(desktop: Desktop) -> Path:
    """The desktop's Debian, made where it is not there yet. Raises UnableError."""
    kept = CACHE / f"{desktop.name}-{desktop.release}"
    if kept.exists():
        _add(kept, desktop)
        return kept
    if os.geteuid() != 0 or not setup_debian.is_debian():
        raise UnableError("it takes root on Debian")
    setup_debian.provide(["debootstrap"], "A Debian of its own is made by it")
    archives, root = CACHE / "archives", kept.with_suffix(".made")
    archives.mkdir(parents=True, exist_ok=True)
    lines = [line for line in setup_debian.sources() if line.split()[2] == setup_debian.release()]
    if not lines:
        raise UnableError("apt knows no archive of Debian")
    subprocess.run(["rm", "-rf", root], check=True)
    mirror = lines[0].split()[1]
    options = ["--variant=minbase", "--include=ca-certificates", f"--cache-dir={archives}"]
    does([*UNSHARE, "debootstrap", *options, desktop.release, root, mirror], "debootstrap")
    (root / "etc/apt/apt.conf.d/80machine").write_text(setup_debian.fetching(), "utf-8")
    (root / "etc/dpkg/dpkg.cfg.d/quick").write_text("force-unsafe-io\n", "utf-8")
    for name in ("etc/resolv.conf", "etc/hosts"):
        (root / name).write_bytes(Path("/", name).read_bytes())
    _add(root, desktop)
    needed = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["dependencies"]
    wanted = [each for each in needed if "sys_platform" not in each or "== 'linux'" in each]
    python = (root / "usr/bin/python3").readlink().name.removeprefix("python")
    target = ["--target", root / "opt/site", "--python-version", python, "--only-binary=:all:"]
    does([sys.executable, "-m", "pip", "install", "-q", *target, *wanted], "gridpilot's own needs")
    root.rename(kept)
    return kept


def _add(root: Path, desktop: Desktop) -> None:
    """The packages, where they are not those that are there."""
    note, wanted = root / "etc/gridpilot-packages", f"{COMMON} {desktop.packages}"
    if not note.exists() or note.read_text("utf-8") != wanted:
        does([*UNSHARE, "sh", "-c", INSTALL, "sh", root, CACHE / "archives", wanted], "the desktop")
        note.write_text(wanted, "utf-8")


def run(desktop: Desktop, words: Sequence[str]) -> int:
    """The desktop's script in a session bus of its own there."""
    home = "/tmp/user"
    environment = {
        "PATH": "/usr/bin:/usr/sbin:/bin:/usr/games",
        "LANG": "C.UTF-8",
        "HOME": f"{home}/home",
        "XDG_RUNTIME_DIR": f"{home}/run",
        "XDG_SESSION_TYPE": "wayland",
        "XDG_CURRENT_DESKTOP": desktop.name,
        "XDG_SESSION_CLASS": "user",
        "LIBGL_ALWAYS_SOFTWARE": "1",
        "NO_AT_BRIDGE": "1",
        "PYTHONPATH": "/opt/site:/checkout/daemon",
        "PYTHONDONTWRITEBYTECODE": "1",
        "PACKAGED": os.environ.get("DEB", ""),
    }
    inside = [f"{name}={value}" for name, value in environment.items()]
    inside += ["dbus-run-session", "--", "/usr/bin/python3", "-u", f"/checkout/scripts/{desktop.script}", *words]
    entered = [*UNSHARE, "sh", "-c", ENTER, "sh", made(desktop), ROOT, str(LIMIT), NOBODY, *inside]
    return subprocess.run(entered).returncode


def main(words: list[str]) -> int:
    if {"-h", "--help"} & set(words):
        say(__doc__ or "")
        return 0
    chosen, parts = (words[:1], words[1:]) if words else ([*DESKTOPS], [])
    if not {*chosen} <= {*DESKTOPS}:
        say(f"No such desktop: {chosen[0]}. There are {' and '.join(DESKTOPS)}.")
        return 2
    try:
        return max(run(DESKTOPS[name], parts) for name in chosen)
    except UnableError as why:
        say(f"No Wayland desktop on this machine: {why}")
        return 3


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
