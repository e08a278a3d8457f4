"""What the resident program asks of the C library."""

import subprocess
import sys
from pathlib import Path

import pytest

if sys.platform in ("win32", "darwin"):
    pytest.skip("X11", allow_module_level=True)

DAEMON = Path(__file__).parents[4] / "daemon"

LARGE = """
import ctypes, sys
from gridpilot.desktop.shared.memory import keep_memory_flat

class Facts(ctypes.Structure):
    names = "arena ordblks smblks hblks hblkhd usmblks fsmblks uordblks fordblks keepcost"
    _fields_ = [(name, ctypes.c_size_t) for name in names.split()]

library = ctypes.CDLL(None)
if not hasattr(library, "mallinfo2"):
    sys.exit(77)
library.mallinfo2.restype = Facts
library.malloc.restype = ctypes.c_void_p
library.malloc.argtypes, library.free.argtypes = [ctypes.c_size_t], [ctypes.c_void_p]
keep_memory_flat()
for size in (1 << 21, 1 << 20):
    before = library.mallinfo2().hblks
    block = library.malloc(size)
    print(library.mallinfo2().hblks - before)
    library.free(block)
    print(library.mallinfo2().hblks - before)
"""


def test_a_large_block_is_the_systems_own_also_after_a_larger_one_was_freed():
    """By default the second would come out of the heap, and leave a hole there."""
    command = [sys.executable, "-c", LARGE]
    done = subprocess.run(command, cwd=DAEMON, stdout=subprocess.PIPE, text=True, timeout=120, check=False)
    if done.returncode == 77:
        pytest.skip("a C library without such settings")
    assert done.stdout.split() == ["1", "0", "1", "0"]


PEAK = """
import ctypes, sys
from gridpilot.desktop.shared.memory import give_back_memory

def held():
    return next(int(line.split()[1]) for line in open("/proc/self/status") if line.startswith("RssAnon"))

library = ctypes.CDLL(None)
if not hasattr(library, "malloc_trim"):
    sys.exit(77)
library.malloc.restype = ctypes.c_void_p
library.malloc.argtypes, library.free.argtypes = [ctypes.c_size_t], [ctypes.c_void_p]
before, blocks = held(), []
for _ in range(400):
    blocks.append(library.malloc(100_000))
    ctypes.memset(blocks[-1], 1, 100_000)
last = library.malloc(100_000)  # as large, so that it comes to lie above them
for block in blocks:
    library.free(block)
kept = held() - before
give_back_memory()
print(kept, held() - before)
"""


def test_what_a_reading_took_for_a_moment_goes_back_to_the_system():
    """A small block above it keeps it otherwise."""
    command = [sys.executable, "-c", PEAK]
    done = subprocess.run(command, cwd=DAEMON, stdout=subprocess.PIPE, text=True, timeout=120, check=False)
    if done.returncode == 77:
        pytest.skip("a C library without malloc_trim")
    kept, left = map(int, done.stdout.split())
    assert kept > 30_000
    assert left < 5_000
