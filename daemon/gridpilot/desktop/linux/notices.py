"""Notices on Linux: org.freedesktop.Notifications over the session bus. Each new one replaces the one before.

Source: the Desktop Notifications specification 1.2. A connection lasts for one notice: they are rare, and a lasting
one would have to be watched. One with a button is kept for as long as the notice may be answered, or until the next
one takes its place, under the same number: a click on that one's button is no answer to this.
"""

import asyncio
import contextlib
import logging
import threading
import time
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gridpilot.desktop import Offer
from gridpilot.errors import EnvironmentFault

if TYPE_CHECKING:
    from dbus_fast import Message
    from dbus_fast.aio import MessageBus

Act = Callable[[threading.Event], Coroutine[Any, Any, None]]

SERVICE, PATH = "org.freedesktop.Notifications", "/org/freedesktop/Notifications"
BUS, BUS_PATH = "org.freedesktop.DBus", "/org/freedesktop/DBus"
LIMIT = 5.0  # s; a desktop may have to start its notice server first
ANSWER = 120.0  # s that a button is waited for
ICON = 48  # pixels, one of the tray's sizes
LOW, NORMAL, URGENT = range(3)  # the specification's levels
CLOCK = time.get_clock_info("monotonic")
"""Kept, for each notice's event loop asks for it: a word in it that is new each time uses up Python's table of names,
which is 0.5 MiB larger after some 1,700.
"""
log = logging.getLogger(__name__)


class BusNotices:
    def __init__(self) -> None:
        self._last = 0  # the server's number of the newest one
        self._sent = threading.Event()  # of the newest one, when the server has it
        self._sent.set()
        self._give_up: Callable[[], None] = lambda: None  # the waiting for an answer to the newest one

    def show(self, title: str, text: str, face: str, picture: Path | None = None, offers: Sequence[Offer] = ()) -> None:
        self._in_turn(partial(self._notify, Notice([title, _plain(text)], face, picture, tuple(offers))))

    def withdraw(self) -> None:
        if self._last or not self._sent.is_set():
            self._in_turn(self._close)

    def server(self) -> str:
        try:
            name, _, version, *_ = asyncio.run(asyncio.wait_for(_information(), LIMIT))
        except Exception as fault:
            raise EnvironmentFault(
                "No notices",
                f"no program that shows notices answers on the session bus ({fault or type(fault).__name__}).",
                "Most desktops have one; for a bare window manager install dunst.",
            ) from fault
        return f"{name} {version}"

    def _in_turn(self, act: Act) -> None:
        """One after another, in the order in which they were said."""
        before, self._sent = self._sent, threading.Event()
        threading.Thread(target=self._do, args=(act, before, self._sent), name="notice", daemon=True).start()

    @staticmethod
    def _do(act: Act, before: threading.Event, sent: threading.Event) -> None:
        before.wait()
        try:
            asyncio.run(act(sent))
        except Exception as fault:  # no bus, no server, a server that hangs: nobody is there to be told
            log.warning("no notice was shown or taken away: %s %s", type(fault).__name__, fault)
        finally:
            sent.set()

    async def _close(self, _sent: threading.Event) -> None:
        number, self._last = self._last, 0
        if number:
            bus = await asyncio.wait_for(_connect(), LIMIT)
            try:
                await asyncio.wait_for(_call(bus, _to_server("CloseNotification", "u", [number])), LIMIT)
            finally:
                bus.disconnect()

    async def _notify(self, notice: "Notice", sent: threading.Event) -> None:
        bus = await asyncio.wait_for(_connect(), LIMIT)
        try:
            async with asyncio.timeout(LIMIT):
                heard = await _listen(bus)
                self._give_up()
                asked = _to_server("Notify", "susssasa{sv}i", notice.body(replaces=self._last))
                self._last = number = int((await _call(bus, asked))[0])
            self._give_up = _closer(heard, number)
            sent.set()
            if notice.offers and (offer := notice.buttons().get(await _taken(heard, number))):
                offer.accept()
        finally:
            bus.disconnect()


@dataclass(frozen=True, slots=True)
class Notice:
    words: list[str]  # title and text
    face: str
    picture: Path | None
    offers: tuple[Offer, ...]

    def buttons(self) -> dict[str, Offer]:
        """By what they are called on the bus."""
        return {str(number): offer for number, offer in enumerate(self.offers)}

    def body(self, replaces: int) -> list[Any]:
        """As the specification wants it."""
        buttons = [word for key, offer in self.buttons().items() for word in (key, offer.label)]
        return ["gridpilot", replaces, "", *self.words, buttons, _hints(self.face, self.picture), -1]


async def _connect() -> "MessageBus":
    from dbus_fast import BusType
    from dbus_fast.aio import MessageBus

    return await MessageBus(bus_type=BusType.SESSION).connect()


async def _listen(bus: "MessageBus") -> asyncio.Queue[tuple[int, str]]:
    """From now on: which notices were answered, and by which button, or closed, by none."""
    from dbus_fast import Message

    heard: asyncio.Queue[tuple[int, str]] = asyncio.Queue()

    def hear(message: Any) -> None:
        if message.interface == SERVICE and message.member in {"ActionInvoked", "NotificationClosed"}:
            heard.put_nowait((message.body[0], str(message.body[1]) if message.member == "ActionInvoked" else ""))

    bus.add_message_handler(hear)
    rule = [f"type='signal',interface='{SERVICE}'"]  # some servers tell everybody, and nobody who did not ask
    await _call(bus, Message(BUS, BUS_PATH, BUS, "AddMatch", signature="s", body=rule))
    return heard


async def _taken(heard: asyncio.Queue[tuple[int, str]], number: int) -> str:
    """The button of that notice that is pressed before it goes; empty for none."""
    try:
        async with asyncio.timeout(ANSWER):
            while True:
                which, answered = await heard.get()
                if which == number:
                    return answered
    except TimeoutError:
        return ""


def _closer(heard: asyncio.Queue[tuple[int, str]], number: int) -> Callable[[], None]:
    """For another thread: has that notice count as closed."""
    loop = asyncio.get_running_loop()

    def close() -> None:
        with contextlib.suppress(RuntimeError):  # nobody waits any more
            loop.call_soon_threadsafe(heard.put_nowait, (number, ""))

    return close


def _to_server(member: str, signature: str = "", body: list[Any] | None = None) -> "Message":
    from dbus_fast import Message

    return Message(SERVICE, PATH, SERVICE, member, signature=signature, body=body or [])


async def _call(bus: "MessageBus", message: "Message") -> list[Any]:
    """Raises what dbus-fast raises, and ConnectionError when the answer is an error."""
    from dbus_fast import MessageType

    reply = await bus.call(message)
    if reply is None or reply.message_type is not MessageType.METHOD_RETURN:
        raise ConnectionError(*(reply.body if reply else ["no answer"]))
    return list(reply.body)


async def _information() -> list[Any]:
    bus = await _connect()
    try:
        return await _call(bus, _to_server("GetServerInformation"))
    finally:
        bus.disconnect()


def _hints(face: str, picture: Path | None) -> dict[str, Any]:
    from dbus_fast import Variant

    hints = {
        "urgency": Variant("y", NORMAL if face == "trouble" else LOW),
        "transient": Variant("b", face != "trouble"),  # good news need not be kept in a list
    }
    if picture is None:
        hints["image-data"] = Variant("(iiibiiay)", _icon(face))
    else:
        hints["image-path"] = Variant("s", picture.as_uri())
    return hints


def _icon(face: str) -> list[Any]:
    from gridpilot.desktop.shared.icon_drawing import pixels

    return [ICON, ICON, ICON * 4, True, 8, 4, pixels(face, ICON)]


def _plain(text: str) -> str:
    """Servers may take the text for markup; window titles are shown as they are."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
