"""Unit tests of what is another on Windows, on Windows' own Python: a part, for all of them take half an hour there.

All, or others:

    .venv/bin/python tests/windows/unit_tests.py tests/unit/pilot
"""

import program
import pytest
import unit_tests

pytestmark = pytest.mark.gui

PART = ("tests/unit/desktop", "tests/unit/cli/test_autostart.py", "tests/unit/vision/glyphs/test_net.py")


def test_they_pass_there(windows_home):
    with program.session(windows_home) as windows:
        done = unit_tests.run(windows, *PART)
    assert done.returncode == 0, done.stdout[-5000:]
    assert " passed" in done.stdout
