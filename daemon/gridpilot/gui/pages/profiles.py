"""The tray menu's Profiles: which one the focused window gets for each game, and why the others do not fit."""

from __future__ import annotations

import tkinter as tk

from gridpilot import paths
from gridpilot.desktop import choose
from gridpilot.errors import GridpilotError
from gridpilot.games import GAMES
from gridpilot.gui.pages.page import Page
from gridpilot.installation import called
from gridpilot.profiles import match
from gridpilot.profiles.profile import Profile
from gridpilot.service import compose
from gridpilot.texts import menu_words
from gridpilot.window import Window


def fill(root: tk.Tk, window: int | None) -> None:
    page = Page(root, "Profiles")
    page.copy_button()
    profiles, problems = compose.profiles().current()
    seen = _window(window)
    if seen is not None:
        _explain(page, profiles, seen)
    page.write("All profiles\n", "head")
    for profile in profiles:
        page.write(menu_words.program_name(profile.name), "name")
        page.write(f"   {profile.game}\n")
        page.write(f"{profile.source}\n", "quiet")
    for problem in problems:
        page.write("!   ", "bad")
        page.write(f"{problem}\n")
    page.write(f"\nYour own ones come first. They are looked for in {paths.find().profiles}\n", "quiet")


def _window(handle: int | None) -> Window | None:
    if handle is None:
        return None
    try:
        return choose.focus().window(handle)
    except GridpilotError:
        return None


def _explain(page: Page, profiles: tuple[Profile, ...], window: Window) -> None:
    page.write(f"{window.title or window.class_name}\n", "head")
    page.write(f"class {window.class_name}, program {window.executable or '?'}\n", "quiet")
    for game in GAMES:
        chosen = match.choose(profiles, window, game)
        page.write(f"{game}:  ", "name")
        page.write(f"{menu_words.program_name(chosen.name)}\n", "good" if chosen.source else "plain")
        others = [each for each in match.explain(profiles, window, game) if not each.matched]
        asked = f"{called()} profile why --window {window.handle:#x}"
        page.write(f"{len(others)} others do not fit. Why is told by: {asked}\n", "quiet")
    page.write("\n")
