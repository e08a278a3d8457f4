"""Start at login on Windows: a value of the user's own Run key."""

import re
import subprocess
import winreg
from collections.abc import Sequence

KEY = r"Software\Microsoft\Windows\CurrentVersion\Run"
NAME = "gridpilot"
WITH_CONSOLE = re.compile(r"(python|gridpilot)\.exe$")


class RunKey:
    place = rf"HKEY_CURRENT_USER\{KEY}\{NAME}"

    def command(self) -> str:
        try:
            with winreg.OpenKey(winreg.HKEY_CURRENT_USER, KEY) as key:
                return str(winreg.QueryValueEx(key, NAME)[0])
        except FileNotFoundError:
            return ""

    def on(self, command: Sequence[str]) -> None:
        interpreter, *rest = command
        windowless = WITH_CONSOLE.sub(r"\1w.exe", interpreter)  # no console at login
        with winreg.CreateKey(winreg.HKEY_CURRENT_USER, KEY) as key:
            winreg.SetValueEx(key, NAME, 0, winreg.REG_SZ, subprocess.list2cmdline([windowless, *rest]))

    def off(self) -> None:
        try:
            with winreg.OpenKey(winreg.HKEY_CURRENT_USER, KEY, 0, winreg.KEY_SET_VALUE) as key:
                winreg.DeleteValue(key, NAME)
        except FileNotFoundError:
            return
