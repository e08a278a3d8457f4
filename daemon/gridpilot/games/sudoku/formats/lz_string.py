"""LZ-string, in which the web's puzzle editors pack theirs: written from the description of its format.

Six bits a character. Numbers are as wide as the table of known texts needs, lowest bit first: 0 and 1 announce a new
character of 8 or 16 bits, 2 is the end, all others are texts of the table. Each text that is told adds one to it: the
one before and its own first character.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

ALPHABET = {sign: code for code, sign in enumerate("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")}
BITS = 6
MOST = 1 << 20
"""Characters that are unpacked at most: an editor's puzzle has some thousand. A short text could fill the memory."""
EIGHT, SIXTEEN, END = range(3)


def unpacked(packed: str) -> str:
    """Raises ValueError where it is none, is cut off, or is too long."""
    try:
        codes = [ALPHABET[sign] for sign in packed.rstrip("=")]
        told = "".join(_texts(_Bits(codes)))
    except KeyError as fault:
        raise ValueError("no LZ-string") from fault
    return told.encode("utf-16", "surrogatepass").decode("utf-16", "replace")  # its characters are halves of some


class _Bits:
    def __init__(self, codes: list[int]) -> None:
        self._bits = (code >> shift & 1 for code in codes for shift in reversed(range(BITS)))

    def number(self, width: int) -> int:
        bits = list(islice(self._bits, width))
        if len(bits) < width:
            raise ValueError("cut off")
        return sum(bit << place for place, bit in enumerate(bits))


def _texts(bits: _Bits) -> Iterator[str]:
    table = ["", "", ""]  # 0 to 2 are no texts
    width, before, length = 2, "", 0
    while (code := bits.number(width)) != END:
        if code in (EIGHT, SIXTEEN):
            table.append(chr(bits.number(8 if code == EIGHT else 16)))
            text = table[-1]
        elif code < len(table):
            text = table[code]
        elif code == len(table) and before:
            text = before + before[0]
        else:
            raise ValueError("a text that is not known yet")
        length += len(text)
        if length > MOST:
            raise ValueError("too long")
        yield text
        if before:
            table.append(before + text[0])
        width = max(width, len(table).bit_length())
        before = text
