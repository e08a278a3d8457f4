"""The user's guide: the HTML files beside this module, shown in the user's own browser.

`show` is all that the command line and the tray's menu need. It loads nothing heavy, but asking the system for its
browser may take a moment: a menu starts `python -m gridpilot help` beside itself.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from pathlib import Path
    from webbrowser import BaseBrowser

TOPICS = ("start", "over", "trouble", "teach", "techniques", "profiles", "settings", "uninstall")
"""The pages after the first, in the order in which the guide lists them; each is TOPIC.html."""


class Shown(NamedTuple):
    page: Path
    opened: bool  # a browser was asked to show it; False: there is none


def page(topic: str = "") -> Path:
    """The file of a topic; without one the guide's first page."""
    from pathlib import Path  # late, like all that only showing needs: each `--help` names the topics

    return Path(__file__).with_name(f"{topic or 'index'}.html")


def show(topic: str = "") -> Shown:
    """Opens a page of the guide in the browser that the user's desktop, or BROWSER, names."""
    shown = page(topic)
    browser = _browser()
    return Shown(shown, opened=browser is not None and browser.open(shown.as_uri()))


def _browser() -> BaseBrowser | None:
    """The user's browser, but none that would take over a terminal, unless the user asked for it."""
    import webbrowser  # late: it costs each start of the command line 10 ms

    try:
        found = webbrowser.get()
    except webbrowser.Error:
        return None
    in_terminal = type(found) is webbrowser.GenericBrowser  # lynx, w3m and the like; their windowed kin are subclasses
    return None if in_terminal and "BROWSER" not in os.environ else found
