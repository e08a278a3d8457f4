"""Compiles 2048's searches, the C files of engines/native, to one library that needs no Python.

    build_search.py [--cc COMMAND] [FILE]     beside the package's own modules, or to FILE

The wheel, an installation from a checkout and every package come by here. The compiler is `--cc`, the variable CC, the
first of cc, gcc and clang, or `python -m ziglang cc`, which needs nothing of the machine. Standard library only: build
tools import this. On x86-64 the code needs a processor of 2009 or newer, as numpy's wheels do.
"""

from __future__ import annotations

import argparse
import hashlib
import importlib.util
import os
import platform
import re
import runpy
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path

ENGINES = Path(__file__).resolve().parents[1] / "daemon/gridpilot/games/twenty48/engines"
LAYOUTS = {"AT_": ENGINES / "block.py", "ANY_": ENGINES / "block_any_size.py"}
FLAGS = ("-std=c11", "-O3", "-fwrapv", "-ffp-contract=off", "-fvisibility=hidden", "-fno-semantic-interposition")
FLAGS += ("-fno-tree-slp-vectorize",)  # gcc 12 takes a third longer a node with it
LINKED = ("-shared", "-s", "-g0")
OLDEST_GLIBC = 17  # 2.17; no function that the library asks for is newer
BUILT = ENGINES / "_search.bin"
COMPILED = 300  # seconds
NO_COMPILER = 3
"""The exit status."""


def sources() -> list[Path]:
    return sorted((ENGINES / "native").glob("*.c"))


def digest() -> str:
    """What the library is built from; it says the same of itself."""
    files = [*sources(), *sorted((ENGINES / "native").glob("*.h")), *LAYOUTS.values()]
    return hashlib.sha256(b"".join(file.read_bytes().replace(b"\r\n", b"\n") for file in files)).hexdigest()[:16]


def is_built() -> bool:
    """Beside the package's modules, of these sources."""
    return BUILT.is_file() and digest().encode() in BUILT.read_bytes()


def compiler() -> list[str]:
    """The command that compiles C; empty where there is none."""
    if os.environ.get("CC"):
        return shlex.split(os.environ["CC"])
    found = next((name for name in ("cc", "gcc", "clang") if shutil.which(name)), "")
    if found:
        return [found]
    return [sys.executable, "-m", "ziglang", "cc"] if importlib.util.find_spec("ziglang") else []


def layout() -> str:
    """The numbers of the blocks of memory, for C."""
    lines = []
    for prefix, file in LAYOUTS.items():
        numbers = {name: number for name, number in runpy.run_path(str(file)).items() if isinstance(number, int)}
        lines += [f"#define {prefix}{name} {number}" for name, number in numbers.items()]
    return "\n".join([*lines, f"#define BUILT_FROM {digest()}", ""])


def processor(command: list[str]) -> list[str]:
    """The oldest processor that the code is for. A compiler for another system says so in its name."""
    machine = command[0] if "mingw" in command[0] else " ".join([platform.machine().lower(), *command])
    if not re.search("x86_64|amd64", machine) or "aarch64" in machine:
        return []
    return ["-march=x86_64_v2" if "ziglang" in command else "-march=x86-64-v2"]  # zig writes it in its own way


def build(file: Path, command: list[str]) -> None:
    """Raises CalledProcessError where the compiler refuses."""
    with tempfile.TemporaryDirectory() as folder:
        header, made = Path(folder) / "layout.h", Path(folder) / file.name
        header.write_text(layout(), "utf-8")
        position = [] if sys.platform == "win32" or "mingw" in command[0] else ["-fPIC"]
        words = [*command, *FLAGS, *processor(command), *position, "-include", str(header)]
        words += [f"-ffile-prefix-map={folder}=.", f"-ffile-prefix-map={ENGINES}=."]
        words += ["-o", str(made), *(str(source) for source in sources()), *LINKED]
        subprocess.run(words, check=True, capture_output=True, text=True, timeout=COMPILED, env=_environment())
        replaced = file.with_name(f"{file.name}.new")
        shutil.copyfile(made, replaced)
        replaced.replace(file)  # a process that has the old one open keeps it


def _environment() -> dict[str, str]:
    """On macOS, for as old a system as this Python itself is for."""
    oldest = sysconfig.get_config_var("MACOSX_DEPLOYMENT_TARGET")
    return ({"MACOSX_DEPLOYMENT_TARGET": str(oldest)} if oldest else {}) | os.environ


def main(words: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file", nargs="?", type=Path, default=BUILT)
    parser.add_argument("--cc", type=shlex.split, default=[])
    given = parser.parse_args(words)
    command = given.cc or compiler()
    if not command:
        print("No C compiler was found: install gcc or clang, or the Python package ziglang.", file=sys.stderr)
        return NO_COMPILER
    try:
        build(given.file.absolute(), command)
    except (OSError, subprocess.SubprocessError) as fault:
        print(f"{fault}\n{getattr(fault, 'stderr', '')}", file=sys.stderr)
        return 1
    print(given.file)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
