"""The games and the learning of train_2048.py on a GPU: train_2048.cu, compiled by nvcc or by a C++ compiler."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
from pathlib import Path

import numpy as np

from gridpilot.games.twenty48.engines.tuples import GROUP, STAGES, row_table

SOURCE = Path(__file__).with_suffix(".cu").with_stem("train_2048")
COMPILERS = {
    "nvcc": ["-O3", "-arch=all-major", "-w", "-Xcompiler", "-fPIC"],
    "c++": ["-O3", "-march=native", "-fPIC", "-x", "c++"],
}
"""And their options. What nvcc makes so runs on GPUs of all kinds."""

NUMBERS = 6 * STAGES + 16  # counts of each stage, and whole games by their largest tile, see train_2048.cu
STEPS = 1 << 16  # moves played or learnt by each slot between two lines of the log: 0.9 s on an H100
POINTER, NUMBER, UNSIGNED = ctypes.c_void_p, ctypes.c_uint64, ctypes.c_uint32
FUNCTIONS = {
    "put": (POINTER, NUMBER, NUMBER, POINTER, POINTER),
    "get": (POINTER, NUMBER, NUMBER, POINTER, POINTER),
    "begin_games": (POINTER, POINTER, POINTER),
    "go_on": (POINTER, UNSIGNED, ctypes.c_bool, ctypes.c_float, POINTER),
    "play_whole": (POINTER, ctypes.c_bool, POINTER, POINTER),
}


def library(folder: Path, compiler: str) -> ctypes.CDLL:
    """Compiles the source into the folder, unless it was compiled there since it changed. Without the compiler it takes
    what was made elsewhere and lies there; OSError where nothing does.
    """
    made = folder / f"train_2048.{compiler}.so"
    fresh = made.exists() and made.stat().st_mtime >= SOURCE.stat().st_mtime
    if not fresh and shutil.which(compiler):
        subprocess.run([compiler, *COMPILERS[compiler], "-shared", "-o", str(made), str(SOURCE)], check=True)
    return ctypes.CDLL(str(made.resolve()))


class Gpu:
    """`count` games at a time, as train_2048_cpu.Cores plays one in each thread; all take the same calls."""

    def __init__(self, made: ctypes.CDLL, count: int, steps: int = STEPS) -> None:
        self.made, self.count, self.steps = made, count, steps
        made.opened.restype, made.opened.argtypes = POINTER, (UNSIGNED, POINTER)
        for name, kinds in FUNCTIONS.items():
            getattr(made, name).argtypes = kinds
        rows = row_table()
        self.run = made.opened(count, rows.ctypes.data)

    def put(self, at: int, weights: np.ndarray, errors: np.ndarray) -> None:
        self.made.put(self.run, at, GROUP, weights.ctypes.data, errors.ctypes.data)

    def get(self, at: int) -> tuple[np.ndarray, np.ndarray]:
        weights, errors = np.empty(GROUP, np.float32), np.empty((GROUP, 2), np.float32)
        self.made.get(self.run, at, GROUP, weights.ctypes.data, errors.ctypes.data)
        return weights, errors

    def begin_games(self, seeds: np.ndarray, shares: tuple[float, ...]) -> None:
        spread = np.arange(self.count) * ((np.sqrt(5) - 1) / 2) % 1  # so that the stages' slots lie among each other
        homes = np.searchsorted(np.cumsum(shares)[:-1], spread, side="right").astype(np.int32)
        self.made.begin_games(self.run, seeds.ctypes.data, homes.ctypes.data)

    def go_on(self, merged: bool, pace: float) -> np.ndarray:
        numbers = np.empty(NUMBERS, np.int64)
        self.made.go_on(self.run, self.steps, merged, pace, numbers.ctypes.data)
        return numbers

    def play_whole(self, merged: bool, seeds: np.ndarray) -> np.ndarray:
        numbers = np.empty(NUMBERS, np.int64)
        self.made.play_whole(self.run, merged, seeds.ctypes.data, numbers.ctypes.data)
        return numbers
