"""The pictures of a shared screen, and the pointer's place, from PipeWire by its C library.

libpipewire-0.3 is there wherever a desktop shares its screen. Its thread calls `_Stream` back; the newest picture stays
in the memory that it came in until another comes, and is copied only when somebody asks for it.

Sources: PipeWire's documentation of pw_stream and pw_thread_loop, and its headers.
"""

from __future__ import annotations

import ctypes as c
import logging
import os
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from gridpilot.desktop.portal import pods
from gridpilot.errors import EnvironmentFault
from gridpilot.geometry import Point

LIBRARY = "libpipewire-0.3.so.0"
EVENTS_VERSION, HOOK = 2, 48  # of pw_stream_events; bytes of a spa_hook
INPUT, AUTOCONNECT, MAP_BUFFERS = 0, 1, 4
BROKEN = -1  # the state of a stream
CORRUPTED = 1  # flag of a chunk that holds no picture
PROPERTIES = b"media.type=Video media.category=Capture media.role=Screen"
FIRST = 5.0  # s that the first picture may take; up to 0.31 was measured on a busy machine (GNOME 48)
log = logging.getLogger(__name__)


class _Chunk(c.Structure):
    _fields_ = (("offset", c.c_uint32), ("size", c.c_uint32), ("stride", c.c_int32), ("flags", c.c_int32))


class _Data(c.Structure):
    _fields_ = (
        ("type", c.c_uint32),
        ("flags", c.c_uint32),
        ("fd", c.c_int64),
        ("mapoffset", c.c_uint32),
        ("maxsize", c.c_uint32),
        ("data", c.c_void_p),
        ("chunk", c.POINTER(_Chunk)),
    )


class _Meta(c.Structure):
    _fields_ = (("type", c.c_uint32), ("size", c.c_uint32), ("data", c.c_void_p))


class _SpaBuffer(c.Structure):
    _fields_ = (
        ("n_metas", c.c_uint32),
        ("n_datas", c.c_uint32),
        ("metas", c.POINTER(_Meta)),
        ("datas", c.POINTER(_Data)),
    )


class _Buffer(c.Structure):
    _fields_ = (("buffer", c.POINTER(_SpaBuffer)), ("user", c.c_void_p), ("size", c.c_uint64))


class _Cursor(c.Structure):
    _fields_ = (("id", c.c_uint32), ("flags", c.c_uint32), ("x", c.c_int32), ("y", c.c_int32))


_State = c.CFUNCTYPE(None, c.c_void_p, c.c_int, c.c_int, c.c_char_p)
_Param = c.CFUNCTYPE(None, c.c_void_p, c.c_uint32, c.c_void_p)
_OfBuffer = c.CFUNCTYPE(None, c.c_void_p, c.c_void_p)
_Plain = c.CFUNCTYPE(None, c.c_void_p)


class _Events(c.Structure):
    _fields_ = (
        ("version", c.c_uint32),
        ("destroy", c.c_void_p),
        ("state_changed", _State),
        ("control_info", c.c_void_p),
        ("io_changed", c.c_void_p),
        ("param_changed", _Param),
        ("add_buffer", c.c_void_p),
        ("remove_buffer", _OfBuffer),
        ("process", _Plain),
        ("drained", c.c_void_p),
        ("command", c.c_void_p),
        ("trigger_done", c.c_void_p),
    )


@dataclass(frozen=True, slots=True)
class Picture:
    """Some rows of the whole; `content`: each has `stride` bytes, four a pixel of `width`."""

    content: bytes
    width: int
    stride: int
    red_first: bool


@cache
def library() -> Any:
    """Raises EnvironmentFault where it is not there."""
    try:
        found = c.CDLL(LIBRARY)
    except OSError as fault:
        raise EnvironmentFault(
            "No PipeWire",
            f"Pictures of the screen come by PipeWire, whose library is missing ({LIBRARY}).",
            "Install it: on Debian and Ubuntu libpipewire-0.3-0 and pipewire, on Fedora pipewire-libs.",
        ) from fault
    p, number, text = c.c_void_p, c.c_uint32, c.c_char_p
    for name, result, *taken in (
        ("pw_init", None, p, p),
        ("pw_thread_loop_new", p, text, p),
        ("pw_thread_loop_get_loop", p, p),
        ("pw_thread_loop_start", c.c_int, p),
        ("pw_thread_loop_stop", None, p),
        ("pw_thread_loop_destroy", None, p),
        ("pw_thread_loop_lock", None, p),
        ("pw_thread_loop_unlock", None, p),
        ("pw_context_new", p, p, p, c.c_size_t),
        ("pw_context_destroy", None, p),
        ("pw_context_connect_fd", p, p, c.c_int, p, c.c_size_t),
        ("pw_core_disconnect", c.c_int, p),
        ("pw_properties_new_string", p, text),
        ("pw_stream_new", p, p, text, p),
        ("pw_stream_add_listener", None, p, p, p, p),
        ("pw_stream_connect", c.c_int, p, c.c_int, number, c.c_int, p, number),
        ("pw_stream_update_params", c.c_int, p, p, number),
        ("pw_stream_dequeue_buffer", p, p),
        ("pw_stream_queue_buffer", c.c_int, p, p),
        ("pw_stream_destroy", None, p),
    ):
        function = getattr(found, name)
        function.restype, function.argtypes = result, taken
    found.pw_init(None, None)
    return found


class Stream:
    """Of one monitor. `on_pointer` is called from PipeWire's thread with the pointer's place in pixels, each time that
    it is told.
    """

    def __init__(self, file: int, node: int, on_pointer: Callable[[Point], None] = lambda _: None) -> None:
        """`file` is taken over. Raises EnvironmentFault where no picture comes."""
        self._pw = library()
        self._on_pointer = on_pointer
        self.pointer: Point | None = None
        self._format: tuple[int, int, int] = (0, 0, 0)
        self._held: int | None = None  # the buffer with the newest picture
        self._fault = ""
        self._first = threading.Event()
        self._listeners = _Events(
            version=EVENTS_VERSION,
            state_changed=_State(self._state_changed),
            param_changed=_Param(self._param_changed),
            remove_buffer=_OfBuffer(self._removed),
            process=_Plain(self._process),
        )
        self._hook = c.create_string_buffer(HOOK)
        self._told: list[Any] = []  # memory that the library reads
        self._loop: int | None = self._pw.pw_thread_loop_new(b"gridpilot", None)
        self._context = self._pw.pw_context_new(self._pw.pw_thread_loop_get_loop(self._loop), None, 0)
        self._core: int | None = None
        self._stream: int | None = None
        self._pw.pw_thread_loop_start(self._loop)
        self._begin(file, node)
        if not self._first.wait(FIRST) or self._fault:
            why = self._fault or f"none came within {FIRST:.0f} s"
            self.close()
            raise _no_picture(why)

    def picture(self, top: int, bottom: int) -> Picture:
        """These rows of the newest. Raises EnvironmentFault where none comes any more."""
        self._pw.pw_thread_loop_lock(self._loop)
        try:
            if self._fault or self._held is None:
                raise _no_picture(self._fault or "the screen's size has just changed")
            data = _spa(self._held).datas[0]
            kind, width, height = self._format
            chunk = data.chunk.contents
            begin, rows = data.data + chunk.offset + top * chunk.stride, min(bottom, height) - top
            return Picture(c.string_at(begin, chunk.stride * rows), width, chunk.stride, kind in pods.RED_FIRST)
        finally:
            self._pw.pw_thread_loop_unlock(self._loop)

    @property
    def size(self) -> tuple[int, int]:
        """In pixels."""
        return self._format[1:]

    def close(self) -> None:
        """To be called before Python ends: nothing may call back into it afterwards."""
        if self._loop is None:
            return
        self._pw.pw_thread_loop_lock(self._loop)
        if self._stream:
            self._pw.pw_stream_destroy(self._stream)
        if self._core:
            self._pw.pw_core_disconnect(self._core)
        self._pw.pw_thread_loop_unlock(self._loop)
        self._pw.pw_thread_loop_stop(self._loop)
        self._pw.pw_context_destroy(self._context)
        self._pw.pw_thread_loop_destroy(self._loop)
        self._loop = self._stream = self._core = None

    def _begin(self, file: int, node: int) -> None:
        self._pw.pw_thread_loop_lock(self._loop)
        try:
            self._core = self._pw.pw_context_connect_fd(self._context, file, None, 0)
            if not self._core:
                self._fault = "PipeWire does not answer"
                self._first.set()
                return
            properties = self._pw.pw_properties_new_string(PROPERTIES)
            self._stream = self._pw.pw_stream_new(self._core, b"gridpilot", properties)
            hook, listeners = c.addressof(self._hook), c.addressof(self._listeners)
            self._pw.pw_stream_add_listener(self._stream, hook, listeners, None)
            told = self._params([pods.wanted_format()])
            done = self._pw.pw_stream_connect(self._stream, INPUT, node, AUTOCONNECT | MAP_BUFFERS, told, 1)
            if done < 0:
                self._fault = os.strerror(-done)
                self._first.set()
        finally:
            self._pw.pw_thread_loop_unlock(self._loop)

    def _params(self, texts: Sequence[bytes]) -> Any:
        kept = [c.create_string_buffer(text, len(text)) for text in texts]
        self._told = kept
        return (c.c_void_p * len(kept))(*[c.addressof(each) for each in kept])

    def _state_changed(self, _data: int, _old: int, new: int, error: bytes | None) -> None:
        if new == BROKEN:
            self._fault = (error or b"the stream ended").decode(errors="replace")
            self._first.set()

    def _param_changed(self, _data: int, number: int, param: int | None) -> None:
        if number != pods.FORMAT or not param:
            return
        size = c.c_uint32.from_address(param).value
        self._format = pods.agreed(c.string_at(param + 8, size))
        texts = [pods.wanted_buffers(), pods.wanted_cursor()]
        self._pw.pw_stream_update_params(self._stream, self._params(texts), len(texts))

    def _removed(self, _data: int, buffer: int) -> None:
        if buffer == self._held:
            self._held = None

    def _process(self, _data: int) -> None:
        """Takes all that have come: each may tell the pointer's place, and the last that has one shows the picture."""
        while buffer := self._pw.pw_stream_dequeue_buffer(self._stream):
            spa = _spa(buffer)
            self._hear_of_pointer(spa)
            data = spa.datas[0]
            chunk = data.chunk.contents
            shows = data.data and chunk.size and not chunk.flags & CORRUPTED
            if shows:
                buffer, self._held = self._held, buffer
                self._first.set()
            if buffer:
                self._pw.pw_stream_queue_buffer(self._stream, buffer)

    def _hear_of_pointer(self, spa: _SpaBuffer) -> None:
        for index in range(spa.n_metas):
            meta = spa.metas[index]
            if meta.type == pods.CURSOR and meta.data:
                told = _Cursor.from_address(meta.data)
                if told.id:
                    self.pointer = Point(told.x, told.y)
                    self._on_pointer(self.pointer)


def _spa(buffer: int) -> _SpaBuffer:
    found: _SpaBuffer = c.cast(buffer, c.POINTER(_Buffer)).contents.buffer.contents
    return found


def _no_picture(why: str) -> EnvironmentFault:
    return EnvironmentFault(
        "No picture",
        f"The desktop shares the screen, but no picture of it comes by PipeWire: {why}.",
        "See whether PipeWire and WirePlumber run: systemctl --user status pipewire wireplumber",
    )
