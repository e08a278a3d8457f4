"""The icon as today's Linux panels have it: a StatusNotifierItem over D-Bus.

It is on the bus all the time, and says whether a panel shows it: panels come late, are restarted, and end. Everything
on the bus happens in a thread of its own; the methods may be called from any thread.
"""

import asyncio
import contextlib
import logging
import threading
from collections.abc import Callable

from dbus_fast import AuthError, BusType, DBusError
from dbus_fast.aio import MessageBus

from gridpilot.desktop import TrayState
from gridpilot.desktop.linux.tray import panel_watcher
from gridpilot.desktop.linux.tray.dbus_item import ITEM_PATH, MENU_PATH, Item, Menu

FIRST_LOOK = 2.0  # s that the start waits for a bus or a panel which says nothing
UNREACHABLE = "the session bus cannot be reached"
NO_WATCHER = "no panel on the session bus shows icons (there is no StatusNotifierWatcher)"
SILENT = "a StatusNotifierWatcher is on the session bus, but has not answered yet"
NO_OBJECT = "on the session bus the name StatusNotifierWatcher is taken, but nothing answers to it"
NO_HOST = "a StatusNotifierWatcher is on the session bus, but no panel has registered with it"
REFUSED = "the panel on the session bus refused the icon"
log = logging.getLogger(__name__)


class BusIcon:
    """`missing` says why no panel shows the icon; empty when one does. `on_change` is told of each change of that, from
    the bus's thread.
    """

    def __init__(self, on_change: Callable[[], None]) -> None:
        self.missing = UNREACHABLE
        self._on_change = on_change
        self._on_action: Callable[[str], None] = lambda _: None
        self._before_menu: Callable[[], None] = lambda: None
        self._state: TrayState | None = None
        self._item = Item("gridpilot", lambda: self._clicked("toggle"))
        self._item.show("ready", "gridpilot")
        self._menu = Menu(self._clicked, self._opened)
        self._registration: asyncio.Future[bool] | None = None  # with the watcher that there is
        self._loop: asyncio.AbstractEventLoop | None = None
        self._over, self._news = asyncio.Event(), asyncio.Event()
        self._looked = threading.Event()

    def start(self) -> None:
        """Returns once it is known whether a panel shows it."""
        threading.Thread(target=self._run, name="panel", daemon=True).start()
        self._looked.wait(FIRST_LOOK)

    @property
    def shown(self) -> bool:
        return not self.missing

    def serve(self, state: TrayState, on_action: Callable[[str], None], before_menu: Callable[[], None]) -> None:
        """From now on clicks count."""
        self._on_action, self._before_menu = on_action, before_menu
        self.update(state)

    def update(self, state: TrayState) -> None:
        self._state = state
        self._soon(self._show)

    def stop(self) -> None:
        self._soon(self._over.set)

    def _soon(self, call: Callable[[], None]) -> None:
        """Has the bus's own thread call it; before that serves the bus, and after, there is nobody to tell."""
        if self._loop is not None:
            with contextlib.suppress(RuntimeError):  # it has ended
                self._loop.call_soon_threadsafe(call)

    def _run(self) -> None:
        try:
            asyncio.run(self._serve())
        except (OSError, ValueError, EOFError, AuthError, DBusError) as fault:
            log.info("no session bus: %s", fault)
        except Exception:
            log.exception("the icon on the session bus ended")
        self._tell(UNREACHABLE)
        self._looked.set()

    async def _serve(self) -> None:
        """Until `stop`, or until the bus is gone."""
        self._loop = asyncio.get_running_loop()
        bus = await MessageBus(bus_type=BusType.SESSION).connect()
        bus.export(ITEM_PATH, self._item)
        bus.export(MENU_PATH, self._menu)
        self._show()
        await panel_watcher.follow(bus, self._hear)
        looking = asyncio.ensure_future(self._follow(bus))
        stopping = asyncio.ensure_future(self._over.wait())
        await asyncio.wait((stopping, looking, panel_watcher.lost(bus)), return_when=asyncio.FIRST_COMPLETED)
        bus.disconnect()

    def _hear(self, another: bool) -> None:
        """`another`: watcher than before, or none. One program may be one again."""
        if another:
            self._registration = None
        self._news.set()

    async def _follow(self, bus: MessageBus) -> None:
        """A look that waits for a panel which hangs is given up when there is news."""
        while True:
            self._news.clear()
            look = asyncio.ensure_future(self._look(bus))
            news = asyncio.ensure_future(self._news.wait())
            await asyncio.wait((look, news), return_when=asyncio.FIRST_COMPLETED)
            if look.done():
                self._tell(look.result())
                self._looked.set()
            look.cancel()
            await news

    async def _look(self, bus: MessageBus) -> str:
        """Why no panel shows the icon. A watcher is asked once to take it: it keeps it for the hosts that come."""
        watcher = await panel_watcher.owner(bus)
        if not watcher:
            return NO_WATCHER
        if self._registration is None:
            self._tell(SILENT)
        host = await panel_watcher.has_host(bus, watcher)
        if not host:
            return NO_OBJECT if host is None else NO_HOST
        if self._registration is None:
            self._registration = asyncio.ensure_future(panel_watcher.register(bus, watcher))
        return "" if await asyncio.shield(self._registration) else REFUSED

    def _tell(self, missing: str) -> None:
        before, self.missing = self.missing, missing
        if missing != before:
            log.info("panel: %s", missing or "the icon is shown")
            self._on_change()

    def _clicked(self, action: str) -> None:
        self._on_action(action)

    def _opened(self) -> None:
        self._before_menu()
        self._show()

    def _show(self) -> None:
        if self._state is not None:
            self._item.show(self._state.face, self._state.tooltip)
            self._menu.show(self._state.menu)
