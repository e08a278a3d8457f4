"""A worker's orders, out of the reach of libraries.

A thread waits in a read of the pipe that the orders come through. Until that read ends, Windows lets nobody ask what
kind of file the pipe is; and a library that is loaded meanwhile asks just that of standard input, as numpy's do: both
would wait for ever. So the orders are read through a handle of their own, and standard input is an empty device.
"""

import os
from typing import IO

from gridpilot.desktop.windows.api import Api


def taken(api: Api) -> IO[str]:
    """Standard input, for the caller alone."""
    import msvcrt  # Windows alone has it

    orders = os.fdopen(os.dup(0), encoding="utf-8")
    empty = os.open(os.devnull, os.O_RDONLY)
    os.dup2(empty, 0, inheritable=False)
    os.close(empty)
    api.SetStdHandle(api.STD_INPUT_HANDLE, msvcrt.get_osfhandle(0))  # in a program without a console, dup2 does not
    return orders
