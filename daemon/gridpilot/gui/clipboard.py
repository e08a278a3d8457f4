"""Gets what was copied, as text or as a picture: by wl-paste on Wayland, elsewhere by Tk, which the practice board
needs anyway. Tk knows pictures on X11 only; on Windows and macOS Pillow gets them.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import tempfile
import tkinter as tk
from pathlib import Path

from gridpilot.errors import EnvironmentFault, GridpilotError

WAYLAND = "wl-paste"
LIMIT = 10.0  # seconds that the program which was copied from may take


def text() -> str:
    """Raises GridpilotError when nothing that is text was copied."""
    if _on_wayland():
        copied = _pasted("text").decode(errors="replace")
    else:
        copied = _copied("UTF8_STRING") or _copied("STRING") or ""
    if not copied.strip():
        raise GridpilotError(
            "Nothing usable was copied",
            "The clipboard holds neither a picture nor a text.",
            "Copy a picture of the board, or its 81 characters, and try again; or use --image FILE.",
        )
    return copied


def picture() -> Path | None:
    """A copied picture in a temporary file; None when no picture was copied."""
    content = _pasted("image") if _on_wayland() else _shown()
    if not content:
        return None
    with tempfile.NamedTemporaryFile(prefix="gridpilot-", suffix=".png", delete=False) as file:
        file.write(content)
    return Path(file.name)


def _on_wayland() -> bool:
    """There, X programs see what was copied only while one of them has the focus."""
    return bool(os.environ.get("WAYLAND_DISPLAY"))


def _pasted(kind: str) -> bytes:
    """Empty when nothing of that kind was copied."""
    program = shutil.which(WAYLAND)
    if program is None:
        raise EnvironmentFault(
            "The clipboard cannot be asked",
            f"On a Wayland desktop that takes the program {WAYLAND}, which is not installed.",
            "Install the package wl-clipboard; or save the screenshot, and use: gridpilot solve --image FILE",
        )
    try:
        done = subprocess.run(
            [program, "--no-newline", "--type", kind], capture_output=True, timeout=LIMIT, check=False
        )
    except subprocess.TimeoutExpired:
        return b""
    return b"" if done.returncode else done.stdout


def _shown() -> bytes:
    copied = _copied("image/png")
    if copied is None:
        return _grabbed()
    with contextlib.suppress(ValueError):
        return bytes(int(byte, 16) for byte in copied.split())  # how Tk hands over what is no text
    return b""


def _grabbed() -> bytes:
    """As Windows and macOS have it; X11 was asked before, and Pillow would want another program there."""
    import io

    from PIL import Image, ImageGrab

    with contextlib.suppress(NotImplementedError, OSError):
        found = ImageGrab.grabclipboard()
        if isinstance(found, Image.Image):
            file = io.BytesIO()
            found.save(file, "PNG")
            return file.getvalue()
    return b""


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
