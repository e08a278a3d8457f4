"""Who listens at a socket: the kernel tells."""

import socket
import struct
from pathlib import Path

from gridpilot import whole_file

CREDENTIALS = struct.Struct("iII")


def listener(path: str) -> int:
    """Its process; 0 where nobody listens."""
    with socket.socket(socket.AF_UNIX) as asked:
        try:
            asked.connect(path)
            told = asked.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, CREDENTIALS.size)
        except OSError:
            return 0
    return int(CREDENTIALS.unpack(told)[0])


def name_of(process: int) -> str:
    """Of the program, as far as the system tells."""
    try:
        return whole_file.read_text(Path(f"/proc/{process}/comm")).strip()
    except OSError:
        return ""
