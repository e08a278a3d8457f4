"""Pictures from and to files. Size is judged from the header, before a decoder spends memory on the rest."""

from __future__ import annotations

import warnings
from io import BytesIO
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageOps, UnidentifiedImageError

from gridpilot import whole_file
from gridpilot.capture import Capture
from gridpilot.errors import GridpilotError
from gridpilot.geometry import Rect, View

FORMATS = ("PNG", "JPEG", "WEBP", "BMP", "GIF", "TIFF")
LONGEST = 20_000  # pixels a side; no screen comes near
LARGEST = 40_000_000  # pixels; an 8K screen has 33 million, and loading takes some 10 bytes for each

_TITLE = "Cannot read the picture"
_CROP = "Crop it to the window that shows the board."
_ANOTHER = "Give a screenshot as PNG, JPEG, WebP, BMP, GIF or TIFF."


def load(path: Path, most: int = LARGEST) -> Capture:
    """A picture of so many pixels at most as if it had been captured, one point per pixel; a `GridpilotError` says what
    is wrong with it.
    """
    pixels = _pixels(path, most)
    height, width = pixels.shape[:2]
    return Capture(pixels, View(Rect(0, 0, width, height), width, height))


def save(capture: Capture, path: Path) -> None:
    """Writes the picture as PNG."""
    path.write_bytes(png(capture))


def png(capture: Capture) -> bytes:
    file = BytesIO()
    Image.fromarray(np.ascontiguousarray(capture.pixels[..., ::-1])).save(file, "PNG")
    return file.getvalue()


def _pixels(path: Path, most: int) -> NDArray[np.uint8]:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)  # judged below, and more strictly
            with whole_file.opened(path, whole_file.MOST_PICTURE) as file, Image.open(file, formats=FORMATS) as image:
                _judge(path, most, *image.size)
                ImageOps.exif_transpose(image, in_place=True)
                pixels = np.asarray(_flat(image), np.uint8)
        return np.ascontiguousarray(pixels[..., ::-1])  # the decoder's own copy is gone by now
    except FileNotFoundError:
        raise GridpilotError(_TITLE, f"{path} does not exist.", "Check the name.") from None
    except IsADirectoryError:
        raise GridpilotError(_TITLE, f"{path} is a folder.", "Give the picture inside it.") from None
    except PermissionError:
        raise GridpilotError(_TITLE, f"{path} may not be read.", "Check its permissions.") from None
    except whole_file.Unfit as fault:
        raise GridpilotError(_TITLE, f"{path}: {fault.strerror}.", _ANOTHER) from None
    except Image.DecompressionBombError:  # the library's own judgement, of the header as well
        raise GridpilotError(_TITLE, f"{path} has far more pixels than any screen.", _CROP) from None
    except UnidentifiedImageError:
        raise GridpilotError(_TITLE, f"{path} is no picture of a known kind.", _ANOTHER) from None
    except (OSError, ValueError, SyntaxError, EOFError) as fault:
        raise GridpilotError(_TITLE, f"{path} is damaged ({fault}).", "Take the screenshot again.") from fault


def _judge(path: Path, most: int, width: int, height: int) -> None:
    if max(width, height) > LONGEST or width * height > most:
        what = "any screen" if most == LARGEST else "a digit"
        fix = _CROP if most == LARGEST else "Cut out one cell of the board."
        raise GridpilotError(_TITLE, f"{path} has {width} x {height}, more pixels than {what}.", fix)


def _flat(image: Image.Image) -> Image.Image:
    """RGB; what is transparent shows white, as viewers show it."""
    if image.mode in ("RGBA", "LA", "PA") or "transparency" in image.info:
        image = image.convert("RGBA")
        paper = Image.new("RGBA", image.size, "white")
        return Image.alpha_composite(paper, image).convert("RGB")
    if image.mode.startswith("I;16"):
        return Image.fromarray((np.asarray(image) >> 8).astype(np.uint8)).convert("RGB")
    return image if image.mode == "RGB" else image.convert("RGB")


def rescaled(capture: Capture, scale: float) -> Capture:
    """Interpolated, so edges are softer than a program would draw them: a harder reading than the real one."""
    wide, high = (max(1, round(side * scale)) for side in (capture.view.width, capture.view.height))
    how = cv2.INTER_CUBIC if scale > 1 else cv2.INTER_AREA
    pixels = cv2.resize(capture.pixels, (wide, high), interpolation=how).astype(np.uint8, copy=False)
    return Capture(np.ascontiguousarray(pixels), View(capture.view.area, wide, high))
