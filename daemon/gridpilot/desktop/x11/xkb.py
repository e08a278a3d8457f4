"""What the X server does to keys on their way: locks that modify them, and aids that drop or change them.

python-xlib has no XKB. These are the few requests of it that are asked for here, as the X Keyboard Extension's protocol
specification 1.0 gives them.
"""

from enum import IntFlag
from typing import Any

from Xlib.protocol import rq

from gridpilot.desktop.x11.display import XDisplay

EXTENSION = "XKEYBOARD"
CORE_KEYBOARD = 0x100
USE_EXTENSION, SELECT_EVENTS, GET_STATE, LATCH_LOCK_STATE, GET_CONTROLS = 0, 1, 4, 5, 6
NEW_KEYBOARD, NEW_MAP, STATE = 1, 2, 4  # bits of events
LOCKED_MODIFIERS, ALL_OF_MAP = 8, 0xFF  # bits of what changed


class Aid(IntFlag):
    """Aids for people to whom keys are hard; the bits are the protocol's."""

    SLOW_KEYS = 2  # keys that are not held for a while are dropped
    BOUNCE_KEYS = 4  # keys that are pressed again soon are dropped
    STICKY_KEYS = 8  # modifiers stay in force after they were let go
    MOUSE_KEYS = 16  # the keypad moves the pointer and clicks


NAMES = {
    Aid.SLOW_KEYS: "Slow Keys",
    Aid.BOUNCE_KEYS: "Bounce Keys",
    Aid.STICKY_KEYS: "Sticky Keys",
    Aid.MOUSE_KEYS: "Mouse Keys",
}


def named(aids: Aid) -> tuple[str, ...]:
    """As desktops' settings call them."""
    return tuple(name for aid, name in NAMES.items() if aid in aids)


_HEAD = rq.Card8("opcode"), rq.Opcode(GET_STATE), rq.RequestLength(), rq.Card16("device"), rq.Pad(2)
_REPLY = rq.ReplyCode(), rq.Card8("device"), rq.Card16("sequence_number"), rq.ReplyLength()


class _UseExtension(rq.ReplyRequest):  # type: ignore[misc] # python-xlib is untyped
    _request = rq.Struct(
        rq.Card8("opcode"), rq.Opcode(USE_EXTENSION), rq.RequestLength(), rq.Card16("major"), rq.Card16("minor")
    )
    _reply = rq.Struct(
        rq.ReplyCode(), rq.Bool("supported"), rq.Card16("sequence_number"), rq.ReplyLength(), rq.Pad(24)
    )  # fmt: skip


class _GetState(rq.ReplyRequest):  # type: ignore[misc]
    _request = rq.Struct(*_HEAD)
    _reply = rq.Struct(
        *_REPLY, rq.Card8("mods"), rq.Card8("base"), rq.Card8("latched"), rq.Card8("locked"), rq.Pad(20)
    )  # fmt: skip


class _GetControls(rq.ReplyRequest):  # type: ignore[misc]
    _request = rq.Struct(rq.Card8("opcode"), rq.Opcode(GET_CONTROLS), *_HEAD[2:])
    _reply = rq.Struct(*_REPLY, rq.Pad(48), rq.Card32("enabled"), rq.Pad(32))


class _LatchLockState(rq.Request):  # type: ignore[misc]
    _request = rq.Struct(
        rq.Card8("opcode"), rq.Opcode(LATCH_LOCK_STATE), rq.RequestLength(), rq.Card16("device"),
        rq.Card8("affected"), rq.Card8("locks"), rq.Pad(8),
    )  # fmt: skip


class _SelectEvents(rq.Request):  # type: ignore[misc]
    _request = rq.Struct(
        rq.Card8("opcode"), rq.Opcode(SELECT_EVENTS), rq.RequestLength(), rq.Card16("device"),
        rq.Card16("affected"), rq.Card16("clear"), rq.Card16("all"), rq.Card16("map_affected"), rq.Card16("map"),
        rq.Card16("details_affected"), rq.Card16("details"),
    )  # fmt: skip


class Xkb:
    """On that connection; a server without the extension has no locks of this kind and no aids."""

    def __init__(self, display: XDisplay) -> None:
        self._display = display
        found = display.query_extension(EXTENSION)
        self._opcode = found.major_opcode if found is not None and found.present else 0
        self.event = found.first_event if self._opcode else 0
        """The type of its events."""
        if self._opcode and not self._ask(_UseExtension, major=1, minor=0).supported:
            self._opcode = 0

    def locked(self) -> int:
        """The modifiers that stay in force with no key down: CapsLock, NumLock, and Shift where Shift Lock is on."""
        return int(self._ask(_GetState, device=CORE_KEYBOARD).locked) if self._opcode else 0

    def lock(self, modifiers: int, *, on: bool) -> None:
        if self._opcode and modifiers:
            given = {"device": CORE_KEYBOARD, "affected": modifiers, "locks": modifiers if on else 0}
            _LatchLockState(display=self._display.display, opcode=self._opcode, **given)

    def aids(self) -> Aid:
        """Those that are on."""
        enabled = self._ask(_GetControls, device=CORE_KEYBOARD).enabled if self._opcode else 0
        return Aid(enabled & sum(NAMES))

    def follow(self, *, locks: bool) -> None:
        """From now on an event of type `event` comes when the layout changes, which a client of this extension is told
        by no MappingNotify, and, with `locks`, when `locked` changes.
        """
        if not self._opcode:
            return
        details = {"details_affected": LOCKED_MODIFIERS, "details": LOCKED_MODIFIERS if locks else 0}
        _SelectEvents(
            display=self._display.display, opcode=self._opcode, device=CORE_KEYBOARD,
            affected=NEW_KEYBOARD | NEW_MAP | STATE, clear=0, all=NEW_KEYBOARD,
            map_affected=ALL_OF_MAP, map=ALL_OF_MAP, **details,
        )  # fmt: skip
        self._display.flush()

    def _ask(self, kind: Any, **said: int) -> Any:
        return kind(display=self._display.display, opcode=self._opcode, **said)
