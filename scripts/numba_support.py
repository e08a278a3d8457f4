"""What the training on processor cores is compiled with: typed compilation and raw memory.

A compiled function takes the address of one block of memory instead of arrays: numba passes an array as seven words,
which in a recursion of this kind costs more than the search itself. All whole numbers are int64, so that no expression
turns into floating point because signed met unsigned.
"""

from __future__ import annotations

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
"""(address, index) -> the index-th number from there."""

put64: Callable[[int, int, int], None] = writer(types.int64, ir.IntType(64))
"""(address, index, number)"""
