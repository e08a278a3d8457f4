"""Cutting cells: ink does not depend on colours, residue of lines is no ink, and glyphs keep their shape."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from gridpilot.geometry import Box
from gridpilot.vision.glyphs import cut
from gridpilot.vision.glyphs.blobs import Blob, pieces, union
from gridpilot.vision.glyphs.ink import FLOOR

WHOLE = [Box(0, 0, 60, 60)]


def cell(paper="white", ink="black", text="5", size=60):
    picture = Image.new("RGB", (size, size), paper)
    ImageDraw.Draw(picture).text((size / 2, size / 2), text, ink, ImageFont.load_default(size * 0.55), "mm")
    return np.ascontiguousarray(np.asarray(picture)[..., ::-1])


def traced(pixels):
    height, width = pixels.shape[:2]
    return cut.trace(cut.cut(pixels, [Box(0, 0, width, height)]))


COLOURS = [
    ("white", "black"),
    ("black", "white"),
    ("#1e1e2e", "#cdd6f4"),
    ("#ffe0e0", "#c00000"),
    ("#bbdefb", "#0d47a1"),
]


@pytest.mark.parametrize(("paper", "ink"), COLOURS)
def test_a_glyph_looks_the_same_in_any_colours(paper, ink):
    plain = cut.whole(traced(cell()))[1][0].astype(int)
    coloured = cut.whole(traced(cell(paper, ink)))[1][0].astype(int)
    assert np.abs(plain - coloured).mean() < 8


def bold(ink="black", paper="white"):
    """A 5 that hides most of its cell."""
    picture = Image.new("RGB", (60, 60), paper)
    ImageDraw.Draw(picture).text((30, 30), "5", ink, ImageFont.load_default(66), "mm", stroke_width=3, stroke_fill=ink)
    return np.ascontiguousarray(np.asarray(picture)[..., ::-1])


@pytest.mark.parametrize(("paper", "ink"), COLOURS)
def test_a_bold_digit_stands_on_the_ground_of_most_cells(paper, ink):
    pixels = np.hstack([bold(ink, paper), *[cell(paper, ink, text)[:, :60] for text in ("", "", "7")]])
    tiles = cut.trace(cut.cut(pixels, [Box(x, 0, x + 60, 60) for x in range(0, 240, 60)]))
    assert np.abs(tiles.ground - tiles.ground[1].astype(int)).max() <= FLOOR


def test_an_empty_cell_has_no_glyph():
    inked, pictures = cut.whole(traced(cell(text="")))
    assert inked == []
    assert pictures.shape == (0, 28, 28)


def test_faint_texture_is_no_ink():
    rough = cell(text="").astype(int) - np.random.default_rng(1).integers(0, 15, (60, 60, 3))
    assert traced(rough.astype(np.uint8)).blobs == ((),)


def hair_thin(noise=0):
    """An 8 of faint strokes, the fainter the higher."""
    large = np.zeros((8 * 19, 8 * 19), np.uint8)
    cv2.ellipse(large, (77, 48), (27, 26), 0, 0, 360, 255, 2)
    cv2.ellipse(large, (75, 106), (31, 32), 0, 0, 360, 255, 2)
    ink = cv2.resize(large, (19, 19), interpolation=cv2.INTER_AREA) * np.linspace(0.1, 0.4, 19)[:, None]
    ink += np.random.default_rng(3).normal(0, noise, ink.shape)
    return traced(np.repeat(np.uint8(255 - ink.clip(0, 255))[..., None], 3, axis=2))


def test_a_hair_thin_digit_that_fades_is_one_piece():
    tiles = hair_thin()
    assert FLOOR < tiles.peak[0] < FLOOR / cut.STROKE
    assert [blob.height for blob in tiles.blobs[0]] == [16]


def test_on_a_restless_ground_only_the_stronger_part_of_it_is_ink():
    assert sum(blob.height for blob in hair_thin(noise=4).blobs[0]) <= 11


@pytest.mark.parametrize("side", ["left", "top", "all"])
def test_residue_of_grid_lines_is_dropped(side):
    pixels = cell()
    if side in ("left", "all"):
        pixels[:, :6] = 0
    if side in ("top", "all"):
        pixels[:6] = 0
    if side == "all":
        pixels[:, -6:] = 0
        pixels[-6:] = 0
    clean, dirty = traced(cell()), traced(pixels)
    assert len(dirty.blobs[0]) == len(clean.blobs[0])
    assert np.abs(cut.whole(dirty)[1].astype(int) - cut.whole(clean)[1]).mean() < 2


def test_a_focus_ring_inside_the_cell_is_dropped():
    picture = Image.fromarray(cell())
    ImageDraw.Draw(picture).rectangle((6, 6, 53, 53), outline="blue", width=2)
    assert len(traced(np.asarray(picture)).blobs[0]) == 1


def test_a_strong_line_at_the_rim_does_not_hide_a_faint_digit():
    pixels = cell(ink="#c8c8c8")
    pixels[:, :7] = 0
    assert union(traced(pixels).blobs[0]).height > 15


def test_a_glyph_keeps_its_shape_and_fills_22_of_28_pixels():
    picture = cut.normalise(np.full((40, 40), 200, np.uint8), Blob(5, 3, 10, 30, 300))
    rows, columns = np.nonzero(picture)
    assert np.ptp(rows) + 1 == 22
    assert np.ptp(columns) + 1 == pytest.approx(22 / 3, abs=1)
    assert picture.max() == 255


def test_large_cells_are_read_at_the_size_of_small_ones():
    small, large = traced(cell(size=60)), traced(cell(size=240))
    assert max(large.pixels.shape[1:3]) <= cut.WORK
    assert large.pixels.shape == small.pixels.shape
    pictures = [cut.whole(tiles)[1].astype(float).ravel() for tiles in (small, large)]
    assert np.corrcoef(*pictures)[0, 1] > 0.85


def test_large_cells_are_shrunk_less_where_their_digits_are_low():
    picture = Image.new("RGB", (150, 150), "white")
    ImageDraw.Draw(picture).text((75, 75), "8", "black", ImageFont.load_default(20), "mm")
    tiles = cut.traced(np.asarray(picture), [Box(0, 0, 150, 150)])
    assert union(tiles.blobs[0]).height >= cut.LOW


def test_boxes_at_the_edge_of_the_picture_are_cut_all_the_same():
    tiles = cut.cut(cell(), [Box(-3, -3, 40, 40), Box(25, 25, 64, 64)])
    assert tiles.shape[0] == 2


def test_marks_that_touch_by_their_blur_come_apart_at_a_stricter_cut():
    ink = np.zeros((40, 20), np.uint8)
    ink[5:15, 5:15] = ink[18:30, 5:15] = 250
    ink[15:18, 8:12] = 100
    assert [piece.height for piece in pieces(ink, 0.6)] == [10, 12]
    assert [piece.height for piece in pieces(ink, 0.3)] == [25]


def test_clouds_of_a_photograph_are_no_ink():
    rough = np.random.default_rng(3).normal(0, 1, (3, 3, 3)).astype(np.float32)
    clouds = cv2.resize(rough, (60, 60), interpolation=cv2.INTER_CUBIC) * 20
    blank = (cell(paper="#808080", text="").astype(int) + clouds).clip(0, 255).astype(np.uint8)
    digit = (cell(paper="#808080").astype(int) + clouds).clip(0, 255).astype(np.uint8)
    assert traced(blank).blobs == ((),)
    assert len(traced(digit).blobs[0]) == 1


def test_a_soft_wave_that_ends_at_a_line_is_no_stroke():
    """As compression leaves it beside a thick frame."""
    wave = np.array([0, 4, 8, 12, 16, 19, 22, 24, 22, 19, 16, 12, 8, 4, 0, 0, 0])
    pixels = np.full((17, 17, 3), 235) - wave[:, None]
    pixels[0] = pixels[-1] = 235
    assert cut.trace(pixels[None].astype(np.uint8)).blobs == ((),)


def test_bold_digits_in_small_framed_cells_leave_their_paper_its_colour():
    """Of each fourth pixel, few are paper: more are the digit's and the frame's."""
    blank = np.full((17, 17, 3), 230, np.uint8)
    bold = blank.copy()
    bold[0], bold[:, 16] = 190, 190
    bold[3:14, 4:13] = 90
    bold[5:7, 7:10] = bold[9:12, 7:10] = 230
    tiles = cut.trace(np.stack([*[blank] * 7, bold, bold]))
    assert tiles.ground.tolist() == [[230] * 3] * 9
    assert [[(blob.width, blob.height) for blob in blobs] for blobs in tiles.blobs[-2:]] == [[(9, 11)]] * 2


def test_a_digit_that_is_hardly_stronger_than_the_photograph_below_it_is_told_from_that():
    rng = np.random.default_rng(5)
    waves = [cv2.resize(rng.normal(0, 20, (3, 3, 3)), (48, 48), interpolation=cv2.INTER_CUBIC) for _ in range(9)]
    digit = (255 - cell(size=48).astype(int)) * 70 // 255
    tiles = cut.trace(np.stack([np.uint8(170 + wave - digit) for wave in waves]))
    plain = cut.trace((230 - digit).astype(np.uint8)[None]).blobs[0][0]
    for blobs in tiles.blobs:
        (only,) = blobs
        assert max(abs(only.x - plain.x), abs(only.y - plain.y), abs(only.height - plain.height)) <= 3


def test_thick_strokes_on_a_photograph_are_ink_to_their_middle():
    rng = np.random.default_rng(5)
    waves = [cv2.resize(rng.normal(0, 20, (3, 3, 3)), (48, 48), interpolation=cv2.INTER_CUBIC) for _ in range(9)]
    stroke = np.zeros((48, 48, 3), int)
    stroke[8:40, 12:36] = 130
    tiles = cut.trace(np.stack([np.uint8(np.clip(190 + wave - stroke, 0, 255)) for wave in waves]))
    inside, outside = tiles.ink[:, 10:38, 14:34], tiles.ink[:, 10:38, 2:9]
    assert inside.min() > 60 > outside.max()


def thin_armed(paper: int = 255) -> np.ndarray:
    """A 4 as serif faces draw it: of its arms there is little in small cells."""
    picture = Image.new("L", (24, 24), paper)
    pen = ImageDraw.Draw(picture)
    pen.line((12, 5, 4, 15), 195)
    pen.line((4, 15, 18, 15), 205)
    pen.rectangle((13, 5, 14, 19), 0)
    return np.repeat(np.asarray(picture)[..., None], 3, axis=2)


def test_strokes_are_followed_to_where_they_all_but_vanish():
    tiles = cut.trace(thin_armed()[None])
    (stem,) = tiles.blobs[0]
    assert stem.width == 2
    (digit,) = cut.followed(tiles, [0])[0]
    assert (digit.x, digit.width, digit.height) == (4, 15, 15)


def test_the_blur_of_a_stroke_is_not_more_of_it():
    blurred = cut.trace(cv2.GaussianBlur(cell(size=24), (3, 3), 0)[None])
    assert blurred.blobs[0]
    assert not cut.followed(blurred, [0])


@pytest.mark.parametrize("unrest", [25, 75])
def test_on_a_restless_ground_nothing_is_followed(unrest):
    grain = np.abs(np.random.default_rng(1).normal(0, unrest, (24, 24, 3)))
    restless = cut.trace((thin_armed(230) - grain).clip(0, 255).astype(np.uint8)[None])
    assert restless.blobs[0]
    assert not cut.followed(restless, [0])
