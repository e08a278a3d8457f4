"""The file that the value network comes in, and what it is unpacked to.

The file is one line of JSON and a zlib stream. The line says `format`, `step` (points that one unit of a weight is
worth), `counts` (weights other than 0 in each stage), `sha256` (of the unpacked stream) and what the model card says of
the training. The stream holds for each stage: a bit for each weight, set where it is not 0 (8 MiB, the lowest bit
first); the low bytes of the weights that are not 0, as 16-bit numbers; and their high bytes.

In memory a weight is found by its bit: one entry for each 64 weights holds their bits and where their numbers begin.
That is a third of the memory of all weights laid out, and fits into the caches of today's processors in part.
"""

from __future__ import annotations

import hashlib
import json
import zlib
from dataclasses import dataclass
from importlib.resources import files
from typing import TYPE_CHECKING, Any

import numpy as np

from gridpilot.games.twenty48.engines.tuples import WEIGHTS

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

FORMAT = "gridpilot 2048 network 1"
SHIPPED = "value_4x4.net"
BYTES = WEIGHTS // 8
LEVEL = 7
"""Of zlib: xz makes the file 3 % smaller and takes ten times as long to unpack."""


@dataclass(frozen=True, slots=True)
class Stage:
    """`entries`: [block of 64 weights] its bits and where its numbers begin; `numbers`: the first is 0, for weights
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
    return unpacked(file.read_bytes()) if file.is_file() else None


def unpacked(data: bytes) -> Network:
    """Raises ValueError where the file is damaged or of another kind."""
    end = data.find(b"\n")
    try:
        facts = json.loads(data[:end])
        stream = zlib.decompress(memoryview(data)[end + 1 :])
        fit = facts["format"] == FORMAT and facts["sha256"] == hashlib.sha256(stream).hexdigest()
    except (ValueError, KeyError, TypeError, zlib.error) as fault:
        raise ValueError(f"not a network of this program: {fault}") from fault
    if not fit:
        raise ValueError("not a network of this program: its format or its checksum is another")
    stages, at = [], 0
    for count in facts["counts"]:
        bits = np.frombuffer(stream, "<u8", BYTES // 8, at)
        low, high = (np.frombuffer(stream, np.uint8, count, at + BYTES + part * count) for part in (0, 1))
        stages.append(_stage(bits, low, high))
        at += BYTES + 2 * count
    return Network(facts["step"], tuple(stages), facts)


def _stage(bits: NDArray[np.uint64], low: NDArray[np.uint8], high: NDArray[np.uint8]) -> Stage:
    entries = np.empty((len(bits), 2), np.uint64)
    ends = np.cumsum(np.bitwise_count(bits), dtype=np.uint64)
    entries[:, 0] = bits
    entries[0, 1] = 1
    entries[1:, 1] = ends[:-1] + np.uint64(1)
    numbers = np.zeros((len(low) + 1, 2), np.uint8)
    numbers[1:, 0], numbers[1:, 1] = low, high
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


def read(file: Path) -> Network:
    return unpacked(file.read_bytes())
