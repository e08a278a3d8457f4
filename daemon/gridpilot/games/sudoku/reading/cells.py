"""Tells digits, pencil marks and blanks apart in the cells of one board.

The net says what a glyph looks like; whether it is the cell's digit is decided relative to the board's own digits:
their height and their place in the cell. A single large mark at the top left is a pencil mark however sure the net is.
"""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from math import exp

from gridpilot.games.sudoku.reading import (
    blank_signs,
    brackets,
    cursors,
    ink_contrast,
    known_marks,
    same_font,
    two_digits,
)
from gridpilot.games.sudoku.reading import board_font as font
from gridpilot.games.sudoku.reading.board_font import Candidate, Norm
from gridpilot.reading import LARGEST_DIGIT, CellReading, Kind, Rival
from gridpilot.vision.glyphs import cut
from gridpilot.vision.glyphs.blobs import Blob, pieces, union
from gridpilot.vision.glyphs.cut import Tiles
from gridpilot.vision.glyphs.ink import FLOOR
from gridpilot.vision.glyphs.net import Recognise

SURE_LOOK = 0.99  # a glyph that is less sure is looked at again
SMALL = 0.75  # of the digits' height: below, a mark; games draw these up to 0.69
TALL = 1.4  # of the digits' height: above, a line or an edge of something in front
LARGER, BROAD = 1.7, 0.3  # of the digits' height: a digit that is shown larger; of its own height: a line is thinner
CURSOR = 1.05  # of the digits' height: a solid block that low is no cursor but a bold 1, or what is left of a 4
SEVERAL = 0.85  # of the digits' height: the largest of several pencil marks may be so tall
STACKED = 0.05  # doubt from which low pieces that make one digit may be marks one above the other
CERTAIN = 0.9999  # no reading of ink is surer
ASIDE = 0.22  # of the cell left or right of its middle: farther off are only corners' numbers, and text at the left
LEVEL = 0.12  # of the cell above or below its middle: a corner's numbers are farther, text at the left is not
AS_TALL = 0.13  # of the digits' height (two pixels of the lowest): a glyph that differs by no more is as tall
JUNK_IN_PLACE = 0.03  # share of the net's junk that is kept where a glyph has the digits' height and place
NOUGHT_IN_PLACE, NO_NOUGHT = 0.03, 0.003  # the same for a likely nought, if other digits have so much left
ON_BOARD = 0.7  # share of the tall glyphs that must be digits on a board
TOUCHING, FALLS_APART = 0.7, 0.6  # of the digits' height: so tall are marks that touch; of the peak: there they part
COVERS = 0.9, 1.2  # of the digits' height: ink that is wider, or higher, covers more than a digit
SOFT = 0.03, 0.025, 0.013  # so far from SEVERAL, SMALL and OFF_CENTRE the odds are still 1 : 2.7
WITH_OTHERS, RIVAL = 0.98, 1e-4  # a digit beside other ink is no surer; a rival is no less likely
SURE_BLANK, FAINT_BLANK, SPECK_BLANK = 0.9995, 0.99, 0.97


@dataclass(frozen=True, slots=True)
class Seen:
    """What stands in the cells, where all digits count as GIVEN: a later stage tells the user's own. `alone`: the
    values of cells that looked different by themselves than in view of the others. `signs`: the keys of the values.
    """

    cells: list[CellReading]
    alone: dict[int, int]
    signs: str


def read_cells(tiles: Tiles, most: int, recognise: Recognise, givens: AbstractSet[int] = frozenset()) -> Seen:
    """Reads the digits 1 to `most`. `givens`: the cells that are known to hold givens; while most of them show digits,
    the others are judged by these.
    """
    tiles, recognise = brackets.without(tiles), two_digits.valued(recognise, most)
    candidates = first_look(tiles, recognise)
    if most > LARGEST_DIGIT:
        candidates.update(_with_numbers(tiles, candidates, recognise))
    signs, recognise = two_digits.signs_of(candidates, most, recognise)
    norm = _measured(tiles, candidates, most, givens)
    if norm:
        second_look(tiles, candidates, norm, most, recognise)
        candidates.update(_in_place(tiles, candidates, norm))
        candidates.update(cursors.caret(candidates))
    seen = {i: max(range(1, most + 1), key=candidate.chances.__getitem__) for i, candidate in candidates.items()}
    if norm:
        candidates.update(
            same_font.compare(candidates, SMALL * min([norm.height, *norm.low.values()]), TALL * norm.height, most)
        )
    cells = [_decide(tiles, index, candidates.get(index), norm, most) for index in range(len(tiles.ink))]
    cells = blank_signs.blanked(tiles, ink_contrast.weighed(tiles, cells), candidates)
    cells = known_marks.told(tiles, cells, norm, recognise) if norm else cells
    return Seen(cells, {index: seen[index] for index in seen if cells[index].value not in (0, seen[index])}, signs)


def _measured(tiles: Tiles, candidates: dict[int, Candidate], most: int, givens: AbstractSet[int]) -> Norm | None:
    """What the board's digits share; None where they are the small numbers in the corners of a crossword's cells."""
    standing = {index: candidate for index, candidate in candidates.items() if index in givens}
    norm = font.measure(tiles, standing if 2 * len(standing) > len(givens) else candidates, most)
    if norm is None or (abs(norm.across) > ASIDE and abs(norm.down) > LEVEL):
        return None
    return replace(norm, known=bool(givens))


def first_look(tiles: Tiles, recognise: Recognise) -> dict[int, Candidate]:
    """All ink of each cell as one glyph. In a block cursor the digit inside counts."""
    found = _looked_at(tiles, {index: blobs for index, blobs in enumerate(tiles.blobs) if blobs}, recognise)
    unsure = [index for index, candidate in found.items() if max(candidate.chances[:-1]) < SURE_LOOK]
    if unsure and (more := cut.followed(tiles, unsure)):
        thin = _looked_at(tiles, more, recognise)
        found |= {i: c for i, c in thin.items() if max(c.chances[:-1]) > max(font.PLAUSIBLE, *found[i].chances[:-1])}
    found.update(cursors.inverted(tiles, found, recognise))
    found.update(cursors.framed(tiles, found, recognise))
    return found


def _looked_at(tiles: Tiles, blobs: dict[int, tuple[Blob, ...]], recognise: Recognise) -> dict[int, Candidate]:
    """What the recogniser makes of these blobs of each cell, taken together."""
    inked, pictures = cut.whole(tiles, blobs)
    return {
        index: Candidate(union(own), chances, len(own), max(blob.height for blob in own), picture=picture)
        for index, own, picture, chances in zip(
            inked, blobs.values(), pictures, recognise(pictures).tolist(), strict=True
        )
    }


def _with_numbers(tiles: Tiles, found: dict[int, Candidate], recognise: Recognise) -> dict[int, Candidate]:
    """The candidates, with those told that are numbers of two digits."""
    boxes = {index: candidate.box for index, candidate in found.items()}
    looks = {index: list(candidate.chances) for index, candidate in found.items()}
    shared = two_digits.shared_out(tiles, boxes, looks, recognise)
    return {index: replace(found[index], chances=chances) for index, chances in shared.items()}


def second_look(tiles: Tiles, candidates: dict[int, Candidate], norm: Norm, most: int, recognise: Recognise) -> None:
    """Looks again at cells whose ink as a whole is no digit. It may be one tall digit with small marks around, or marks
    that touch one another.
    """
    again: list[tuple[int, Blob, float]] = []
    for index, candidate in candidates.items():
        if not candidate.alone:
            continue  # it was read on another ground than the tile's
        candidates[index] = _parted(tiles, index, candidate, norm, most)
        if inner := _inner_glyph(tiles, index, candidates[index], norm, most):
            again.append((index, *inner))
    pictures = cut.stacked([cut.normalise(tiles.ink[index], blob) for index, blob, _ in again])
    for (index, blob, least), picture, chances in zip(again, pictures, recognise(pictures).tolist(), strict=True):
        if max(chances[1 : most + 1]) > least:
            candidates[index] = Candidate(blob, chances, alone=False, picture=picture)


def _parted(tiles: Tiles, index: int, candidate: Candidate, norm: Norm, most: int) -> Candidate:
    """The candidate as several marks if its ink falls apart at a higher level; else the candidate itself."""
    touching = candidate.tallest >= TOUCHING * norm.height and _spread(candidate, norm) and most <= LARGEST_DIGIT
    parts = pieces(tiles.ink[index], FALLS_APART) if touching and candidate.chances[-1] > font.PLAUSIBLE else []
    return replace(candidate, count=len(parts), tallest=max(p.height for p in parts)) if parts else candidate


def _inner_glyph(tiles: Tiles, index: int, candidate: Candidate, norm: Norm, most: int) -> tuple[Blob, float] | None:
    """The digit beside a text cursor, or the one tall blob, even in a frame; and the probability that it needs to
    count.
    """
    if beside := cursors.beside_caret(tiles.ink[index], candidate.box, norm.height):
        return beside, font.PLAUSIBLE
    higher = candidate.box.height > cursors.CARET * norm.height
    if not higher and max(candidate.chances[1 : most + 1]) >= font.PLAUSIBLE:
        return None
    alone = higher and len(tiles.blobs[index]) == 1
    least = (SMALL if most <= LARGEST_DIGIT else font.LOWEST) * norm.height
    inner = cursors.only_tall(tiles, index, least, touching=alone)
    return (inner, SURE_LOOK if alone else font.PLAUSIBLE) if inner else None  # a touching frame blurs its strokes


def _in_place(tiles: Tiles, candidates: dict[int, Candidate], norm: Norm) -> dict[int, Candidate]:
    """The candidates that stand where this board's digits stand and are as tall, made hardly junk: little else does so,
    and the net alone may not overrule that. Among words, which are no board, the net is right.
    """
    likely = sum(candidate.chances[-1] < 1 - font.PLAUSIBLE for candidate in candidates.values())
    if likely < ON_BOARD * sum(candidate.tallest >= SEVERAL * norm.height for candidate in candidates.values()):
        return {}
    return {
        index: replace(candidate, chances=_hardly_junk(candidate.chances))
        for index, candidate in candidates.items()
        if candidate.alone and _as_digits_stand(tiles, candidate, norm)
    }


def _as_digits_stand(tiles: Tiles, candidate: Candidate, norm: Norm) -> bool:
    """Whether a glyph has the place and height of the board's digits and is no wider than these, or than it is high."""
    usual = norm.low.get(font.likeliest(candidate), norm.height)
    as_tall = abs(candidate.box.height / usual - 1) <= AS_TALL and candidate.tallest >= SEVERAL * usual
    as_wide = candidate.box.width < max(norm.height, (1 + AS_TALL) * norm.width)
    return as_tall and as_wide and font.off(tiles, candidate, norm) <= font.OFF_CENTRE


def _hardly_junk(chances: Sequence[float]) -> list[float]:
    """The chances of a glyph that is hardly junk, and hardly a nought where another digit is possible."""
    nought, *digits, junk = chances
    taken = nought > max(digits) and sum(digits) > NO_NOUGHT
    likely = [nought * (NOUGHT_IN_PLACE if taken else 1), *digits, junk * JUNK_IN_PLACE]
    return [chance / sum(likely) for chance in likely]


def _decide(tiles: Tiles, index: int, candidate: Candidate | None, norm: Norm | None, most: int) -> CellReading:
    if candidate is None or _without_ink(candidate, norm):
        return _blank(int(tiles.peak[index]))
    if norm is None or not candidate.box.height:
        return _unknown(candidate.chances, most)
    low = candidate.tallest / norm.height < SEVERAL and candidate.count > 1
    if low and _other(candidate, most) > 0.5:
        return _several(candidate, norm, most)
    return _single(tiles, candidate, norm, most, low=low)


def _several(candidate: Candidate, norm: Norm, most: int) -> CellReading:
    """Small marks, or a short row of them, unless the tallest is too tall for a mark."""
    tall = candidate.tallest / norm.height
    return _likeliest_of(candidate, _logistic((tall - SEVERAL) / SOFT[0]), most, stray=False)


def _single(tiles: Tiles, candidate: Candidate, norm: Norm, most: int, *, low: bool) -> CellReading:
    """One glyph; or low pieces that make one glyph together and may be marks one above the other (`low`)."""
    digit = _digit_chance(tiles, candidate, norm)
    stacked = low and min(_other(candidate, most), digit * _by_itself(candidate)) > STACKED
    if stacked or _too_tall(tiles, candidate, norm) or cursors.is_caret(candidate, norm.height):
        return _unknown(_chances(candidate, digit, most), most)
    return _likeliest_of(candidate, digit, most, stray=_may_be_low(tiles, candidate, norm))


def _too_tall(tiles: Tiles, candidate: Candidate, norm: Norm) -> bool:
    """Whether a glyph is too tall for the board's digits, also for one that is shown larger."""
    tall, broad = candidate.box.height / norm.height, candidate.box.width >= BROAD * candidate.box.height
    plain = broad and candidate.alone and candidate.count == 1 and max(candidate.chances[:-1]) >= SURE_LOOK
    return tall > TALL and not (plain and tall <= LARGER and font.off(tiles, candidate, norm) <= font.OFF_CENTRE)


def _other(candidate: Candidate, most: int) -> float:
    """How surely the glyph is none of the values."""
    return 1 - sum(candidate.chances[1 : most + 1])


def _by_itself(candidate: Candidate) -> float:
    return 1 if candidate.alone else WITH_OTHERS


def _chances(candidate: Candidate, digit: float, most: int) -> list[float]:
    """The chances of a blank or mark, then of each value. `digit`: how surely it is the cell's digit if it is any."""
    digit *= _by_itself(candidate)
    return [1 - digit, *(chance * digit for chance in candidate.chances[1 : most + 1])]


def _without_ink(candidate: Candidate, norm: Norm | None) -> bool:
    """Whether the cell has no ink, apart from what may be a low block cursor."""
    low_block = norm is not None and 0 < candidate.tallest < CURSOR * norm.height
    return not candidate.box.height and not low_block


def _likeliest_of(candidate: Candidate, digit: float, most: int, *, stray: bool) -> CellReading:
    """The digit, or the mark where no digit is likelier. `stray`: the ink may be a digit or something else in
    the cell.
    """
    chances = _chances(candidate, digit, most)
    if digit * _by_itself(candidate) * _other(candidate, most) > 0.5:
        return _unknown(chances, most)
    order = sorted(range(len(chances)), key=chances.__getitem__, reverse=True)
    value = order[0]
    rivals = tuple(Rival(v, chances[v]) for v in order[1:4] if chances[v] > RIVAL)
    if value:
        return CellReading(value, Kind.GIVEN, min(chances[value], CERTAIN), rivals, candidate.shape)
    mark = CellReading(0, Kind.PENCIL, min(chances[0], CERTAIN), rivals)
    return ink_contrast.stray(mark) if stray or not candidate.alone else mark


def _spread(candidate: Candidate, norm: Norm) -> bool:
    """Whether the ink covers more than a digit does, or is too low for one. The pieces of a broken digit are
    neither.
    """
    box, usual = candidate.box, norm.height
    return box.width > COVERS[0] * usual or box.height > COVERS[1] * usual or box.height < SMALL * usual


def _blank(peak: int) -> CellReading:
    sure = SURE_BLANK if peak <= FLOOR // 2 else FAINT_BLANK if peak <= FLOOR else SPECK_BLANK
    return CellReading(0, Kind.BLANK, sure)


def _digit_chance(tiles: Tiles, candidate: Candidate, norm: Norm) -> float:
    """How surely a glyph of this height at this place is the cell's digit and no pencil mark. A digit that was typed
    may stand elsewhere than the givens, for example behind a space in its field; it is as tall as they are.
    """
    usual = norm.low.get(font.likeliest(candidate), norm.height)
    ratio = min(1.0, candidate.box.height / usual)
    typed = norm.known and candidate.count == 1 and ratio >= 1 - AS_TALL
    off = 0.0 if typed else max(0.0, font.off(tiles, candidate, norm) - font.OFF_CENTRE)
    return _logistic((ratio - SMALL) / SOFT[1] - off / SOFT[2])


def _may_be_low(tiles: Tiles, candidate: Candidate, norm: Norm) -> bool:
    """Whether a glyph stands where a font with low digits has them. By its height alone it would be a mark; the board
    may show too few such digits to measure them.
    """
    across, down = font.offset(tiles, candidate.box)
    high = candidate.box.height >= font.LOWEST * norm.height
    return high and abs(across - norm.across) <= font.OFF_CENTRE and abs(down - norm.down) <= font.LOWEST_PLACE


def _logistic(evidence: float) -> float:
    return 1 / (1 + exp(-max(-50.0, min(50.0, evidence))))  # beyond 50 it is 0 or 1, and exp may overflow


def _unknown(chances: Sequence[float], most: int) -> CellReading:
    order = sorted(range(1, most + 1), key=chances.__getitem__, reverse=True)[:3]
    rivals = tuple(Rival(v, chances[v]) for v in order if chances[v] > RIVAL)
    return CellReading(0, Kind.UNKNOWN, min(chances[0], 0.5), rivals)
