"""How Windows wants windows to look: its colours for apps, out of the registry; Tk itself knows its scale and font."""

import winreg

from gridpilot.desktop import Appearance

KEY = r"Software\Microsoft\Windows\CurrentVersion\Themes\Personalize"


def read() -> Appearance:
    try:
        with winreg.OpenKey(winreg.HKEY_CURRENT_USER, KEY) as key:
            return Appearance(dark=not winreg.QueryValueEx(key, "AppsUseLightTheme")[0])
    except OSError:
        return Appearance(dark=False)
