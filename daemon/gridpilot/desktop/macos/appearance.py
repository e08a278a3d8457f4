"""How macOS wants windows to look: `defaults` knows whether the user chose dark; Tk itself knows its scale and font."""

import subprocess

from gridpilot.desktop import Appearance


def read() -> Appearance:
    asked = ["/usr/bin/defaults", "read", "-g", "AppleInterfaceStyle"]  # not set at all where it is light
    told = subprocess.run(asked, capture_output=True, text=True, check=False, timeout=5).stdout
    return Appearance(dark=told.strip() == "Dark")
