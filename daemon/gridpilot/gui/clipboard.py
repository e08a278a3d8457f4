"""Gets what was copied, as text or as a picture: by wl-paste on Wayland, elsewhere by Tk, which the practice board
needs anyway. Tk knows pictures on X11 only; on Windows and macOS Pillow gets them.
"""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import subprocess
import tempfile
import tkinter as tk
from collections.abc import Iterator
from pathlib import Path
from threading import Timer

from gridpilot import whole_file
from gridpilot.cli.sources import MOST_TEXT, told_by_name
from gridpilot.errors import EnvironmentFault, GridpilotError
from gridpilot.texts import command_words
from gridpilot.whole_file import MOST_PICTURE

WAYLAND = "wl-paste"
LIMIT = 10.0  # seconds that the program which was copied from may take
WRITTEN = 5  # signs of a byte as Tk hands over what is no text, "0x1f "


@contextlib.contextmanager
def copied() -> Iterator[Path | str]:
    """The picture that was copied, in a file for as long as it is needed, else the text."""
    found = picture()
    try:
        yield text() if found is None else found
    finally:
        if found is not None:
            found.unlink()


def text() -> str:
    """Raises GridpilotError when nothing that is text was copied."""
    with told_by_name(command_words.CLIPBOARD):
        if _on_wayland():
            copied = _pasted("text", MOST_TEXT).decode(errors="replace")
        else:
            copied = _copied("UTF8_STRING", MOST_TEXT) or _copied("STRING", MOST_TEXT) or ""
    if not copied.strip():
        raise GridpilotError(
            "Nothing usable was copied",
            "The clipboard holds neither a picture nor a text.",
            "Copy a picture of the board, or its 81 characters, and try again; or use --image FILE.",
        )
    return copied


def picture() -> Path | None:
    """A copied picture in a temporary file; None when no picture was copied."""
    with told_by_name(command_words.CLIPBOARD, command_words.GIVE_PICTURE):
        content = _pasted("image", MOST_PICTURE) if _on_wayland() else _shown()
    if not content:
        return None
    with tempfile.NamedTemporaryFile(prefix="gridpilot-", suffix=".png", delete=False) as file:
        file.write(content)
    return Path(file.name)


def _on_wayland() -> bool:
    """There, X programs see what was copied only while one of them has the focus."""
    return bool(os.environ.get("WAYLAND_DISPLAY"))


def _pasted(kind: str, most: int) -> bytes:
    """Empty when nothing of that kind was copied. Raises OSError when that is more than `most` bytes."""
    program = shutil.which(WAYLAND)
    if program is None:
        raise EnvironmentFault(
            "The clipboard cannot be asked",
            f"On a Wayland desktop that takes the program {WAYLAND}, which is not installed.",
            "Install the package wl-clipboard; or save the screenshot, and use: gridpilot solve --image FILE",
        )
    words, silent = [program, "--no-newline", "--type", kind], subprocess.DEVNULL
    with subprocess.Popen(words, stdin=silent, stdout=subprocess.PIPE, stderr=silent) as pasting:
        assert pasting.stdout is not None  # noqa: S101 - it is a pipe
        late = Timer(LIMIT, pasting.kill)
        late.start()
        try:
            content = whole_file.taken(pasting.stdout, most)
            pasting.wait()
        finally:
            late.cancel()
            pasting.kill()  # one that has more to say than is taken
    return b"" if pasting.returncode else content


def _shown() -> bytes:
    copied = _copied("image/png", MOST_PICTURE * WRITTEN)
    if copied is None:
        return _grabbed()
    with contextlib.suppress(ValueError):
        return bytes(int(byte[0], 16) for byte in re.finditer(r"\S+", copied))
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


def _copied(kind: str, most: int) -> str | None:
    """None when nothing of that kind was copied. Raises OSError when it is longer than `most`."""
    try:
        root = tk.Tk()
    except tk.TclError:
        return None  # no display, no clipboard
    root.withdraw()
    try:
        copied = str(root.clipboard_get(type=kind))
    except tk.TclError:
        return None
    finally:
        root.destroy()
    if len(copied) > most:
        raise whole_file.too_long(kind, most)
    return copied
