"""The tray as today's Linux panels have it: a StatusNotifierItem over D-Bus.

Registered whenever a panel's watcher comes, so also late and again after the panel was restarted. Everything on the bus
happens in the thread of `run`; the other methods may be called from any thread.
"""

import asyncio
import logging
from collections.abc import Callable

from dbus_fast import BusType, Message, MessageType
from dbus_fast.aio import MessageBus

from gridpilot.desktop import TrayState
from gridpilot.desktop.x11.tray.dbus_item import ITEM_PATH, MENU_PATH, Item, Menu
from gridpilot.desktop.x11.tray.panel_watcher import WATCHER, follow_watcher, has_owner, lost

NO_PANEL = "the panel that showed it is gone. The icon comes back with the panel."
log = logging.getLogger(__name__)


class SniTray:
    kind = "sni"

    def __init__(self) -> None:
        self._state: TrayState | None = None
        self._over = asyncio.Event()
        self._taken = False  # whether a panel shows the icon
        self._loop: asyncio.AbstractEventLoop | None = None  # while `run` serves the bus

    @property
    def trouble(self) -> str:
        return "" if self._loop is None or self._taken else NO_PANEL

    def run(self, state: TrayState, on_action: Callable[[str], None], before_menu: Callable[[], None]) -> None:
        def opened() -> None:
            before_menu()
            self._show()

        self._state = self._state or state
        self._item = Item("gridpilot", lambda: on_action("toggle"))
        self._menu = Menu(on_action, opened)
        asyncio.run(self._serve())

    def update(self, state: TrayState) -> None:
        self._state = state
        self._soon(self._show)

    def stop(self) -> None:
        self._soon(self._over.set)

    async def _serve(self) -> None:
        """Until `stop`, or until the bus is gone."""
        self._loop = asyncio.get_running_loop()
        bus = await MessageBus(bus_type=BusType.SESSION).connect()
        bus.export(ITEM_PATH, self._item)
        bus.export(MENU_PATH, self._menu)
        await follow_watcher(bus, lambda there: self._panel_changed(bus, there))
        self._show()
        if await has_owner(bus):
            await self._register(bus)
        stopping = asyncio.ensure_future(self._over.wait())
        await asyncio.wait((stopping, lost(bus)), return_when=asyncio.FIRST_COMPLETED)
        self._loop, self._taken = None, False
        if stopping.done():
            bus.disconnect()
        else:
            stopping.cancel()
            log.warning("the session bus is gone, and the icon with it")

    def _panel_changed(self, bus: MessageBus, there: bool) -> None:
        self._taken = False
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
        self._taken = reply is not None and reply.message_type is MessageType.METHOD_RETURN
        if not self._taken:
            log.warning("the panel refused the icon: %s", reply and reply.body)

    def _soon(self, call: Callable[[], None]) -> None:
        """Has the bus's own thread call it; before that runs, and after, there is nobody to tell."""
        if self._loop is not None:
            self._loop.call_soon_threadsafe(call)

    def _show(self) -> None:
        if self._state is not None:
            self._item.show(self._state.face, self._state.tooltip)
            self._menu.show(self._state.menu)
