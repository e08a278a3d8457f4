"""The wheel, built once for all tests that only look at it or install it."""

from __future__ import annotations

from pathlib import Path

import package
import pytest


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Beside it lies the sdist that it was built from."""
    return package.wheel(tmp_path_factory.mktemp("dist"))
