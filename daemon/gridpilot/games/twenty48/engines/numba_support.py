"""What the compiled searches are made with: typed compilation, raw memory and a clock that machine code can read.

A compiled function takes the address of one block of memory instead of arrays: numba passes an array as seven words,
which in a recursion of this kind costs more than the search itself. All whole numbers are int64, so that no expression
turns into floating point because signed met unsigned.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, TypeVar, cast

from llvmlite import ir
from numba import njit, types
from numba.extending import intrinsic

Code = TypeVar("Code", bound=Callable[..., Any])


def compiled(of: str) -> Callable[[Code], Code]:
    """Compiles with that signature at import, or loads what an earlier run compiled."""
    made: Any = njit(of, cache=True, nogil=True, boundscheck=False)
    return cast("Callable[[Code], Code]", made)


def part(code: Code) -> Code:
    """A function that is copied into the compiled functions that use it: a call would cost more than its body."""
    made: Any = njit(code, inline="always")
    return cast("Code", made)


def reader(of: Any, kind: Any) -> Any:
    """What reads numbers of a type, `of` to numba and `kind` to its compiler: (address, index) -> number."""

    @intrinsic
    def read(_context: Any, _base: Any, _index: Any) -> Any:
        def generate(_target: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            place = builder.inttoptr(arguments[0], kind.as_pointer())
            return builder.load(builder.gep(place, [arguments[1]]))

        return of(types.int64, types.int64), generate

    return read


def writer(of: Any, kind: Any) -> Any:
    """What writes them: (address, index, number)."""

    @intrinsic
    def write(_context: Any, _base: Any, _index: Any, _value: Any) -> Any:
        def generate(target: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            place = builder.inttoptr(arguments[0], kind.as_pointer())
            builder.store(arguments[2], builder.gep(place, [arguments[1]]))
            return target.get_dummy_value()

        return types.void(types.int64, types.int64, of), generate

    return write


get64: Callable[[int, int], int] = reader(types.int64, ir.IntType(64))
get32: Callable[[int, int], int] = reader(types.int32, ir.IntType(32))
get16: Callable[[int, int], int] = reader(types.int16, ir.IntType(16))
"""(address, index) -> the index-th number from there."""

put64: Callable[[int, int, int], None] = writer(types.int64, ir.IntType(64))
"""(address, index, number)"""


@intrinsic
def _bits_set(_context: Any, _bits: Any) -> Any:
    def generate(_target: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.int64), generate


bits_set = cast("Callable[[int], int]", _bits_set)
"""How many bits of a number are set."""


CLOCK = getattr(time, "CLOCK_MONOTONIC", None)
"""The system's number for the clock, None where (on Windows) the clock is a function of its own."""

TICKS = 1e9 if CLOCK is not None else 1 / time.get_clock_info("perf_counter").resolution
"""What `now` counts in a second."""

if CLOCK is not None:
    _clock: Any = types.ExternalFunction("clock_gettime", types.int32(types.int32, types.int64))

    @compiled("i8(i8)")
    def now(scratch: int) -> int:
        """The time in ticks. `scratch` is the address of 16 bytes."""
        _clock(CLOCK, scratch)
        return get64(scratch, 0) * 1_000_000_000 + get64(scratch, 1)

else:
    _counter: Any = types.ExternalFunction("QueryPerformanceCounter", types.int32(types.int64))

    @compiled("i8(i8)")
    def now(scratch: int) -> int:
        """The time in ticks. `scratch` is the address of 16 bytes."""
        _counter(scratch)
        return get64(scratch, 0)
