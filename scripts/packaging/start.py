"""What a package starts: gridpilot's command line, or `-m MODULE` as Python itself takes it, for the processes that
gridpilot starts by `sys.executable`.
"""

import os
import runpy
import sys


def own_libraries_are_no_other_program_s() -> None:
    """PyInstaller lets the loader look into our folder first. The browser that shows the guide must not."""
    before = os.environ.pop("LD_LIBRARY_PATH_ORIG", None)
    os.environ.pop("LD_LIBRARY_PATH", None)
    if before is not None:
        os.environ["LD_LIBRARY_PATH"] = before


def main() -> int:
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
