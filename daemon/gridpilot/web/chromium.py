"""Chromium or Chrome by Selenium: one that is opened here, or one that runs already and listens for a debugger.

Nothing is fetched: Selenium's own downloads are switched off, the system's driver is used. A browser that was opened
stays open, as a user wants to see his board; one that was attached to is never closed.
"""

from __future__ import annotations

import os
import shutil
import socket
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from gridpilot.errors import EnvironmentFault, GridpilotError
from gridpilot.geometry import Cell
from gridpilot.outcome import StopReason
from gridpilot.profiles.profile import Dom
from gridpilot.provenance import added_by
from gridpilot.web.table import Field, Gone

if TYPE_CHECKING:
    from selenium.webdriver.chrome.webdriver import WebDriver
    from selenium.webdriver.remote.webelement import WebElement

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
DRIVERS = ("chromedriver", "chromium.chromedriver")
REACHED = 2.0  # s
LOADING = 30.0  # s that a page may take
PATIENCE = 5.0  # s that a loaded page may take to build its board by script

FIELDS = """
const board = document.querySelector(arguments[0]);
return board && [...board.querySelectorAll(arguments[1])].map(row => [...row.querySelectorAll(arguments[2])])
  .filter(row => row.length)
  .map(row => row.map(cell => [cell, cell.value ?? cell.textContent, cell.hasAttribute(arguments[3])]));
"""


@dataclass(frozen=True, slots=True)
class Wish:
    """`url` may be empty, and `port` 0, but not both; `port`: where a running browser listens for its debugger."""

    url: str = ""
    port: int = 0
    headless: bool = False
    options: tuple[str, ...] = ()


class Chromium:
    """A page in a browser, see `table.Page`."""

    def __init__(self, wish: Wish) -> None:
        """Opens or attaches to the browser, and the page; EnvironmentFault or GridpilotError when that cannot be."""
        self._wish = wish
        self._driver = _driver(wish)
        self._cells: list[list[WebElement]] = []
        if wish.url:
            self._go_to(wish.url)

    @property
    def title(self) -> str:
        title: str = self._asked(lambda: self._driver.title)
        return title or self._wish.url

    def wait_for(self, selectors: Sequence[str], patience: float = PATIENCE) -> int | None:
        """Which of the selectors the page fits first, in any tab of a browser that was attached to; None if none."""
        from selenium.common.exceptions import TimeoutException
        from selenium.webdriver.support.wait import WebDriverWait

        def found(_: object) -> tuple[int] | None:
            for tab in self._tabs():
                if tab != self._driver.current_window_handle:
                    self._driver.switch_to.window(tab)
                for number, selector in enumerate(selectors):
                    if self._driver.find_elements("css selector", selector):
                        return (number,)
            return None

        try:
            (number,) = self._asked(lambda: WebDriverWait(self._driver, patience, 0.1).until(found))
        except TimeoutException:
            return None
        return int(number)

    def _tabs(self) -> list[str]:
        """Where the board may be: the page that was asked for, else any."""
        return [self._driver.current_window_handle] if self._wish.url else self._driver.window_handles

    def rows(self, dom: Dom) -> list[list[Field]] | None:
        found: Any = self._asked(lambda: self._driver.execute_script(FIELDS, dom.board, dom.row, dom.cell, dom.given))
        if found is None:
            return None
        self._cells = [[cell for cell, _, _ in row] for row in found]
        return [[Field(text, given) for _, text, given in row] for row in found]

    def type(self, at: Cell, sign: str, *, instead: bool) -> None:
        from selenium.common.exceptions import ElementNotInteractableException, InvalidElementStateException

        field = self._cells[at.row][at.col]

        def enter() -> None:
            if instead:
                field.clear()
            field.send_keys(sign)

        try:
            self._asked(enter)
        except (ElementNotInteractableException, InvalidElementStateException):
            return  # it takes nothing: that is seen when the page is asked what it holds

    def close(self, *, stay: bool) -> None:
        """Lets go of the browser; with `stay` it goes on running, as does one that was attached to."""
        if stay or self._wish.port:
            self._driver.service.stop()
        else:
            self._driver.quit()

    def _go_to(self, url: str) -> None:
        from selenium.common.exceptions import TimeoutException, WebDriverException

        address = url if ":" in url.split("/", maxsplit=1)[0] else f"https://{url}"
        try:
            if self._wish.port and self._tab_of(address):
                return
            if self._wish.port:
                self._driver.switch_to.new_window("tab")
            self._driver.set_page_load_timeout(LOADING)
            self._driver.get(address)
            shown = self._driver.execute_script("return document.URL")
        except TimeoutException:
            raise GridpilotError("The page does not load", f"{address} took more than {LOADING:.0f} s.") from None
        except WebDriverException as fault:
            says = f"{address}: {_first_line(fault)}."
            raise GridpilotError("The page cannot be opened", says, "Check the address.") from None
        if shown.startswith("chrome-error:"):  # for some reasons the browser shows a page of its own and says nothing
            raise GridpilotError("The page cannot be opened", f"{address} does not answer.", "Check the address.")

    def _tab_of(self, address: str) -> bool:
        """Whether a tab shows that page already; then it is the one that is asked."""
        for tab in self._driver.window_handles:
            self._driver.switch_to.window(tab)
            if self._driver.current_url.rstrip("/") == address.rstrip("/"):
                return True
        return False

    def _asked(self, question: Callable[[], Any]) -> Any:
        """The answer of the page, or Gone."""
        from selenium.common import exceptions

        try:
            return question()
        except exceptions.StaleElementReferenceException:
            raise Gone(StopReason.BOARD_CHANGED) from None
        except (exceptions.NoSuchWindowException, exceptions.InvalidSessionIdException):
            raise Gone(StopReason.WINDOW_CLOSED) from None
        except (exceptions.InvalidSelectorException, exceptions.JavascriptException) as fault:
            fix = "See [dom] in the profile: gridpilot profile list names its file."
            raise GridpilotError("The page cannot be asked", f"{_first_line(fault)}.", fix) from None


def _driver(wish: Wish) -> WebDriver:
    # Read by Selenium when it looks for a driver: it must neither fetch one nor report that it looked.
    os.environ.update(SE_OFFLINE="true", SE_AVOID_STATS="true")
    try:
        from selenium.common.exceptions import WebDriverException
        from selenium.webdriver import Chrome, ChromeOptions, ChromeService
    except ImportError:
        fix = f"Install it: {added_by('selenium')}"
        raise EnvironmentFault("Selenium is missing", "It asks web pages for their boards.", fix) from None
    options = ChromeOptions()
    for option in (*wish.options, *(["--headless=new"] if wish.headless else [])):
        options.add_argument(option)
    if wish.port:
        _reach(wish.port)
        options.debugger_address = f"127.0.0.1:{wish.port}"
    else:
        options.add_experimental_option("detach", True)
        options.binary_location = _found(BROWSERS)
    try:
        return Chrome(options, ChromeService(_found(DRIVERS) or None))
    except (WebDriverException, OSError) as fault:
        if wish.port:
            raise _unreached(wish.port, fault) from None
        says = f"Chromium or its driver cannot be started ({_first_line(fault)})."
        fix = "Install both (Debian: apt install chromium chromium-driver). As root it needs --option=--no-sandbox."
        raise EnvironmentFault("The browser does not start", says, fix) from None


def _reach(port: int) -> None:
    """Whether anybody listens there; the driver would try for a minute."""
    try:
        socket.create_connection(("127.0.0.1", port), REACHED).close()
    except OSError as fault:
        raise _unreached(port, fault) from None


def _unreached(port: int, fault: Exception) -> EnvironmentFault:
    says = f"No browser listens at port {port} ({_first_line(fault)})."
    fix = f"Start it with: chromium --remote-debugging-port={port} --user-data-dir=FOLDER"
    return EnvironmentFault("The browser cannot be reached", says, fix)


def _found(names: Sequence[str]) -> str:
    return next(filter(None, map(shutil.which, names)), "")


def _first_line(fault: Exception) -> str:
    text = str(getattr(fault, "msg", "") or fault).strip().splitlines()
    return text[0].rstrip(". ") if text else type(fault).__name__
