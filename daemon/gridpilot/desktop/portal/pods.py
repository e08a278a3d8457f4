"""The plain data in which PipeWire's programs agree on a format: written here, and the little read that is needed.

Sources: PipeWire's documentation of SPA PODs and its headers spa/pod/pod.h, spa/param/format.h, spa/param/param.h.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator

ID, INT, RECTANGLE, FRACTION, OBJECT, CHOICE = 3, 4, 10, 11, 15, 19  # types
RANGE, ENUM, FLAGS = 1, 3, 4  # kinds of choice
FORMAT_OBJECT, BUFFERS_OBJECT, META_OBJECT = 0x40003, 0x40004, 0x40005
ENUM_FORMAT, FORMAT, BUFFERS, META = 3, 4, 5, 6  # parameters
MEDIA_TYPE, MEDIA_SUBTYPE, VIDEO_FORMAT, VIDEO_SIZE, VIDEO_RATE = 1, 2, 0x20001, 0x20003, 0x20004
VIDEO, RAW = 2, 1
BUFFERS_DATA_TYPE, META_TYPE, META_SIZE = 6, 1, 2
MEMORY, MEMORY_FILE = 1, 2  # types of a buffer's data
CURSOR = 5  # the type of what tells the pointer
BGRX, BGRA, RGBX, RGBA = 8, 12, 7, 11
RED_FIRST = frozenset({RGBX, RGBA})
CURSOR_HEAD, BITMAP_HEAD = 28, 20  # bytes
CURSOR_SIZES = (64, 1, 1024)  # pixels a side: usual, least, most. Where the range has no 384, GNOME tells no pointer
LARGEST = 16384  # pixels a side


def wanted_format() -> bytes:
    """Pictures of four bytes a pixel, of any size."""
    formats = [_number(each) for each in (BGRX, BGRX, BGRA, RGBX, RGBA)]  # a choice begins with what is liked best
    sizes = [_pair(1280, 1024), _pair(1, 1), _pair(LARGEST, LARGEST)]
    rates = [_pair(60, 1), _pair(0, 1), _pair(240, 1)]
    return _object(
        FORMAT_OBJECT,
        ENUM_FORMAT,
        {
            MEDIA_TYPE: _pod(ID, _number(VIDEO)),
            MEDIA_SUBTYPE: _pod(ID, _number(RAW)),
            VIDEO_FORMAT: _choice(ENUM, ID, formats),
            VIDEO_SIZE: _choice(RANGE, RECTANGLE, sizes),
            VIDEO_RATE: _choice(RANGE, FRACTION, rates),
        },
    )


def wanted_buffers() -> bytes:
    """In memory that this process can read."""
    types = _choice(FLAGS, INT, [_number(1 << MEMORY | 1 << MEMORY_FILE)])
    return _object(BUFFERS_OBJECT, BUFFERS, {BUFFERS_DATA_TYPE: types})


def wanted_cursor() -> bytes:
    """The pointer's place with each picture."""
    sizes = [_number(CURSOR_HEAD + BITMAP_HEAD + side * side * 4) for side in CURSOR_SIZES]
    told = {META_TYPE: _pod(ID, _number(CURSOR)), META_SIZE: _choice(RANGE, INT, sizes)}
    return _object(META_OBJECT, META, told)


def agreed(body: bytes) -> tuple[int, int, int]:
    """Format, width and height that were agreed on, of an object's body."""
    told = dict(_properties(body))
    (kind,) = struct.unpack_from("<I", told[VIDEO_FORMAT])
    width, height = struct.unpack_from("<II", told[VIDEO_SIZE])
    return kind, width, height


def _properties(body: bytes) -> Iterator[tuple[int, bytes]]:
    """Keys and values; of a choice the value that it begins with."""
    at = 8  # after the object's own type and number
    while at + 16 <= len(body):
        key, _flags, size, kind = struct.unpack_from("<IIII", body, at)
        value = body[at + 16 : at + 16 + size]
        yield key, value[16:] if kind == CHOICE else value
        at += 16 + size + -size % 8


def _pod(kind: int, body: bytes) -> bytes:
    return struct.pack("<II", len(body), kind) + body + b"\0" * (-len(body) % 8)


def _choice(how: int, kind: int, values: list[bytes]) -> bytes:
    return _pod(CHOICE, struct.pack("<IIII", how, 0, len(values[0]), kind) + b"".join(values))


def _object(kind: int, number: int, properties: dict[int, bytes]) -> bytes:
    listed = b"".join(struct.pack("<II", key, 0) + value for key, value in properties.items())
    return _pod(OBJECT, struct.pack("<II", kind, number) + listed)


def _number(value: int) -> bytes:
    return struct.pack("<I", value)


def _pair(one: int, other: int) -> bytes:
    return struct.pack("<II", one, other)
