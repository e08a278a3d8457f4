"""Matrices are multiplied by one thread, unless the user has chosen otherwise."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import gridpilot


@pytest.mark.parametrize(("chosen", "expected"), [({}, "1"), ({"OPENBLAS_NUM_THREADS": "3"}, "3")])
def test_the_package_sees_to_the_threads_before_numpy_is_loaded(chosen, expected):
    shown = "import sys, os, gridpilot; print('numpy' in sys.modules, os.environ['OPENBLAS_NUM_THREADS'])"
    others = {name: value for name, value in os.environ.items() if name != "OPENBLAS_NUM_THREADS"}
    others["PYTHONPATH"] = str(Path(gridpilot.__file__).parent.parent)
    run = subprocess.run([sys.executable, "-c", shown], env=others | chosen, capture_output=True, text=True, check=True)
    assert run.stdout.split() == ["False", expected]
