"""The file that the value network comes in, and what it is unpacked to.

The file is one line of JSON and a zlib stream. The line says `format`, `step` (points that one unit of a weight is
worth), `counts` (weights other than 0 in each stage), `sha256` (of the unpacked stream) and what the model card says of
the training. The stream holds for each stage: a bit for each weight, set where it is not 0 (the lowest bit first); the
low bytes of the weights that are not 0, as 16-bit numbers; and their high bytes.

In memory a weight is found by its bit: one entry for each 256 weights holds their bits and where their numbers begin.
64-bit words of bits in an entry: `WORDS`. One more word follows: its lower half says where the entry's numbers begin,
and its upper half has a byte for each word, how many numbers the words before it have.

That is a seventh of the memory of all weights laid out, and fits into the caches of today's processors in part.
"""

from __future__ import annotations

import hashlib
import json
import zlib
from dataclasses import dataclass
from importlib.resources import files
from typing import IO, TYPE_CHECKING, Any

import numpy as np

from gridpilot.games.twenty48.engines.block import WEIGHT_WORDS as WORDS
from gridpilot.games.twenty48.engines.tuples import GROUP, WEIGHTS

if TYPE_CHECKING:
    from collections.abc import Callable
    from importlib.resources.abc import Traversable
    from pathlib import Path

    from numpy.typing import NDArray

FORMAT = "gridpilot 2048 network 2"
SHIPPED = "value_4x4.net"
LEVEL = 7
"""Of zlib: xz makes the file 3 % smaller and takes ten times as long to unpack."""

CHUNK = 1 << 20
"""Bytes read, or unpacked, at a time; the file's first line is shorter."""


@dataclass(frozen=True, slots=True)
class Stage:
    """`entries`: [block of 256 weights] its bits and its beginning, see WORDS; `numbers`: the first is 0, for weights
    that are not there.
    """

    entries: NDArray[np.uint64]
    numbers: NDArray[np.int16]


@dataclass(frozen=True, slots=True)
class Network:
    """`step`: points that one unit of a weight is worth."""

    step: int
    stages: tuple[Stage, ...]
    facts: dict[str, Any]


def shipped() -> Network | None:
    """The network that comes with the program; None where it was left out."""
    file = files("gridpilot.games.twenty48.engines") / SHIPPED
    return read(file) if file.is_file() else None


def read(file: Path | Traversable) -> Network:
    with file.open("rb") as opened:
        return unpacked(opened)


def unpacked(file: IO[bytes]) -> Network:
    """Raises ValueError where the file is damaged or of another kind. It is unpacked piece by piece: the whole stream
    beside the tables would take as much memory again.
    """
    unpack, digest = zlib.decompressobj(), hashlib.sha256()

    def take(size: int) -> NDArray[np.uint8]:
        piece = np.empty(size, np.uint8)
        filled = 0
        while filled < size:
            packed = unpack.unconsumed_tail or file.read(CHUNK)
            part = unpack.decompress(packed, size - filled)
            if not (packed or part):
                raise ValueError("it is cut short")
            piece[filled : filled + len(part)] = np.frombuffer(part, np.uint8)
            filled += len(part)
        digest.update(piece.data)
        return piece

    try:
        facts = json.loads(file.readline(CHUNK))
        counts = facts["counts"] if facts["format"] == FORMAT else ()
        stages = tuple(_stage(size, count, take) for size, count in zip(WEIGHTS, counts, strict=True))
        fit = facts["sha256"] == digest.hexdigest()
    except (ValueError, KeyError, TypeError, zlib.error) as fault:
        raise ValueError(f"not a network of this program: {fault}") from fault
    if not fit:
        raise ValueError("not a network of this program: its format, its stages or its checksum are others")
    return Network(facts["step"], stages, facts)


def _stage(size: int, count: int, take: Callable[[int], NDArray[np.uint8]]) -> Stage:
    entries = np.empty((size // (64 * WORDS), WORDS + 1), np.uint64)
    for group in np.split(entries, size // GROUP):
        group[:, :WORDS] = take(GROUP // 8).view("<u8").reshape(-1, WORDS)
    held = np.bitwise_count(entries[:, :WORDS])
    entries[0, WORDS] = 1
    entries[1:, WORDS] = np.cumsum(held[:-1].sum(axis=1, dtype=np.uint32), dtype=np.uint32) + 1
    before = np.zeros(len(held), np.uint8)
    for word in range(1, WORDS):
        before += held[:, word - 1]
        entries[:, WORDS] |= before.astype(np.uint64) << np.uint64(32 + 8 * word)
    numbers = np.zeros((count + 1, 2), np.uint8)
    for byte in (0, 1):
        for first in range(1, count + 1, CHUNK):
            piece = numbers[first : first + CHUNK, byte]
            piece[:] = take(len(piece))
    return Stage(entries, numbers.view("<i2").ravel())


def packed(stages: list[NDArray[np.int16]], step: int, facts: dict[str, Any]) -> bytes:
    """The file's bytes. `stages`: all weights of each, in units of `step` points."""
    parts = []
    for weights in stages:
        kept = weights[weights != 0].view(np.uint16)
        parts += [np.packbits(weights != 0, bitorder="little").tobytes()]
        parts += [(kept & 255).astype(np.uint8).tobytes(), (kept >> 8).astype(np.uint8).tobytes()]
    stream = b"".join(parts)
    head = {
        "format": FORMAT,
        "step": step,
        "counts": [int(np.count_nonzero(weights)) for weights in stages],
        "sha256": hashlib.sha256(stream).hexdigest(),
        **facts,
    }
    return json.dumps(head).encode() + b"\n" + zlib.compress(stream, LEVEL)
