"""Compilation at the first call, for functions that take named tuples of arrays: those have no name in a signature."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar, cast

from numba import njit

if TYPE_CHECKING:
    from collections.abc import Callable

    Code = TypeVar("Code", bound=Callable[..., Any])


def compiled_late(code: Code) -> Code:
    """What was compiled once is loaded by later runs; not so a function that calls itself: loaded, it would crash."""
    made: Any = njit(cache=True, nogil=True, boundscheck=False)(code)
    return cast("Code", made)
