"""What a package starts: gridpilot's command line, or `-m MODULE` as Python itself takes it, for the processes that
gridpilot starts by `sys.executable`.
"""

import ctypes.util
import os
import runpy
import sys
from pathlib import Path


def own_libraries_are_no_other_program_s() -> None:
    """PyInstaller lets the loader look into our folder first. The browser that shows the guide must not."""
    os.environ["PYINSTALLER_RESET_ENVIRONMENT"] = "1"  # else a process of ours takes the rest as set
    before = os.environ.pop("LD_LIBRARY_PATH_ORIG", None)
    os.environ.pop("LD_LIBRARY_PATH", None)
    if before is not None:
        os.environ["LD_LIBRARY_PATH"] = before


def our_libraries_are_found() -> None:
    """Python asks ldconfig or a compiler where a library is. Here it is in our folder first."""
    ours, elsewhere = Path(getattr(sys, "_MEIPASS", "/nonexistent")), ctypes.util.find_library

    def find_library(name: str) -> str | None:
        return next((file.name for file in sorted(ours.glob(f"lib{name}.so*"))), None) or elsewhere(name)

    if sys.platform.startswith("linux"):
        ctypes.util.find_library = find_library


def main() -> int:
    our_libraries_are_found()
    own_libraries_are_no_other_program_s()
    if sys.argv[1:2] == ["-m"] and len(sys.argv) > 2:
        module = sys.argv[2]
        sys.argv[:] = sys.argv[2:]
        runpy.run_module(module, run_name="__main__", alter_sys=True)
        return 0
    from gridpilot.cli.main import main as command_line

    return command_line()


if __name__ == "__main__":
    sys.exit(main())
