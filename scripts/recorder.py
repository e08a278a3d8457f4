"""What happens on a display, by the X server's own word (its RECORD extension): for benches and tests."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from Xlib.display import Display
from Xlib.ext import record
from Xlib.protocol import rq

if TYPE_CHECKING:
    from types import TracebackType
    from typing import Self

CLIENT = ~0x1FFFFF  # the part of a window's number that tells whose it is
NONE = (0, 0)


@dataclass(frozen=True)
class Event:
    """`client`: `CLIENT` of the windows of the program that was given it; 0: a device made it. `time`: the server's."""

    kind: int
    code: int
    time: int
    client: int = 0


@dataclass
class Recorder:
    """Events of a display, from whatever device. `devices` and `delivered`: the first and the last kind that is
    recorded of devices, and of what programs are given.
    """

    name: str
    devices: tuple[int, int]
    delivered: tuple[int, int] = NONE
    events: list[Event] = field(default_factory=list)

    def __enter__(self) -> Self:
        self._control, self._data = Display(self.name), Display(self.name)
        wanted: dict[str, Any] = dict.fromkeys(("core_requests", "core_replies", "errors"), NONE)
        wanted |= {"ext_requests": (0, 0, 0, 0), "ext_replies": (0, 0, 0, 0)}
        wanted |= {"client_started": False, "client_died": False}
        wanted |= {"device_events": self.devices, "delivered_events": self.delivered}
        self._context = self._control.record_create_context(0, [record.AllClients], [wanted])
        self._control.sync()
        self._thread = threading.Thread(target=self._listen, daemon=True)
        self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, fault: BaseException | None, at: TracebackType | None) -> None:
        self._control.record_disable_context(self._context)
        self._control.sync()
        self._thread.join(5)
        self._control.close()

    def _listen(self) -> None:
        self._data.record_enable_context(self._context, self._take)
        self._data.record_free_context(self._context)

    def _take(self, reply: Any) -> None:
        data = reply.data if reply.category == record.FromServer else b""
        while data:
            event, data = rq.EventField(None).parse_binary_value(data, self._data.display, None, None)
            self.events.append(Event(event.type, event.detail, event.time, reply.id_base & CLIENT))
