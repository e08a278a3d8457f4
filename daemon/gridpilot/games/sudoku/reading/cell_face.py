"""What the cells of a board show besides digits: their face. It is taken away, so that only the content is left.

Drop-down lists show an arrow in every cell, forms a field within the cell, terminals a dot, a nought or a line in a
blank one. The commonest cell of a board is a blank one, so it shows all of that. What other cells show as well is
*furniture*; what they do not is a *sign for blank*. Digits may be small and stand at one side of their cell, so the
cells are cut again around the content. All of this takes time and presumes that most of a board is read well, so it is
tried only where the usual look sees no board.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from gridpilot.games.sudoku.reading.sheet import Sheet
from gridpilot.geometry import Box
from gridpilot.vision.glyphs.ink import FLOOR
from gridpilot.vision.medians import medians

Bytes = NDArray[np.uint8]
Levels = NDArray[np.int16]
Flags = NDArray[np.bool_]

_INSETS = (0.06, 0.015)  # of the cell, off each side: lines and their blur; less where digits begin right beside a line
_LOOKED_AT = 27  # cells with which the others are compared, in search of the commonest
_FEWEST = 0.2  # share of the cells that must look alike; also more than a row has, as often as a digit occurs
_SHARED = 0.85  # share of a piece's pixels that other cells show, too, if it is furniture
_OTHER = 0.05  # share of a sign's pixels in another colour: a digit on it changes 0.1 and more; not tuned
_SHIFTS = [(down, right) for down in (0, -1, 1) for right in (0, -1, 1)]  # pixels, by rounding
_SPECK = 0.0012  # of the cell: less content is none
_ROOM = 0.4  # of the digits' height, around them, where the cells are cut again
_HALF = 1.0  # of the digits' height, to both sides of their middle, where the cells are cut again
_WHOLE = 0.8  # of a cell's side: content that reaches so far leaves nothing to cut off
_LEAST = 8  # pixels, a cell's side


@dataclass(frozen=True, slots=True, eq=False)
class Face:
    """`blank`: what the blank cell shows besides its ground, height x width x 3, zero where it shows its ground.
    `furniture`: the same without the `signs` for blank. `recoloured`: furniture that full cells show in another colour,
    as a list that cannot be changed is paler. `part`: where the content is, in pixels of that picture.
    """

    blank: Levels
    furniture: Levels
    signs: tuple[Flags, ...]
    recoloured: tuple[Flags, ...]
    part: tuple[int, int, int, int]

    @property
    def plain(self) -> bool:
        """Whether cells show nothing but digits, which fill them as usual."""
        height, width = self.blank.shape[:2]
        return not self.blank.any() and self.part == (0, 0, width, height)

    @property
    def lists(self) -> bool:
        """Whether full cells show something that blank ones show as well, in whatever colour."""
        return bool(self.furniture.any() or self.recoloured)

    @property
    def cut_off(self) -> bool:
        """Whether the content stands at one side of the cells, so close that it begins about where they are cut."""
        left, _, right, _ = self.part
        return bool((left < 0) != (right > self.blank.shape[1]))


def find(sheet: Sheet) -> Face | None:
    """The face of these cells; None where no cells are alike enough to be the blank ones."""
    face = None
    for inset in _INSETS:
        closer = _find(sheet, _shape(sheet.boxes, inset))
        face = closer or face
        if closer is None or not closer.cut_off:
            break
    return face


def _find(sheet: Sheet, shape: tuple[int, int]) -> Face | None:
    cells = _cells(sheet, shape)
    if cells is None:
        return None
    grounds = _grounds(cells)
    shown = cells - grounds[:, None, None]
    alike = _commonest(shown)
    if alike.sum() < max(_FEWEST * len(cells), sheet.size + 1):
        return None
    blank = np.median(shown[alike], axis=0).astype(np.int16)
    blank[np.abs(blank).max(axis=2) <= FLOOR] = 0
    furniture = _furniture(blank, shown[~alike])
    content = shown[~alike]
    content[~_beyond(content, furniture)] = 0
    signs = tuple(_strokes(np.abs(blank).max(axis=2) * piece) for piece in _pieces(blank - furniture))
    recoloured = tuple(sign for sign in signs if len(content) and np.median(_drawn(sign, content)) > 0)
    content = _without(recoloured, content)
    return Face(blank, furniture, signs, recoloured, _part(content, len(shown)))


def bare(sheet: Sheet, face: Face) -> tuple[Sheet, Flags]:
    """A picture of the cells, each on its own ground without the furniture; where the cells are on it, cut around the
    content; and which of them look like the blank one.
    """
    height, width = face.blank.shape[:2]
    cells = _cells(sheet, (height, width))
    if cells is None:
        return sheet, np.zeros(len(sheet.boxes), bool)
    grounds = _grounds(cells)
    content = cells - grounds[:, None, None]
    blank = _alike(content, [_range(one) for one in content], face.blank)
    content = np.where(_beyond(content, face.furniture)[..., None], content - face.furniture, 0)
    if face.signs:  # the same sign on another ground, as under a cursor
        blank |= ~_without(face.signs, content.copy()).any(axis=(1, 2, 3))
    content = _without(face.recoloured, content)
    x0, y0, x1, y1 = face.part
    beside = max(0, -x0, x1 - width)
    content = np.pad(content, ((0, 0), (0, 0), (beside, beside), (0, 0)))
    x0, x1, width = x0 + beside, x1 + beside, width + 2 * beside
    shown = (grounds[:, None, None] + content).clip(0, 255).astype(np.uint8)
    size = sheet.size
    picture = shown.reshape(size, size, height, width, 3).transpose(0, 2, 1, 3, 4).reshape(size * height, -1, 3)
    parts = [
        Box(col * width + x0, row * height + y0, col * width + x1, row * height + y1)
        for row in range(size)
        for col in range(size)
    ]
    return Sheet(np.ascontiguousarray(picture), parts), blank


def _shape(boxes: Sequence[Box], inset: float) -> tuple[int, int]:
    """The height and width of a cell without its rim."""
    sides = np.array([(box.y1 - box.y0, box.x1 - box.x0) for box in boxes])
    height, width = (medians(sides) * (1 - 2 * inset)).astype(int).tolist()
    return height, width


def _cells(sheet: Sheet, shape: tuple[int, int]) -> Levels | None:
    """The cells in full resolution, n x height x width x 3; None where they are no cells, or not all on the picture."""
    height, width = shape
    if min(shape) < _LEAST:
        return None
    pixels = sheet.pixels
    cells = np.empty((len(sheet.boxes), height, width, 3), np.int16)
    for index, box in enumerate(sheet.boxes):
        left, top = round((box.x0 + box.x1 - width) / 2), round((box.y0 + box.y1 - height) / 2)
        if left < 0 or top < 0 or left + width > pixels.shape[1] or top + height > pixels.shape[0]:
            return None
        cells[index] = pixels[top : top + height, left : left + width]
    return cells


def _grounds(cells: Levels) -> Levels:
    """The commonest colour of each cell, roughly: the median of each channel."""
    points = cells[:, ::2, ::2].reshape(len(cells), -1, 3)
    grounds: Levels = np.median(points, axis=1).astype(np.int16)
    return grounds


def _commonest(shown: Levels) -> Flags:
    """Which cells look like the one that most others look like."""
    best = np.zeros(len(shown), bool)
    ranges = [_range(one) for one in shown]
    for one in range(0, len(shown), max(1, len(shown) // _LOOKED_AT)):
        alike: Flags = _alike(shown, ranges, shown[one])
        if alike.sum() > best.sum():
            best = alike
    return best


def _alike(shown: Levels, ranges: Sequence[tuple[Levels, Levels]], one: Levels) -> Flags:
    """Which cells look like this one: neither shows anything that the other does not. `ranges`: those of the cells."""
    few = _speck(one)
    alike = [bool(count <= few) for count in _beyond(shown, one).sum(axis=(1, 2))]
    return np.array([like and bool(_outside(one, *own).sum() <= few) for like, own in zip(alike, ranges, strict=True)])


def _furniture(blank: Levels, others: Levels) -> Levels:
    """The pieces of the blank cell that the other cells show as well."""
    furniture = np.zeros_like(blank)
    if not len(others):
        return furniture
    kept = [np.abs(others - np.roll(blank, shift, (0, 1))).max(axis=3) <= FLOOR for shift in _SHIFTS]
    for where in _pieces(blank):
        shares = [
            same[:, np.roll(where, shift, (0, 1))].mean(axis=1) for same, shift in zip(kept, _SHIFTS, strict=True)
        ]
        if np.median(np.max(shares, axis=0)) >= _SHARED:
            furniture[where] = blank[where]
    return furniture


def _pieces(face: Levels) -> list[Flags]:
    """Where each piece of the face is."""
    count, labels = cv2.connectedComponents(np.array(face.any(axis=2), np.uint8))
    return [labels == piece for piece in range(1, count)]


def _drawn(piece: Flags, cells: Levels) -> Flags:
    """Which cells draw a piece of this form, in any one colour, with nothing close around it. An 8 draws no 0: it has
    most of its pixels, but not all, and others besides. Nor does a digit on a field draw the field.
    """
    near = cv2.dilate(piece.astype(np.uint8), np.ones((5, 5), np.uint8)).astype(bool)
    around = cv2.dilate(near.astype(np.uint8), np.ones((5, 5), np.uint8)).astype(bool) & ~near
    ink = np.abs(cells).max(axis=3)
    form = near & _strokes(ink * near)
    clear = (ink > FLOOR)[:, around].mean(axis=1) <= 1 - _SHARED
    return np.asarray(np.any([_fills(own, form, cells) for own in _shifted(piece)], axis=0) & clear)


def _fills(piece: Flags, form: Flags, cells: Levels) -> Flags:
    """In which cells the piece has this form, but for a few pixels, and one colour."""
    like = (form & piece).sum(axis=(1, 2)) / (form | piece).sum(axis=(1, 2))
    shown = cells[:, piece]
    apart = np.abs(shown - np.median(shown, axis=1, keepdims=True)).mean(axis=2)
    other = apart > np.abs(shown).max(axis=(1, 2))[:, None] / 2
    return np.asarray((like >= _SHARED) & (other.mean(axis=1) <= _OTHER))


def _shifted(piece: Flags) -> list[Flags]:
    return [np.roll(piece, shift, (0, 1)) for shift in _SHIFTS]


def _strokes(ink: Levels) -> Flags:
    """The stronger half of each cell's ink, which is the same where the ink is drawn in another colour."""
    return np.asarray(ink > np.maximum(FLOOR, ink.max(axis=(-2, -1), keepdims=True) // 2))


def _without(pieces: Sequence[Flags], cells: Levels) -> Levels:
    """The cells without these pieces, where they draw them."""
    for piece in pieces:
        near = cv2.dilate(piece.astype(np.uint8), np.ones((5, 5), np.uint8)).astype(bool)
        cells[_drawn(piece, cells)[:, None, None] & near] = 0
    return cells


def _range(face: Levels) -> tuple[Levels, Levels]:
    """The least and the most that is shown within a pixel of each pixel: rounding shifts what is drawn."""
    around = np.ones((3, 3), np.uint8)
    return cv2.erode(face, around).astype(np.int16), cv2.dilate(face, around).astype(np.int16)


def _outside(shown: Levels, least: Levels, most: Levels) -> Flags:
    return np.asarray(((shown > most + FLOOR) | (shown < least - FLOOR)).any(axis=-1))


def _beyond(shown: Levels, face: Levels) -> Flags:
    """Which pixels differ from all that the face shows around them."""
    return _outside(shown, *_range(face))


def _speck(face: Levels) -> int:
    """How many pixels are too few to be content."""
    height, width = face.shape[:2]
    return max(2, int(_SPECK * height * width + 0.5))


def _part(content: Levels, among: int) -> tuple[int, int, int, int]:
    """Where the content of these cells is (left, top, right, bottom), with room around it, even beside the cell."""
    height, width = content.shape[1:3]
    inked = np.asarray(content.any(axis=3))
    spans = []
    for cell in inked[inked.sum(axis=(1, 2)) > _SPECK * height * width]:
        rows, columns = np.flatnonzero(cell.any(axis=1)), np.flatnonzero(cell.any(axis=0))
        spans.append((columns[0], rows[0], columns[-1] + 1, rows[-1] + 1))
    if len(spans) < among / 8:
        return 0, 0, width, height
    left, top = np.percentile(np.array(spans)[:, :2], 5, axis=0)
    right, bottom = np.percentile(np.array(spans)[:, 2:], 95, axis=0)
    if right - left > _WHOLE * width or bottom - top > _WHOLE * height:
        return 0, 0, width, height
    room, middle = _ROOM * (bottom - top), (left + right) / 2
    half = max((right - left) / 2 + room, _HALF * (bottom - top))
    return (
        round(middle - half),
        max(0, round(top - room)),
        round(middle + half),
        min(height, round(bottom + room)),
    )
