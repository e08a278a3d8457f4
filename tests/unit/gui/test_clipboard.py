"""What was copied, where Tk knows no pictures: on Windows and macOS."""

import io
import tkinter as tk

import pytest
from PIL import Image, ImageGrab

from gridpilot.errors import GridpilotError
from gridpilot.gui import clipboard


@pytest.fixture(autouse=True)
def nothing_from_tk(monkeypatch):
    def no_display():
        raise tk.TclError("no display")

    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    monkeypatch.setattr(tk, "Tk", no_display)


def test_a_picture_that_the_system_hands_over_is_kept_in_a_file(monkeypatch):
    monkeypatch.setattr(ImageGrab, "grabclipboard", lambda: Image.new("RGB", (3, 2), "red"))
    file = clipboard.picture()
    try:
        assert Image.open(io.BytesIO(file.read_bytes())).size == (3, 2)
    finally:
        file.unlink()


@pytest.mark.parametrize("found", [None, ["a file.png"], NotImplementedError("no xclip"), OSError("cannot open")])
def test_whatever_is_no_picture_counts_as_none(monkeypatch, found):
    def grab():
        if isinstance(found, Exception):
            raise found
        return found

    monkeypatch.setattr(ImageGrab, "grabclipboard", grab)
    assert clipboard.picture() is None
    with pytest.raises(GridpilotError, match="neither a picture nor a text"):
        clipboard.text()
