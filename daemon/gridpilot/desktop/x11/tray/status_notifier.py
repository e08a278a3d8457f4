"""The tray as today's Linux panels have it: a StatusNotifierItem over D-Bus, as one more back end of pystray.

Registered whenever a panel's watcher comes, so also late and again after the panel was restarted. pystray's base class
keeps the picture, the text and the menu; this one carries them to the bus. Everything on the bus happens in the thread
of `run`; the other methods may be called from any thread.
"""

import asyncio
import logging
import os
from typing import Any

from dbus_fast import BusType, Message, MessageType
from dbus_fast.aio import MessageBus

os.environ.setdefault("PYSTRAY_BACKEND", "dummy")  # its own search for one would load GTK
from collections.abc import Callable

from pystray import Menu as PystrayMenu
from pystray._base import Icon

from gridpilot.desktop.shared.icon_drawing import SIZES, pixels
from gridpilot.desktop.shared.pystray_tray import PystrayTray
from gridpilot.desktop.x11.tray.dbus_item import ITEM_PATH, MENU_PATH, Item, Line, Menu
from gridpilot.desktop.x11.tray.panel_watcher import WATCHER, follow_watcher, has_owner, lost

NO_PANEL = "the panel that showed it is gone. The icon comes back with the panel."
log = logging.getLogger(__name__)


class SniTray(PystrayTray):
    def __init__(self) -> None:
        super().__init__(SniIcon)
        self.kind = "sni"

    def _make_icon(self, picture: Any, title: str, menu: PystrayMenu) -> Any:
        icon = super()._make_icon(picture, title, menu)
        icon.before_menu = self._before_menu
        return icon

    @property
    def trouble(self) -> str:
        return "" if self._icon is None or self._icon.taken else NO_PANEL

    def _picture(self, face: str) -> Any:
        return {size: pixels(face, size) for size in SIZES}


class SniIcon(Icon):  # type: ignore[misc] # pystray is untyped
    """`taken` says whether a panel shows it; `before_menu` brings the menu up to date when it is opened."""

    def __init__(self, name: str, pictures: dict[int, bytes], title: str, menu: PystrayMenu) -> None:
        """`pictures`: the icon's RGBA by size."""
        super().__init__(name, pictures, title, menu)
        self.taken = False
        self.before_menu: Callable[[], None] = lambda: None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._over: asyncio.Event | None = None
        self._lines: list[Any] = []  # the pystray lines that the panel sees
        self._item = Item(self.name, self)
        self._bus_menu = Menu(self._clicked, self._opened)

    def _run(self) -> None:
        asyncio.run(self._serve())

    async def _serve(self) -> None:
        """Until `_stop`, or until the bus is gone."""
        self._loop, self._over = asyncio.get_running_loop(), asyncio.Event()
        bus = await MessageBus(bus_type=BusType.SESSION).connect()
        bus.export(ITEM_PATH, self._item)
        bus.export(MENU_PATH, self._bus_menu)
        await follow_watcher(bus, lambda there: self._panel_changed(bus, there))
        self._mark_ready()
        self._refresh_icon()
        if await has_owner(bus):
            await self._register(bus)
        stopping = asyncio.ensure_future(self._over.wait())
        await asyncio.wait((stopping, lost(bus)), return_when=asyncio.FIRST_COMPLETED)
        self._loop, self.taken = None, False
        if stopping.done():
            bus.disconnect()
        else:
            stopping.cancel()
            log.warning("the session bus is gone, and the icon with it")

    def _panel_changed(self, bus: MessageBus, there: bool) -> None:
        self.taken = False
        if there:
            self._registering = asyncio.ensure_future(self._register(bus))

    async def _register(self, bus: MessageBus) -> None:
        reply = await bus.call(
            Message(
                destination=WATCHER,
                path="/StatusNotifierWatcher",
                interface=WATCHER,
                member="RegisterStatusNotifierItem",
                signature="s",
                body=[bus.unique_name],
            )
        )
        self.taken = reply is not None and reply.message_type is MessageType.METHOD_RETURN
        if not self.taken:
            log.warning("the panel refused the icon: %s", reply and reply.body)

    def _soon(self, call: Callable[[], None]) -> None:
        """Has the bus's own thread call it; before that runs, and after, there is nobody to tell."""
        if self._loop is not None:
            self._loop.call_soon_threadsafe(call)

    def _refresh_icon(self) -> None:
        self._item.show(self.icon, self.title)

    def _update_icon(self) -> None:
        self._icon_valid = True
        self._soon(self._refresh_icon)

    def _update_title(self) -> None:
        self._soon(lambda: self._item.show(text=self.title))

    def _update_menu(self) -> None:
        self._soon(self._refresh_menu)

    def _refresh_menu(self) -> None:
        self._lines = list(self.menu.items) if self.menu else []
        self._lines = [line for line in self._lines if line.visible]
        self._bus_menu.show([_line(line) for line in self._lines])

    def _opened(self) -> None:
        self.before_menu()
        self._refresh_menu()

    def _clicked(self, number: int) -> None:
        self._lines[number](self)

    def _show(self) -> None:
        """There is no hiding a registered item but by leaving the bus, and no need to."""

    def _hide(self) -> None:
        """See `_show`."""

    def _stop(self) -> None:
        self._soon(lambda: self._over.set() if self._over else None)


def _line(line: Any) -> Line:
    if line is PystrayMenu.SEPARATOR:
        return Line(None)
    return Line(line.text, line.checked, line.enabled)
