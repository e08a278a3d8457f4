"""gridpilot: press a key; the puzzle in front of you is read, solved, filled in and checked."""

import os

__version__ = "0.1.0"

# Before numpy is loaded by anybody: its matrix library has a thread for each core, which wait for one another in busy
# loops. The products here are over in a fraction of a millisecond, and on a busy machine took five times as long.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
