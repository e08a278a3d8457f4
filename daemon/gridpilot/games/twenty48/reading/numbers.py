"""Two readers of numbers on tiles that share no step between the ink and the digit net.

`by_pieces` takes connected pieces of ink for digits. `by_cuts` cuts the ink at thin places, whatever is connected, and
weighs every legal numeral over all cuts. The first fails where digits touch, the second where digits overlap sideways:
neither can have made up a number that both read alike.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import NDArray

from gridpilot.games.twenty48.reading.tiles import STROKE, Tile, frame, labelled
from gridpilot.vision.glyphs import net
from gridpilot.vision.glyphs.blobs import Blob, around, union
from gridpilot.vision.glyphs.cut import SIDE, normalise, stacked
from gridpilot.vision.glyphs.net import Recognise

Bytes = NDArray[np.uint8]
Floats = NDArray[np.floating]

_LEVELS = (STROKE, 0.15, 0.45, 0.60, 0.72)
"""Shares of the peak at which ink falls into pieces: low ones keep hairlines together, high ones divide digits whose
blurs touch.
"""
_BROAD = 0.95  # of its height; a wider piece may be several digits that touch
_USUAL = 0.62  # of a digit's height: its usual width
_UNLIKELY = 1e-6  # the least probability that is assumed of a digit
_CLEAR = 0.9  # probability of every digit of a clear number
_SLANTS = (0.0, 0.12, 0.24)  # italics are set upright before they are cut
_NARROWEST, _WIDEST = 0.1, 1.25  # a digit's width, of the number's height
_MOST_CUTS = 16
_MOST_DIGITS = 6  # 131072
_UNEVEN = 0.5  # lowest height of a digit, of the highest: old-style figures reach 0.6


@dataclass(frozen=True, slots=True)
class Opinion:
    """`value` 0: none. `likely`: the product of the net's probabilities of its digits; `rival`: that of the next
    numeral.

    `foreign`: the digits are clear but no legal numeral.
    """

    value: int
    likely: float
    rival: int = 0
    rival_likely: float = 0.0
    foreign: bool = False


NONE = Opinion(0, 0.0)


def by_pieces(tiles: Sequence[Tile], numerals: Sequence[int], recognise: Recognise = net.classify) -> list[Opinion]:
    """The opinion on each tile. Each level is one batch through the net, for the tiles that are not clear yet."""
    found = [NONE] * len(tiles)
    counts: list[set[int]] = [set() for _ in tiles]
    for level in _LEVELS:
        rows = [
            (index, glyphs)
            for index, tile in enumerate(tiles)
            if found[index].likely < _CLEAR
            for glyphs in _new_ways(tile, level, counts[index])
        ]
        for index, opinion in _opinions(rows, numerals, recognise):
            if found[index] is NONE or opinion.likely > found[index].likely:
                found[index] = opinion
    return found


def _opinions(
    rows: list[tuple[int, list[Bytes]]], numerals: Sequence[int], recognise: Recognise
) -> Iterator[tuple[int, Opinion]]:
    """What each row of glyphs is taken for."""
    chances = recognise(stacked([glyph for _, glyphs in rows for glyph in glyphs]))
    start = 0
    for index, glyphs in rows:
        yield index, _weighed(chances[start : start + len(glyphs)], numerals)
        start += len(glyphs)


def _new_ways(tile: Tile, level: float, counts: set[int]) -> Iterator[list[Bytes]]:
    """The ways to divide the ink at `level` that give another number of digits than all before; `counts` keeps
    these.
    """
    for glyphs in _digits(tile, level) if tile.pieces else ():
        if len(glyphs) not in counts:
            counts.add(len(glyphs))
            yield glyphs


def glyphs_of(tile: Tile) -> list[Bytes]:
    """The number's digits, left to right, as a recogniser gets them; empty where they do not come apart."""
    return next(iter(_digits(tile, STROKE)), [])


def _digits(tile: Tile, level: float) -> list[list[Bytes]]:
    """The glyphs into which the ink falls at `level`, left to right, and the same with broad ones divided; empty when
    they make no line of digits.
    """
    labels, stats = labelled(tile.ink, tile.peak, level)
    blobs = [Blob(*row) for row in stats.tolist()]
    groups = _one_above_another(blobs, frame(tile))
    boxes = [union([blobs[j] for j in group]) for group in groups]
    if not _in_a_line(boxes):
        return []
    whole = [_cut_out(tile.ink, labels, group, box) for group, box in zip(groups, boxes, strict=True)]
    if not any(box.width > _BROAD * box.height for box in boxes):
        return [_normalised(whole)]
    return [_normalised(whole), _normalised([part for glyph in whole for part in _parts(glyph)])]


def _in_a_line(boxes: Sequence[Blob]) -> bool:
    """Whether these may be the digits of one number."""
    heights = [box.height for box in boxes]
    return 1 <= len(boxes) <= _MOST_DIGITS and min(heights) >= _UNEVEN * max(heights)


def _normalised(glyphs: Sequence[Bytes]) -> list[Bytes]:
    return [normalise(glyph, _all_of(glyph)) for glyph in glyphs]


def _one_above_another(blobs: Sequence[Blob], area: Blob) -> list[list[int]]:
    """The blobs that make up each digit, left to right: those that stand above one another. Specks are left out, and
    blob 0, the ground.
    """
    groups: list[list[int]] = []
    for i in sorted(range(1, len(blobs)), key=lambda i: blobs[i].x):
        blob = blobs[i]
        if blob.height < 0.12 * area.height or blob.area < 4 or not _within(blob, area):
            continue
        if groups and _overlap(union([blobs[j] for j in groups[-1]]), blob) > 0.5:
            groups[-1].append(i)
        else:
            groups.append([i])
    return groups


def _within(blob: Blob, area: Blob) -> bool:
    return area.x <= blob.x + blob.width / 2 <= area.x + area.width


def _overlap(left: Blob, right: Blob) -> float:
    """The share of the narrower one's width that lies above or below the other."""
    common = min(left.x + left.width, right.x + right.width) - right.x
    return common / min(left.width, right.width)


def _cut_out(ink: Bytes, labels: NDArray[np.int32], group: list[int], box: Blob) -> Bytes:
    """The ink of a group of pieces, without other pieces that reach into its box."""
    x0, y0 = max(0, box.x - 1), max(0, box.y - 1)
    part = labels[y0 : box.y + box.height + 1, x0 : box.x + box.width + 1]
    other = part > 0
    for label in group:
        other &= part != label
    crop = ink[y0 : box.y + box.height + 1, x0 : box.x + box.width + 1]
    if other.any():
        crop = np.where(cv2.dilate(other.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0, 0, crop).astype(np.uint8)
    left, top = box.x - x0, box.y - y0
    return crop[top : top + box.height, left : left + box.width]


def _parts(glyph: Bytes) -> list[Bytes]:
    """A broad glyph, divided at its thinnest columns near where digits of usual width would end."""
    height, width = glyph.shape
    if width <= _BROAD * height or width < 6:
        return [glyph]
    count = max(2, round(width / (_USUAL * height)))
    columns = glyph.sum(axis=0, dtype=np.int64)
    cuts = [0]
    for number in range(1, count):
        start, end = round((number - 0.4) * width / count), round((number + 0.4) * width / count)
        cuts.append(start + int(columns[start : max(start + 1, end)].argmin()))
    return [_trimmed(glyph[:, x0:x1]) for x0, x1 in pairwise([*cuts, width]) if x1 > x0]


def _trimmed(part: Bytes) -> Bytes:
    """The part without empty rows above and below."""
    full = np.flatnonzero((part > STROKE * max(1, int(part.max()))).any(axis=1))
    return part[full[0] : full[-1] + 1] if len(full) else part


def _all_of(glyph: Bytes) -> Blob:
    return Blob(0, 0, glyph.shape[1], glyph.shape[0], glyph.size)


def _weighed(chances: Floats, numerals: Sequence[int]) -> Opinion:
    """The best legal numeral with that many digits."""
    clear = bool(chances[:, :10].max(axis=1).min() > _CLEAR)
    legal = [number for number in numerals if len(str(number)) == len(chances)]
    if not legal:
        return Opinion(0, 0.0, foreign=clear)
    digits = np.array([[int(sign) for sign in str(number)] for number in legal])
    likely = np.maximum(chances[np.arange(len(chances)), digits], _UNLIKELY).prod(axis=1)
    order = np.argsort(-likely, kind="stable")
    best = int(order[0])
    if clear and likely[best] < 1 - _CLEAR:
        return Opinion(0, 0.0, foreign=True)
    if len(order) == 1:
        return Opinion(legal[best], float(likely[best]))
    return Opinion(legal[best], float(likely[best]), legal[int(order[1])], float(likely[order[1]]))


def by_cuts(tiles: Sequence[Tile], numerals: Sequence[int], recognise: Recognise = net.classify) -> list[Opinion]:
    """The opinion on each tile; one batch through the net for all."""
    plans: list[tuple[int, int, list[tuple[int, int]]]] = []
    pictures: list[Bytes] = []
    for index, tile in enumerate(tiles):
        if not tile.pieces:
            continue
        ink = _upright(tile)
        cuts = _cuts(ink, tile.peak)
        spans = [
            (i, j)
            for i in range(len(cuts))
            for j in range(i + 1, len(cuts))
            if _NARROWEST * ink.shape[0] <= cuts[j] - cuts[i] <= _WIDEST * ink.shape[0]
        ]
        plans.append((index, len(cuts), spans))
        pictures += [_segment(ink, cuts[i], cuts[j], tile.peak) for i, j in spans]
    logs = np.log(np.maximum(recognise(stacked(pictures))[:, :10], _UNLIKELY))
    found = [NONE] * len(tiles)
    start = 0
    for index, count, spans in plans:
        found[index] = _best_path(logs[start : start + len(spans)], count, spans, numerals)
        start += len(spans)
    return found


def _best_path(logs: Floats, count: int, spans: list[tuple[int, int]], numerals: Sequence[int]) -> Opinion:
    """The numeral whose digits fit best between the first cut and the last, by dynamic programming over the cuts."""
    table = np.full((10, count, count), -np.inf)
    for (i, j), row in zip(spans, logs, strict=True):
        table[:, i, j] = row
    begin = np.full(count, -np.inf)
    begin[0] = 0.0
    known: dict[str, Floats] = {"": begin}
    scores = []
    for number in numerals:
        text = str(number)
        for length in range(1, len(text) + 1):
            if text[:length] not in known:
                before = known[text[: length - 1]]
                known[text[:length]] = (before[:, None] + table[int(text[length - 1])]).max(axis=0)
        scores.append(float(known[text][-1]))
    order = np.argsort(-np.array(scores), kind="stable")
    best, rival = int(order[0]), int(order[1])
    if not np.isfinite(scores[best]):
        return NONE
    return Opinion(numerals[best], float(np.exp(scores[best])), numerals[rival], float(np.exp(scores[rival])))


def _upright(tile: Tile) -> Bytes:
    """The number's ink, cropped, sheared to the slant at which its columns are most distinct."""
    area = frame(tile)
    crop = area.of(tile.ink)
    best, sharpest = crop, -1.0
    for slant in _SLANTS:
        pad = int(np.ceil(slant * area.height))
        move = np.array([[1, slant, 0], [0, 1, 0]], np.float32)
        turned = np.asarray(cv2.warpAffine(crop, move, (area.width + pad, area.height)), np.uint8) if pad else crop
        columns = turned.sum(axis=0, dtype=np.float64)
        sharp = float(np.square(np.diff(columns)).sum()) * (1.0 if slant else 1.15)
        if sharp > sharpest:
            best, sharpest = turned, sharp
    full = np.flatnonzero((best > STROKE * tile.peak).any(axis=0))
    return best[:, full[0] : full[-1] + 1] if len(full) else best


def _cuts(ink: Bytes, peak: int) -> list[int]:
    """Columns between which digits may stand: both ends, the middles of gaps, and the thinnest places."""
    width = ink.shape[1]
    profile = np.where(ink > STROKE * peak, ink, 0).sum(axis=0, dtype=np.float64)
    smooth = np.convolve(np.pad(profile, 1, mode="edge"), [0.25, 0.5, 0.25], "valid")
    found: dict[int, float] = {}
    start = 0
    for x in range(1, width - 1):
        if profile[x] <= 0:
            start = x if profile[x - 1] > 0 else start
            if profile[x + 1] > 0:
                found[(start + x + 1) // 2] = -1.0
        elif smooth[x] <= smooth[x - 1] and smooth[x] < smooth[x + 1] and smooth[x] < 0.75 * smooth.max():
            found[x] = float(smooth[x])
    chosen = sorted(found, key=lambda x: found[x])[:_MOST_CUTS]
    return [0, *sorted(chosen), width]


def _segment(ink: Bytes, start: int, end: int, peak: int) -> Bytes:
    part = ink[:, start:end]
    box = around(part > STROKE * peak)
    return normalise(part, box) if box else np.zeros((SIDE, SIDE), np.uint8)
