"""Named pipes as Windows has them: instances of a name, each with two ends and what was sent and not yet read."""

# ruff: noqa: N802 - the names are those of Windows

import itertools
import threading
from typing import Any

ACCESS_DENIED, NOT_FOUND, BROKEN, BUSY, CONNECTED, ALREADY_EXISTS = 5, 2, 109, 231, 535, 183
FIRST, NO_HANDLE, HANGS = 0x80000, 2**64 - 1, 30
USER = bytes([1, 2, 0, 0, 0, 0, 0, 5]) + (32).to_bytes(4, "little") + (544).to_bytes(4, "little")  # S-1-5-32-544


class End:
    """`other` is None while nobody has called."""

    def __init__(self, name: str) -> None:
        self.name, self.other, self.come, self.closed = name, None, bytearray(), False


class FakePipes:
    """`rights`: the security descriptors that were asked for, in words."""

    error: int

    def __init__(self) -> None:
        self.rights: list[str] = []
        self._ends: dict[int, End] = {}
        self._numbers = itertools.count(1000)
        self._change = threading.Condition()
        self._own = threading.local()

    def last_error(self) -> int:
        """Each thread's own, where it has had one with pipes."""
        return getattr(self._own, "error", self.error)

    def _fails(self, error: int, result: int = 0) -> int:
        self._own.error = error
        return result

    def _new(self, end: End) -> int:
        number = next(self._numbers)
        self._ends[number] = end
        return number

    def _ConvertStringSecurityDescriptorToSecurityDescriptorW(self, words: Any, _r: int, made: Any, _s: Any) -> int:
        self.rights.append(_text(words))
        made._obj.value = 4711
        return 1

    def _ProcessIdToSessionId(self, _process: int, session: Any) -> int:
        session._obj.value = 3
        return 1

    def _CreateMutexW(self, _attributes: Any, _owned: int, words: Any) -> int:
        with self._change:
            name = _text(words)
            self._own.error = ALREADY_EXISTS if any(end.name == name for end in self._ends.values()) else 0
            return self._new(End(name))

    def _CreateNamedPipeW(self, words: Any, access: int, *_: Any) -> int:
        name = _text(words)
        with self._change:
            if access & FIRST and any(end.name == name for end in self._ends.values()):
                return self._fails(ACCESS_DENIED, NO_HANDLE)
            self._change.notify_all()
            return self._new(End(name))

    def _ConnectNamedPipe(self, handle: int, _: Any) -> int:
        end = self._ends[handle]
        with self._change:
            if end.other is not None:
                return self._fails(CONNECTED)
            assert self._change.wait_for(lambda: end.other is not None, HANGS)
        return 1

    def _CreateFileW(self, words: Any, *_: Any) -> int:
        name = _text(words)
        with self._change:
            servers = [end for end in self._ends.values() if end.name == name]
            free = next((end for end in servers if end.other is None), None)
            if free is None:
                return self._fails(BUSY if servers else NOT_FOUND, NO_HANDLE)
            ours = End("")
            ours.other, free.other = free, ours
            self._change.notify_all()
            return self._new(ours)

    def _WaitNamedPipeW(self, words: Any, _ms: int) -> int:
        name = _text(words)

        def over() -> bool:
            there = [end.other for end in self._ends.values() if end.name == name]
            return not there or None in there

        with self._change:
            return self._change.wait_for(over, HANGS)

    def _WriteFile(self, handle: int, content: Any, size: int, written: Any, _: Any) -> int:
        with self._change:
            other = self._ends[handle].other
            if other is None or other.closed:
                return self._fails(BROKEN)
            other.come += bytes(content[:size])
            written._obj.value = size
            self._change.notify_all()
        return 1

    def _ReadFile(self, handle: int, room: Any, most: int, size: Any, _: Any) -> int:
        end = self._ends[handle]
        with self._change:
            assert self._change.wait_for(lambda: end.come or end.other.closed, HANGS)
            if not end.come:
                return self._fails(BROKEN)
            part = bytes(end.come[:most])
            del end.come[:most]
        room[: len(part)] = list(part)
        size._obj.value = len(part)
        return 1

    def _PeekNamedPipe(self, handle: int, _r: Any, _m: int, _d: Any, size: Any, _l: Any) -> int:
        end = self._ends[handle]
        with self._change:
            size._obj.value = len(end.come)
            return 1 if end.come or not end.other.closed else self._fails(BROKEN)

    def _CloseHandle(self, handle: Any) -> int:
        with self._change:
            if (end := self._ends.pop(getattr(handle, "value", handle), None)) is not None:
                end.closed = True
                self._change.notify_all()
        return 1


def _text(words: Any) -> str:
    return bytes(words).decode("utf-16-le").rstrip("\0")
