"""The README's two commands on a bare Debian, as a newcomer has it: nothing is installed but what the README names.

    python3 scripts/bare.py             run.py, then test.py, in a fresh clone of the present commit
    python3 scripts/bare.py --run-only  the first of the two
    python3 scripts/bare.py --fonts     the same beside two hundred packages of fonts, by which programs look otherwise
    python3 scripts/bare.py --or-here   where this machine cannot do that: one line that says why, then test.py here

Needs root and Debian. The bare system is made once by debootstrap, from where this machine gets its own packages, and
is kept in the cache folder; each run works in a copy of it, in its own mount and process namespace, so that nothing of
a run is left. pytest's closing line comes last. Exit 0 means that both commands did.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

import setup_debian
from programs import end
from setup_debian import SetupError
from setup_venv import ROOT, say

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

COMMANDS = ("python3 scripts/run.py", "python3 scripts/test.py")
PACKAGES = ("ca-certificates", "git", "python3", "python3-tk", "python3-venv")  # what the README asks for; the clone
CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "gridpilot-bare"
HOME = Path("/root")  # in the bare system
CHECKOUT = HOME / "gridpilot"
DISK = 10  # GB; after a run the copy alone took 4.7 (du), beside the base and 0.6 of packages
LIMIT = 900  # seconds for debootstrap
CERTIFICATES = ("SSL_CERT_FILE", "REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE", "PIP_CERT", "GIT_SSL_CAINFO")
OWN_CERTIFICATES = Path("/usr/local/share/ca-certificates")
KEPT = (*CERTIFICATES, "CI", "TERM")
PIP_FILES = ("etc/pip.conf", "root/.config/pip/pip.conf", "root/.pip/pip.conf")

UNSHARE = ("unshare", "--mount", "--pid", "--ipc", "--fork", "--kill-child")
REACH = """
set -e
apt-get update -q --error-on=any
python3 -m venv /tmp/reach
/tmp/reach/bin/pip download -q -d /tmp/reach msgspec
rm -r /tmp/reach
"""
FONTS = """
apt-get install -q -y --no-install-recommends \\
    $(apt-cache search --names-only '^fonts-' | cut -d' ' -f1 | sort | head -200)
"""
ENTER = """
set -e
root=$1 && shift
mount --bind "$root" "$root"  # so that its / is one that can be mounted over: a test makes namespaces of its own
mount -t proc proc "$root/proc"
mount -t devpts -o newinstance,ptmxmode=0666 devpts "$root/dev/pts"
mount -t tmpfs tmpfs "$root/dev/shm"
mount -t sysfs -o ro sysfs "$root/sys" || true
while [ "$1" != -- ]; do
    mkdir -p "$root$2" && mount --bind "$1" "$root$2" && shift 2
done
shift
cd "$root"
set +e
chroot "$root" "$@"
exit $?
"""
"""The first process of the namespaces. It stays, and so takes in the processes that lost their parents."""


class UnableError(Exception):
    """Why this machine cannot make a bare system, in one line."""


def cannot() -> str:
    """The reason that can be known at once; empty where there is none."""
    if not setup_debian.is_debian() or "\nID=debian\n" not in Path("/etc/os-release").read_text("utf-8"):
        return "it is no Debian"
    if os.geteuid() != 0:
        return "it takes root"
    CACHE.mkdir(parents=True, exist_ok=True)
    free = shutil.disk_usage(CACHE).free / 1e9
    return f"{CACHE} has {free:.0f} GB left of the {DISK} that it takes" if free < DISK else ""


@contextmanager
def alone() -> Iterator[None]:
    """No other run uses the cache folder; what a run left that was killed is removed."""
    with (CACHE / "lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise UnableError("another run is under way") from None
        for folder in CACHE.glob("run-*"):
            shutil.rmtree(folder, ignore_errors=True)
        yield


def does(command: Sequence[str | Path], what: str, **options: object) -> None:
    """Runs a step of the preparation; UnableError, with the last line that it wrote, when it fails."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=LIMIT, **options)
    except (OSError, subprocess.TimeoutExpired) as fault:
        raise UnableError(f"{what}: {fault}") from None
    if done.returncode:
        lines = (done.stderr.strip() or done.stdout.strip() or str(done.returncode)).splitlines()
        raise UnableError(f"{what}: {lines[-1]}")


def base(folder: Path, packages: Sequence[str] = PACKAGES, of: str = "") -> Path:
    """The bare system with these packages that is kept, made where it is not there yet; `of`: another release."""
    lines = setup_debian.sources(of)
    release = of or setup_debian.release()
    mirror = next((line.split()[1] for line in lines if line.split()[2] == release), None)
    if mirror is None:
        raise UnableError(f"apt knows no archive of {release}")
    key = hashlib.sha256(" ".join((release, mirror, *packages)).encode()).hexdigest()[:12]
    kept = CACHE / f"{release}-{key}"
    if not kept.exists():
        try:
            setup_debian.provide(["debootstrap"], "A bare system is made by it")
        except SetupError as fault:
            raise UnableError(str(fault).splitlines()[-1]) from None
        made = folder / "made"
        (CACHE / "archives").mkdir(exist_ok=True)
        included = [f"--include={','.join(packages)}"] if packages else []
        options = ["--variant=minbase", *included, f"--cache-dir={CACHE / 'archives'}"]
        does([*UNSHARE, "debootstrap", *options, release, made, mirror], "debootstrap")
        made.rename(kept)
    return kept


def bring(root: Path, of: str = "") -> None:
    """What belongs to the machine and not to its user: where packages come from, and the certificates for that."""
    lines = "".join(f"{line}\n" for line in setup_debian.sources(of))
    (root / "etc/apt/sources.list").write_text(lines, "utf-8")
    (root / "etc/apt/apt.conf.d/80machine").write_text(setup_debian.fetching(), "utf-8")
    (root / "etc/dpkg/dpkg.cfg.d/quick").write_text("force-unsafe-io\n", "utf-8")  # a copy need not survive a crash
    certificates = [file for name in CERTIFICATES if (file := os.environ.get(name, "").lstrip("/"))]
    machine = ["etc/resolv.conf", "etc/hosts", "etc/ssl/certs/ca-certificates.crt"]
    machine += [str(file.relative_to("/")) for file in OWN_CERTIFICATES.glob("*.crt")]  # else an update drops them
    for name in (*machine, *PIP_FILES, *certificates):
        if (Path("/") / name).is_file():
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).unlink(missing_ok=True)
            shutil.copy(Path("/") / name, root / name)


def shared() -> dict[Path, Path]:
    """Folders of this machine and their places in the bare system: downloads, and what pip's settings point to."""
    settings = [Path("/", name).read_text("utf-8") for name in PIP_FILES if Path("/", name).is_file()]
    settings += [value for name, value in os.environ.items() if name.startswith("PIP_")]
    words = [word.removeprefix("file://") for text in settings for word in text.split()]
    folders = [Path(word) for word in words if word.startswith("/") and Path(word).is_dir()]
    folders = [
        folder.parent if folder.name == "simple" else folder for folder in folders
    ]  # an index's files lie beside it
    downloads = {CACHE / "archives": Path("/var/cache/apt/archives"), CACHE / "pip": HOME / ".cache/pip"}
    for folder in downloads:
        folder.mkdir(exist_ok=True)
    return downloads | {folder: folder for folder in folders}


def environment() -> dict[str, str]:
    """That of somebody who has just logged in, and how the machine reaches its network."""
    network = ("PIP_", "HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY")
    kept = {name: value for name, value in os.environ.items() if name in KEPT or name.upper().startswith(network)}
    return kept | {"HOME": str(HOME), "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"}


def inside(root: Path, line: str) -> list[str]:
    """The command that runs that line of shell in the bare system; all that it starts ends with it."""
    mounts = [str(path) for pair in shared().items() for path in pair]
    return [*UNSHARE, "sh", "-c", ENTER, "sh", str(root), *mounts, "--", "sh", "-c", line]


def clone(root: Path) -> None:
    """The present commit, as CHECKOUT in the bare system."""
    anyone = root / "tmp/gitconfig"  # the checkout may belong to another user
    anyone.write_text("[safe]\n\tdirectory = *\n", "utf-8")
    git = os.environ | {"GIT_CONFIG_GLOBAL": str(anyone)}
    does(["git", "clone", "-q", "--no-hardlinks", ROOT, root / CHECKOUT.relative_to("/")], "git clone", env=git)
    anyone.unlink()


@contextmanager
def bare() -> Iterator[Path]:
    """A bare system that reaches its archives, with the clone; gone afterwards."""
    if why := cannot():
        raise UnableError(why)
    with alone(), tempfile.TemporaryDirectory(prefix="run-", dir=CACHE, ignore_cleanup_errors=True) as name:
        root = Path(name) / "root"
        does(["cp", "-a", "--reflink=auto", base(Path(name)), root], "the copy")
        bring(root)
        clone(root)
        does(inside(root, REACH), "the bare system", env=environment())
        yield root


def run(root: Path, line: str) -> int:
    say(f"On the bare system: {line}")
    begun = time.monotonic()
    command = subprocess.Popen(
        inside(root, f"cd {CHECKOUT} && {line}"), env=environment(), stdin=subprocess.DEVNULL, start_new_session=True
    )
    try:
        code = command.wait()
    finally:
        end(command)
    if line != COMMANDS[-1]:
        say(f"{line} ended with {code} after {time.monotonic() - begun:.0f} s.")
    return code


def main(words: list[str]) -> int:
    if {"-h", "--help"} & set(words):
        say(__doc__ or "")
        return 0
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    begun = time.monotonic()
    try:
        with bare() as root:
            say(f"A bare system is ready after {time.monotonic() - begun:.0f} s.")
            if "--fonts" in words:
                does(inside(root, FONTS), "the fonts", env=environment())
            codes = [run(root, line) for line in (COMMANDS[:1] if "--run-only" in words else COMMANDS)]
    except UnableError as why:
        say(f"No bare system on this machine: {why}")
        if "--or-here" not in words:
            return 3
        return subprocess.run([sys.executable, ROOT / "scripts/test.py"], cwd=ROOT).returncode
    for line, code in zip(COMMANDS, codes, strict=False):
        if code:
            say(f"{line} ended with {code} on the bare system.")
    return max(codes)


if __name__ == "__main__":
    with suppress(KeyboardInterrupt):
        sys.exit(main(sys.argv[1:]))
    sys.exit(130)
