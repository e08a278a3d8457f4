"""The installer for Windows, proven whole under Wine: installed for a new user, the key pressed, and removed."""

from __future__ import annotations

import packaged_windows
import program
import pytest
import windows_python

pytestmark = [pytest.mark.wheel, pytest.mark.gui]


def test_the_installer_fills_a_board_and_is_removed_without_a_file_or_a_key_of_the_registry(tmp_path) -> None:
    """It is not compressed; `package.py --prove` has one that is."""
    if why := packaged_windows.missing():
        pytest.skip(why)
    try:
        program.installed()
    except windows_python.LackingError as fault:
        pytest.skip(str(fault))
    file = packaged_windows.pack("installer", packaged_windows.under_wine(tmp_path), tmp_path, quick=True)
    assert packaged_windows.prove("installer", file) == ""
