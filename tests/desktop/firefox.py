"""Pages of tests/pages in a real Firefox window, with a profile of its own that opens nothing else."""

from typing import Any
from urllib.parse import urlencode

from cdp import FirefoxPage
from games import PAGES, Game
from games_2048 import Game2048, Truth
from truth import Puzzle
from virtual import Desktop, wait_for

SETTINGS = {
    "browser.aboutwelcome.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "browser.startup.homepage_override.mstone": "ignore",
    "browser.tabs.firefox-view": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "datareporting.policy.dataSubmissionPolicyBypassNotification": True,
    "toolkit.telemetry.reportingpolicy.firstRun": False,
    "browser.sessionstore.resume_from_crash": False,
    "app.normandy.enabled": False,
    "extensions.getAddons.cache.enabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
}


def _opened(desk: Desktop, url: str, scale: float, size: tuple[int, int]) -> tuple[int, FirefoxPage]:
    profile = desk.home / "firefox"
    profile.mkdir()
    settings = SETTINGS | {"layout.css.devPixelsPerPx": str(scale)}
    lines = (f'user_pref("{name}", {_told(value)});' for name, value in settings.items())
    (profile / "user.js").write_text("\n".join(lines))
    width, height = size
    options = ["--no-remote", "--profile", str(profile), "--remote-debugging-port", "0"]
    desk.start(["firefox-esr", *options, "--width", str(width), "--height", str(height), url], {"MOZ_WEBRENDER": "1"})
    return desk.wait_window(class_name="firefox-esr"), FirefoxPage(profile)


def _told(value: object) -> str:
    return {True: "true", False: "false"}[value] if isinstance(value, bool) else f'"{value}"'


def start_firefox(
    desk: Desktop, name: str, puzzle: Puzzle, *, scale: float = 1, size: tuple[int, int] = (900, 900), **query: str
) -> Game:
    """`window.board()` in the page is the truth."""
    url = f"{(PAGES / name).as_uri()}?{urlencode({'puzzle': puzzle.givens} | query)}"
    window, page = _opened(desk, url, scale, size)
    wait_for(lambda: page.ask("document.readyState === 'complete' && !!window.board"), what="the page")
    return Game(window, lambda: page.ask("window.board()").replace("0", "."))


def start_firefox_2048(desk: Desktop, name: str, *, scale: float = 1, **query: Any) -> Game2048:
    """`window.truth()` in the page is the truth."""
    window, page = _opened(desk, f"{(PAGES / name).as_uri()}?{urlencode(query)}", scale, (760, 860))
    wait_for(lambda: page.ask("document.readyState === 'complete' && !!window.truth"), what="the page")

    def truth() -> Truth:
        told = page.ask("window.truth()")
        return Truth(tuple(told["board"]), told["columns"], told["score"], told["moves"], told["over"])

    return Game2048(window, truth, lambda: [tuple(board) for board in page.ask("window.boards(0)")])
