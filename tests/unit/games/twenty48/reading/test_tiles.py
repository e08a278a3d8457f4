"""Tiles at native resolution: what is ink, what is residue, and what the two readers of numbers say."""

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from gridpilot.games.twenty48.board import VALUES
from gridpilot.games.twenty48.reading import numbers, tiles
from gridpilot.geometry import Box


def picture(text="", size=40, paper=(240, 200, 120), ink=(30, 30, 40), spacing=0.0, side=100):
    image = Image.new("RGB", (side, side), paper)
    pen = ImageDraw.Draw(image)
    font = ImageFont.load_default(size)
    x = side / 2 - sum(font.getlength(sign) + spacing for sign in text) / 2
    for sign in text:
        pen.text((x, side / 2), sign, ink, font, "lm")
        x += font.getlength(sign) + spacing
    return image


def pixels(image):
    return np.ascontiguousarray(np.asarray(image)[..., ::-1])


def tile(image):
    view = pixels(image)
    return tiles.trace(tiles.cut(view, Box(0, 0, view.shape[1], view.shape[0])))


def opinions(one):
    return numbers.by_pieces([one], VALUES)[0], numbers.by_cuts([one], VALUES)[0]


def shaded(image, strength):
    rows = np.linspace(strength, -strength, image.height)[:, None, None]
    return Image.fromarray(np.clip(np.asarray(image).astype(float) + rows, 0, 255).astype(np.uint8))


def glowing(image, colour, within=0.2, fades=0.2):
    """With a glow from its rim that ends within a fifth of its side, or more, as neon tubes have it."""
    place = np.abs((np.arange(image.width) + 0.5) / image.width - 0.5)
    share = 0.7 * np.clip((np.maximum(place[:, None], place) - 0.5 + within) / fades, 0, 1)[..., None]
    view = np.asarray(image).astype(float)
    return Image.fromarray((view + share * (np.array(colour) - view)).astype(np.uint8))


def test_a_plain_tile_is_blank():
    assert tile(picture()).blank


def test_shading_and_texture_are_no_ink():
    assert tile(shaded(picture(), 15)).blank
    noise = np.random.default_rng(1).normal(0, 2.5, (100, 100, 1))
    rough = np.clip(np.asarray(picture()).astype(float) + noise, 0, 255).astype(np.uint8)
    assert tile(Image.fromarray(rough)).blank


def test_noise_as_jpeg_leaves_it_is_no_glow_around_a_broad_number():
    """That made the number's own colour the ground."""
    image = picture("", 40, (42, 157, 142), side=80)
    pen = ImageDraw.Draw(image)
    for x, y, wide, high in ((22, 16, 32, 6), (16, 22, 12, 10), (48, 22, 14, 16), (36, 36, 14, 8), (26, 42, 16, 10)):
        pen.rectangle((x, y, x + wide - 1, y + high - 1), (232, 214, 166))
    pen.rectangle((16, 50, 63, 65), (232, 214, 166))
    noise = np.random.default_rng(2).normal(0, 3.2, (80, 80, 3))
    ground = np.asarray(image)[..., :1] == 42
    rough = Image.fromarray(np.clip(np.asarray(image) + noise * ground, 0, 255).astype(np.uint8))
    assert [opinion.value for opinion in opinions(tile(rough))] == [2, 2]


def test_bevels_and_rounded_corners_are_no_ink():
    image = picture()
    pen = ImageDraw.Draw(image)
    pen.line([(0, 99), (0, 0), (99, 0)], "white", 5)
    pen.polygon([(99, 99), (84, 99), (99, 84)], "black")
    assert tile(image).blank


def test_a_number_leaves_its_digits_as_pieces():
    assert [len(tile(picture(text)).pieces) for text in ("2", "16", "128")] == [1, 2, 3]


@pytest.mark.parametrize("gap", [0, 2])
@pytest.mark.parametrize("text", ["2", "16", "1024"])
def test_a_terminals_block_cursor_behind_a_number_is_none_of_its_digits(text, gap):
    image = picture(text, 20)
    right = Image.eval(image.convert("L"), lambda level: 255 * (level < 128)).getbbox()[2] + gap
    ImageDraw.Draw(image).rectangle((right, 38, right + 11, 61), (30, 30, 40))
    assert [opinion.value for opinion in opinions(tile(image))] == [int(text)] * 2


def test_a_zeros_dot_is_no_cursor():
    image = picture()
    pen = ImageDraw.Draw(image)
    pen.ellipse((30, 30, 60, 70), outline=(30, 30, 40), width=3)
    pen.rectangle((42, 43, 48, 55), (30, 30, 40))
    assert len(tile(image).pieces) == 2


def test_a_block_that_reaches_the_rim_may_cover_digits():
    image = picture("1638", 40)
    ImageDraw.Draw(image).rectangle((58, 0, 99, 99), (30, 30, 40))
    assert max(opinion.likely for opinion in opinions(tile(image))) < 0.1


@pytest.mark.parametrize(
    ("text", "size", "glow"),
    [
        *(("2", 60, ()), ("16", 60, ()), ("128", 40, ()), ("2048", 30, ())),
        *(("2", 45, (0.27, 0.13)), ("64", 40, (0.27, 0.13)), ("8", 50, (0.24, 0.1))),
    ],
)
def test_a_number_is_read_in_a_glow_that_covers_most_of_its_tile(text, size, glow):
    image = glowing(picture(text, size, paper=(23, 33, 43), ink=(255, 102, 97)), (255, 80, 70), *glow)
    found = opinions(tile(image))
    assert [opinion.value for opinion in found] == [int(text)] * 2
    assert min(opinion.likely for opinion in found) > 0.9


@pytest.mark.parametrize(
    ("text", "size", "ink"),
    [("4", 40, (90, 60, 60)), ("512", 28, (90, 60, 60)), ("128", 70, (255, 102, 97)), ("32", 94, (255, 102, 97))],
)
def test_a_number_that_is_fainter_than_the_glow_or_runs_into_it_is_not_taken_for_another(text, size, ink):
    one = tile(glowing(picture(text, size, paper=(23, 33, 43), ink=ink), (255, 80, 70)))
    assert not one.blank
    assert {opinion.value for opinion in opinions(one)} <= {0, int(text)}


@pytest.mark.parametrize("value", VALUES)
def test_both_readers_read_every_tile(value):
    one, other = opinions(tile(picture(str(value), 150 // max(3, len(str(value))))))
    assert (one.value, other.value) == (value, value)
    assert min(one.likely, other.likely) > 0.5


def test_both_readers_part_digits_that_touch():
    one = tile(picture("64", 36, spacing=-4))
    assert len(one.pieces) == 1
    assert [opinion.value for opinion in opinions(one)] == [64, 64]


def test_cuts_do_not_need_any_gap():
    one = tile(picture("2048", 36, spacing=-4))
    assert len(one.pieces) < 4
    assert opinions(one)[1].value == 2048


def test_a_number_as_wide_as_its_tile_is_read():
    one, other = opinions(tile(picture("128", 56)))
    assert (one.value, other.value) == (128, 128)


def test_a_one_at_the_very_rim_belongs_to_its_number():
    image = picture("131072", 28)
    left = min(np.flatnonzero((pixels(image) < 100).all(axis=2).any(axis=0)))
    narrow = image.crop((int(left) - 3, 0, 100 - int(left) + 3, 100))
    one, other = opinions(tile(narrow))
    assert (one.value, other.value) == (131072, 131072)


def test_a_number_on_a_shaded_tile_is_read():
    one, other = opinions(tile(shaded(picture("512", 38, paper=(120, 90, 180), ink=(250, 250, 250)), 25)))
    assert (one.value, other.value) == (512, 512)


@pytest.mark.parametrize("text", ["2", "4", "8", "16", "512", "2048"])
def test_a_number_is_read_that_is_a_twelfth_of_its_tile_high(text):
    """As labels in the usual font of their toolkit have it."""
    one, other = opinions(tile(picture(text, 13, paper=(255, 0, 0), ink=(0, 0, 0), side=114)))
    assert (one.value, other.value) == (int(text), int(text))


def test_a_clear_number_that_is_no_tile_is_called_foreign():
    one, _ = opinions(tile(picture("37")))
    assert one.foreign
    assert one.value == 0


def test_a_tile_too_small_for_a_number_is_not_called_blank():
    assert not tile(picture(side=7)).blank


def test_a_part_of_a_picture_is_cut_without_its_rim():
    view = pixels(picture("2", side=100))
    assert tiles.cut(view, Box(20, 10, 60, 50)).shape == (38, 38, 3)


def test_a_faint_number_beside_a_button_that_reaches_over_the_tile_is_no_blank():
    image = picture("2", 50, paper=(250, 242, 236), ink=(222, 214, 206))
    pen = ImageDraw.Draw(image)
    pen.rectangle((0, 12, 13, 46), (140, 116, 96))
    assert not tile(image).blank
    pen.rectangle((20, 20, 80, 80), (250, 242, 236))
    assert tile(image).blank
