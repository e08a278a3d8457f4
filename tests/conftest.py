"""The command of the environment that runs the tests is on their PATH, as a user has it. What is about Unix says so by
a mark, and is left out on Windows.
"""

import os
import sys
import sysconfig

import pytest

os.environ["PATH"] = os.pathsep.join((sysconfig.get_path("scripts"), os.environ.get("PATH", os.defpath)))


def pytest_runtest_setup(item: pytest.Item) -> None:
    mark = item.get_closest_marker("posix")
    if mark and sys.platform == "win32":
        pytest.skip(f"not on Windows: {mark.args[0]}")
