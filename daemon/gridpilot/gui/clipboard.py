"""What was copied, as text or as a picture. Tk asks for it, because it is there wherever the practice board runs."""

from __future__ import annotations

import contextlib
import tempfile
import tkinter as tk
from pathlib import Path

from gridpilot.errors import GridpilotError


def text() -> str:
    """Raises GridpilotError when nothing that is text was copied."""
    copied = _copied("UTF8_STRING") or _copied("STRING")
    if copied is None or not copied.strip():
        raise GridpilotError(
            "Nothing usable was copied",
            "The clipboard holds neither a picture nor a text.",
            "Copy a picture of the board, or its 81 characters, and try again; or use --image FILE.",
        )
    return copied


def picture() -> Path | None:
    """A copied picture in a temporary file; None when no picture was copied."""
    copied = _copied("image/png")
    if copied is None:
        return None
    try:
        content = bytes(int(byte, 16) for byte in copied.split())  # how Tk hands over what is no text
    except ValueError:
        return None
    with tempfile.NamedTemporaryFile(prefix="gridpilot-", suffix=".png", delete=False) as file:
        file.write(content)
    return Path(file.name)


def _copied(kind: str) -> str | None:
    try:
        root = tk.Tk()
    except tk.TclError:
        return None  # no display, no clipboard
    root.withdraw()
    with contextlib.suppress(tk.TclError):
        return str(root.clipboard_get(type=kind))
    root.destroy()
    return None
