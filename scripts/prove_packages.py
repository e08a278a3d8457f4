"""Proves packages as a user gets them: installed where no Python is, started, pressed, looked at, and removed again.

    .venv/bin/python scripts/prove_packages.py [dist] [--only deb,folder,installer,zip] [--release trixie]

A .deb goes into a bare Debian that has fonts and no Python (made once by debootstrap, needs root), a folder for Linux
into the files of two dozen packages of it, where an ordinary user unpacks and starts it; both go into a bare Debian of
another release where one is named. Those for Windows go into a fresh Wine. A display of this machine shows their
practice board, a hand presses Ctrl+Alt+S, and the board's own file is read for what stands on it. Files that are
written at the start and are no caches, and each that is left after the removal, are named. One line a package; exit 0:
all are right, 1: some are not, 3: this machine cannot.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import stat
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import bare
import packaged_windows
from boards import solved
from programs import end
from setup_venv import ROOT, say
from virtual import Desktop, desktop, wait_for

if TYPE_CHECKING:
    from collections.abc import Iterator

PUZZLE = ".1....43.7...........2549..17..4.2.6....9...3..3..6.8...147..6....5.812..9..6.3.4"
SEEN = 120.0  # seconds until what must be seen is seen, on a busy machine
FILES = ("base-files", "bash", "coreutils", "dpkg", "findutils", "fontconfig-config", "grep", "gzip", "tar")
MERGED = ("bin", "sbin", "lib", "lib64")
UNPACK = """
for file in "$1"/*.deb; do
    dpkg-deb --fsys-tarfile "$file" | tar xf - --keep-directory-symlink -C "$2"
done
"""
OF_THE_SYSTEM = ("var/lib/dpkg/", "var/lib/apt/", "var/log/", "var/cache/", "etc/ld.so.cache", "tmp/", "run/", "proc/",
                 "dev/", "sys/", "root/.cache/fontconfig/")  # fmt: skip
"""What dpkg and the kernel write for themselves; and fontconfig, for the first program that draws text, whichever."""

START = """
set -e
cd /root
if command -v python3; then exit 9; fi
{install}
{program} --version > version.txt
{program} doctor > doctor.txt || true
{program} run > run.txt 2>&1 &
until {program} status --json > status.json && grep -q '"ready": *true' status.json; do sleep 0.2; done
if find .config .local/state 2> /dev/null | grep .; then echo "written at the start"; exit 8; fi
touch ready
{program} practice sudoku --puzzle {puzzle} --state /root/state.json > practice.txt 2>&1 &
until [ -e pressed ]; do sleep 0.2; done
until {program} last --json > last.json && grep -q '"outcome": "' last.json; do sleep 0.2; done
kill %2
{program} play --board "2 0 0 4/0 2 0 0/0 0 0 0/2 4 8 16" > move.txt
{program} uninstall --settings
{remove}
rm -f doctor.txt run.txt status.json ready state.json practice.txt pressed
"""
HOW = {
    "deb": ("apt-get install -y -q --no-install-recommends ./{file} > /dev/null", "gridpilot",
            "apt-get purge -y -q gridpilot > /dev/null"),
    "folder": ("mkdir ~/new && tar xzf ./{file} -C ~/new && ~/new/*/gridpilot install > /dev/null",
               "~/new/*/gridpilot", "rm -r ~/new"),
}  # fmt: skip
BY_DPKG = ("dpkg --force-depends,bad-path -i ./{file} > /dev/null", "gridpilot",
           "dpkg --force-bad-path --purge gridpilot > /dev/null")  # fmt: skip
"""How a .deb is installed where no apt is, and nothing that dpkg knows of."""

USER = 1000
"""Whose home /root is for the folder, and who runs it; the .deb is run by root, who may write everywhere."""


@contextmanager
def debian(release: str) -> Iterator[Path]:
    """A copy of the bare Debian."""
    with bare.alone(), tempfile.TemporaryDirectory(prefix="run-", dir=bare.CACHE, ignore_cleanup_errors=True) as name:
        root = Path(name) / "root"
        kept = bare.base(Path(name), ("fontconfig-config",), release)
        bare.does(["cp", "-a", "--reflink=auto", kept, root], "the copy")
        (root / "etc/dpkg/dpkg.cfg.d/quick").write_text("force-unsafe-io\n", "utf-8")
        yield root


@contextmanager
def unpacked() -> Iterator[Path]:
    """A system of the FILES alone and what they depend on, unpacked: no package manager has set it up, which takes a
    tenth of debootstrap's time.
    """
    with tempfile.TemporaryDirectory(prefix="gridpilot-root-", ignore_cleanup_errors=True) as name:
        root, archives = Path(name) / "root", Path(name) / "archives"
        (archives / "partial").mkdir(parents=True)
        (Path(name) / "status").touch()  # to apt, nothing is installed
        settings = (f"Dir::State::status={name}/status", f"Dir::Cache::archives={archives}", "APT::Sandbox::User=")
        words = ["apt-get", "install", "-y", "-q", "--download-only", "--no-install-recommends"]
        bare.does([*words, *(word for each in settings for word in ("-o", each)), *FILES], "the bare system's files")
        for folder in ("proc", "sys", "dev/pts", "dev/shm", "root", "tmp", "etc", *(f"usr/{name}" for name in MERGED)):
            (root / folder).mkdir(parents=True)
        for folder in MERGED:
            (root / folder).symlink_to(f"usr/{folder}")
        for number, device in ((3, "null"), (5, "zero"), (8, "random"), (9, "urandom")):
            os.mknod(root / "dev" / device, stat.S_IFCHR | 0o666, os.makedev(1, number))
            (root / "dev" / device).chmod(0o666)
        (root / "etc/passwd").write_text("root:x:0:0:root:/root:/bin/bash\n", "utf-8")
        bare.does(["sh", "-ec", UNPACK, "sh", archives, root], "the bare system's files")
        (root / "var/lib/dpkg/status").touch()
        yield root


def files_of(root: Path) -> set[str]:
    """The files and links, but those that the system keeps for itself."""
    found = (path.relative_to(root).as_posix() for path in root.rglob("*") if path.is_symlink() or path.is_file())
    return {name for name in found if not name.startswith(OF_THE_SYSTEM)}


@contextmanager
def inside(root: Path, line: str, desk: Desktop, *, user: int = 0) -> Iterator[subprocess.Popen[str]]:
    """That line of shell in the bare system, as that user, on this machine's display; what it started ends with it."""
    spaces = [word for word in bare.UNSHARE if word != "--ipc"]  # pictures come by memory that both share
    words = [*spaces, "sh", "-c", bare.ENTER, "sh", str(root), "/tmp/.X11-unix", "/tmp/.X11-unix", "--"]
    environ = {"HOME": "/root", "PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "DISPLAY": desk.name, "LANG": "C.UTF-8",
               "DEBIAN_FRONTEND": "noninteractive"}  # fmt: skip
    pipes = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
    shell = ["chroot", f"--userspec={user}:{user}", "/", "bash", "-mc", line]
    made = subprocess.Popen([*words, *shell], env=environ, text=True, start_new_session=True, **pipes)
    try:
        yield made
    finally:
        end(made)  # type: ignore[arg-type]


def on_linux(kind: str, file: Path, release: str = "", *, quick: bool = False) -> str:
    """What is not right; empty when all is. `quick`: no debootstrap. Raises bare.UnableError where there can be no bare
    system.
    """
    if why := bare.cannot():
        raise bare.UnableError(why)
    with debian(release) if release or (kind == "deb" and not quick) else unpacked() as root:
        before = files_of(root)
        bare.does(["cp", file, root / "root" / file.name], "the package")
        how = BY_DPKG if kind == "deb" and quick else HOW[kind]
        install, program, remove = (word.format(file=file.name) for word in how)
        line = START.format(install=install, program=program, remove=f"{remove}; rm ./{file.name}", puzzle=PUZZLE)
        user = USER if kind == "folder" else 0
        bare.does(["chown", "-R", f"{user}:{user}", root / "root"], "the user's home")
        with desktop(size=(1280, 960)) as desk, inside(root, line, desk, user=user) as script:
            said, right = pressed(desk, root / "root", script)
        version, left = root / "root/version.txt", files_of(root) - before
        named = misnamed(version.read_text("utf-8") if version.exists() else "", kind)
        left -= {"root/last.json", "root/move.txt", "root/version.txt"}
        faults = [said, named, "" if right else "the board is not solved"]
        return "; ".join(fault for fault in (*faults, f"left: {', '.join(sorted(left)[:8])}" if left else "") if fault)


def misnamed(version: str, kind: str) -> str:
    """What `--version` does not tell of package and commit; empty when it tells both."""
    commit = ", [0-9a-f]{7,}" if (ROOT / ".git").exists() else ""
    told_both = re.search(rf"\({kind}{commit}", version)
    return "" if told_both else f"--version tells no kind and commit: {version.strip()}"


def pressed(desk: Desktop, home: Path, script: subprocess.Popen[str]) -> tuple[str, bool]:
    """Presses the key over the practice board; what went wrong, and whether the board says that it is solved."""

    def there(file: str) -> bool:
        if script.poll() is not None:
            raise RuntimeError("it ended: " + (script.stdout.read() if script.stdout else "")[-600:])
        return (home / file).exists()

    try:
        wait_for(lambda: there("state.json") and there("ready"), SEEN, "the practice board")
        window = wait_for(lambda: next(iter(desk.windows()), None), SEEN, "its window")
        desk.focus(window)
        desk.hand.hotkey("ctrl+alt+s")
        wait_for(lambda: there("state.json") and told(home / "state.json").get("solved"), SEEN, "the solved board")
        right = solved(str(told(home / "state.json")["board"]).replace("0", "."), PUZZLE)
        (home / "pressed").touch()
        said = script.communicate(timeout=SEEN)[0]
    except (TimeoutError, RuntimeError, subprocess.TimeoutExpired) as fault:
        return str(fault), False
    last, move = told(home / "last.json"), (home / "move.txt").read_text("utf-8").strip()
    faults = [] if script.returncode == 0 else [f"exit {script.returncode}: {said[-600:]}"]
    faults += [] if last.get("outcome") == "verified" else [f"it says {last.get('outcome')}"]
    faults += [] if move in {"up", "down", "left", "right"} else [f"no move of 2048: {move}"]
    return "; ".join(faults), right


def told(file: Path) -> dict[str, Any]:
    """What stands in the file; nothing while it is being written."""
    try:
        found: dict[str, Any] = json.loads(file.read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return found


def packages(folder: Path) -> dict[str, Path]:
    """The files to prove, by kind."""
    patterns = {"deb": "*.deb", "folder": "*-linux-*.tar.gz", "installer": "*-setup.exe", "zip": "*-windows-*.zip"}
    return {kind: file for kind, pattern in patterns.items() for file in folder.glob(pattern)}


def main(words: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT / "dist")
    parser.add_argument("--only", default="")
    parser.add_argument("--release", default="", help="of Debian; this machine's, if none is named")
    given = parser.parse_args(words)
    codes = [0]
    for kind, file in packages(given.folder).items():
        if given.only and kind not in given.only.split(","):
            continue
        begun = time.monotonic()
        try:
            fault = on_linux(kind, file, given.release) if kind in HOW else packaged_windows.prove(kind, file)
        except bare.UnableError as why:
            say(f"{kind}: not proven here: {why}")
            codes.append(3)
            continue
        took = time.monotonic() - begun
        say(f"{kind}: {fault or 'installed, board verified, 2048 played, removed: no file left'} ({took:.0f} s)")
        codes.append(1 if fault else 0)
    return 1 if 1 in codes else max(codes)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
