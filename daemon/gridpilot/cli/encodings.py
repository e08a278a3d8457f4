"""Text out of bytes, in the encodings that files with puzzles have."""

from __future__ import annotations

import codecs

MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),  # begins as UTF-16's does
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
ALLOWED = {*range(32, 256), *b"\t\n\r\f\x1a"} - {127}
"""What a text of single bytes consists of; old editors end one with 1A."""


def decoded(content: bytes) -> str:
    """UTF-8, or what a mark at the beginning says; else UTF-16 where each other byte of its ASCII is a nought; else
    Latin-1. Raises UnicodeDecodeError for what is no text.
    """
    marked = next((name for mark, name in MARKS if content.startswith(mark)), None)
    return _lines(content.decode(marked or _unmarked(content)))


def _unmarked(content: bytes) -> str:
    low, high = content[::2], content[1::2]
    if b"\0" in content and len(content) % 2 == 0 and (b"\0" in low) != (b"\0" in high):
        return "utf-16-le" if b"\0" in high else "utf-16-be"
    try:
        content.decode()
    except UnicodeDecodeError:
        return "cp1252" if ALLOWED.issuperset(content) else "utf-8"
    return "utf-8"


def _lines(text: str) -> str:
    """With one kind of line end, and nothing that is neither text nor line."""
    if not {"\0", "\x1b"}.isdisjoint(text):
        raise UnicodeDecodeError("utf-8", b"", 0, 0, "no text")
    return text.replace("\r\n", "\n").replace("\r", "\n").rstrip("\x1a")
