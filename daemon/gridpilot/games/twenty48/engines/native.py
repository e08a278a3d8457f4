"""The searches in machine code: a library of C functions without Python in it, built from native/*.c with the package
(scripts/build_search.py). A call into it lets other threads run.
"""

from __future__ import annotations

import ctypes
from functools import cache
from pathlib import Path

FILE = Path(__file__).with_name("_search.bin")
"""One name on all systems."""

NUMBERS = {
    "now": 0,
    "moved": 3,
    "prospect": 4,
    "decide": 5,
    "downgraded": 1,
    "stage_of": 1,
    "network_judged": 2,
    "network_decide": 5,
    "any_size_decide": 2,
}
"""How many whole numbers each function takes; it answers with one."""


def is_built() -> bool:
    return FILE.is_file()


@cache
def library() -> ctypes.CDLL:
    """Raises ImportError where the package was built without a C compiler, or for another kind of processor."""
    try:
        found = ctypes.CDLL(str(FILE))
    except OSError as fault:
        raise ImportError(f"the fast search is not built: {fault}") from fault
    for name, count in NUMBERS.items():
        function = getattr(found, name)
        function.argtypes, function.restype = (ctypes.c_int64,) * count, ctypes.c_int64
    found.built_from.restype = ctypes.c_char_p
    return found
