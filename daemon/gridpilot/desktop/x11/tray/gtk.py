"""pystray's GTK tray, for a Python that has PyGObject: its XEMBED icon with a tooltip, and a menu of the moment.

GTK's status icon is taken before the AppIndicator, because that one opens its menu on every click, and a left click is
to pause. Both dock late and again by themselves.
"""

import os
from collections.abc import Callable
from typing import Any

from gi.repository import GLib

from gridpilot.desktop.shared.pystray_tray import PystrayTray

GLib.set_prgname("gridpilot")  # what windows and trays are told; read by GTK as it is loaded
BEFORE = os.environ.get("PYSTRAY_BACKEND")
os.environ["PYSTRAY_BACKEND"] = BEFORE or "gtk"  # read by pystray as it is imported
try:
    import pystray
    from pystray import _gtk
finally:
    if BEFORE is None:
        del os.environ["PYSTRAY_BACKEND"]  # another kind of icon may be tried next


class GtkTray(PystrayTray):
    def __init__(self, no_host: str) -> None:
        """`no_host` is said while there is no tray."""
        super().__init__(StatusIcon)
        self.kind = "gtk"
        self._no_host = no_host

    @property
    def trouble(self) -> str:
        return "" if self._icon is None or self._icon.docked else self._no_host

    def _make_icon(self, picture: Any, title: str, menu: pystray.Menu) -> Any:
        icon = super()._make_icon(picture, title, menu)
        icon.before_menu = self._before_menu
        return icon


class StatusIcon(_gtk.Icon):  # type: ignore[misc] # pystray is untyped
    """All of it runs in GTK's own thread, but `docked`, which says whether a tray shows it."""

    _menu_handle: Any
    _status_icon: Any

    def __init__(self, *arguments: Any) -> None:
        self.docked = False
        self.before_menu: Callable[[], None] = lambda: None
        super().__init__(*arguments)
        self._status_icon.set_tooltip_text(self.title)
        self._status_icon.connect("notify::embedded", self._embedded)

    def _embedded(self, icon: Any, _property: Any) -> None:
        self.docked = icon.is_embedded()

    @_gtk.mainloop  # type: ignore[untyped-decorator] # as above
    def _update_title(self) -> None:
        """Also in the tooltip, which pystray leaves empty."""
        self._status_icon.set_title(self.title)
        self._status_icon.set_tooltip_text(self.title)

    def _on_status_icon_popup_menu(self, status_icon: Any, button: int, activate_time: int) -> None:
        self.before_menu()
        self._menu_handle = self._create_menu(self.menu)
        super()._on_status_icon_popup_menu(status_icon, button, activate_time)

    def _finalize(self) -> None:
        """The base class leaves the icon standing; here the process may go on without it."""
        self._status_icon.set_visible(False)
        while _gtk.Gtk.events_pending():
            _gtk.Gtk.main_iteration_do(False)
        super()._finalize()
