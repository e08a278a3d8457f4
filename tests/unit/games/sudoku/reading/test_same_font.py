"""The glyphs of one board in view of one another: what one look cannot tell apart, the others' shapes can."""

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from gridpilot.games.sudoku.reading import cells as marks
from gridpilot.games.sudoku.reading import same_font
from gridpilot.games.sudoku.reading.sheet import Sheet
from gridpilot.geometry import Box
from gridpilot.vision.glyphs import cut, net

JUNK = 10
WRITTEN = "1234567891234567892345"


def written(text, sizes=(30,), thick=0):
    """Cells with Pillow's own font, a little different each time, as screens draw them: pixels and boxes."""
    cell = 60
    picture = Image.new("RGB", (cell * len(text), cell), "white")
    pen = ImageDraw.Draw(picture)
    for number, character in enumerate(text):
        font = ImageFont.load_default(sizes[number % len(sizes)])
        spot = cell * (number + 0.5) + 0.3 * (number % 3), cell / 2
        pen.text(spot, character, "black", font, "mm", stroke_width=thick)
    pixels = np.ascontiguousarray(np.asarray(picture)[..., ::-1])
    return pixels, [Box(cell * i, 0, cell * (i + 1), cell) for i in range(len(text))]


def drawn(text, sizes=(30,), thick=0):
    """Their glyphs."""
    return cut.whole(cut.trace(cut.cut(*written(text, sizes, thick))))[1]


def looks(text, sure=0.999):
    """What a net says that is sure of each glyph."""
    chances = np.full((len(text), JUNK + 1), (1 - sure) / JUNK, np.float32)
    chances[np.arange(len(text)), [int(digit) for digit in text]] = sure
    return chances


def torn(chances, cells, **between):
    """The same, with some glyphs torn between values: `d1=0.4`, or `junk=0.5`."""
    chances = chances.copy()
    chances[cells] = 1e-4
    for name, share in between.items():
        chances[cells, JUNK if name == "junk" else int(name[1:])] = share
    return chances / chances.sum(axis=1, keepdims=True)


def weigh(pictures, chances):
    """The chances in view of all glyphs."""
    return same_font.weigh(pictures, chances, 9)[0]


ONES = [i for i, digit in enumerate(WRITTEN) if digit == "1"]


def test_a_shape_of_its_own_is_the_digit_that_no_other_shape_is():
    """Both 1s look more like a 7 to the net, but the board has 7s, and these look different."""
    weighed = weigh(drawn(WRITTEN), torn(looks(WRITTEN), ONES, d7=0.6, d1=0.4))
    assert weighed[ONES].argmax(axis=1).tolist() == [1, 1]
    assert weighed[ONES, 1].min() > 0.8


def test_a_glyph_like_the_sure_ones_is_their_digit():
    last = len(WRITTEN) - 1  # a 5
    weighed = weigh(drawn(WRITTEN), torn(looks(WRITTEN), [last], d5=0.4, d6=0.3, junk=0.3))
    assert weighed[last, 5] > 0.8


def test_a_sure_misreading_that_looks_like_another_digit_is_put_in_doubt():
    last = len(WRITTEN) - 1
    weighed = weigh(drawn(WRITTEN), torn(looks(WRITTEN), [last], d6=0.995, d5=0.004))
    assert weighed[last, 6] < 0.97


def test_two_shapes_that_are_torn_between_the_same_digits_get_one_each():
    sevens = [i for i, digit in enumerate(WRITTEN) if digit == "7"]
    chances = torn(looks(WRITTEN), ONES, d1=0.55, d7=0.45)
    weighed = weigh(drawn(WRITTEN), torn(chances, sevens, d1=0.3, d7=0.7))
    assert weighed[ONES].argmax(axis=1).tolist() == [1, 1]
    assert weighed[sevens].argmax(axis=1).tolist() == [7, 7]
    assert weighed[ONES, 1].min() > 0.6


def test_a_digit_in_two_shapes_that_are_unlike_is_two_where_one_is_missing():
    """The net takes the 3s for 7s; no other glyph is a 3."""
    threes = [i for i, digit in enumerate(WRITTEN) if digit == "3"]
    sevens = [i for i, digit in enumerate(WRITTEN) if digit == "7"]
    weighed = weigh(drawn(WRITTEN), torn(looks(WRITTEN), threes, d7=0.97, d3=0.03))
    assert weighed[threes].argmax(axis=1).tolist() == [3] * len(threes)
    assert weighed[sevens].argmax(axis=1).tolist() == [7] * len(sevens)


def test_where_none_is_missing_two_shapes_of_a_digit_stay_one():
    threes = [i for i, digit in enumerate(WRITTEN) if digit == "3"][1:]
    chances = torn(looks(WRITTEN), threes, d7=0.995, d3=0.005)
    pictures = drawn(WRITTEN)
    pictures[threes] = cv2.flip(pictures[threes[0]], 1)
    assert np.array_equal(weigh(pictures, chances), chances)


def test_junk_does_not_gain_by_being_unlike_all_digits():
    weighed = weigh(drawn(WRITTEN), torn(looks(WRITTEN), ONES, d1=0.7, junk=0.3))
    assert weighed[ONES, JUNK].max() <= 0.3 + 1e-3


def test_one_digit_in_two_weights_stays_one_digit():
    """Games draw the user's digits bold or thin: unlike, and yet the same."""
    text = WRITTEN + WRITTEN
    pictures = np.concatenate([drawn(WRITTEN), drawn(WRITTEN, thick=1)])
    bold = [len(WRITTEN) + place for place in range(9)]
    chances = torn(looks(text), bold, junk=0.02)
    chances[bold] = looks(WRITTEN[:9], 0.95)
    assert weigh(pictures, chances).argmax(axis=1).tolist() == [int(digit) for digit in text]


def test_where_few_glyphs_are_sure_nothing_is_said():
    chances = torn(looks("1727"), [0, 1, 2, 3], d1=0.5, d7=0.5)
    assert np.array_equal(weigh(drawn("1727"), chances), chances)


def test_what_is_sure_and_fits_stays_untouched():
    chances = looks(WRITTEN)
    assert np.array_equal(weigh(drawn(WRITTEN, sizes=(29, 30, 31)), chances), chances)


def test_a_board_of_many_unsure_shapes_is_weighed_in_reasonable_time():
    """One shape each, all torn among many digits: too many ways to try, so each is weighed against the sure ones."""
    text = WRITTEN + "0123456789"
    noise = np.random.default_rng(1).integers(0, 60, (10, 28, 28))
    odd = np.clip(drawn("0123456789") * 0.5 + cv2.blur(noise.astype(np.float32), (1, 1)), 0, 255).astype(np.uint8)
    open_ = list(range(len(WRITTEN), len(text)))
    chances = torn(looks(text), open_, **{f"d{digit}": 0.1 for digit in range(10)})
    weighed = weigh(np.concatenate([drawn(WRITTEN), odd]), chances)
    assert np.allclose(weighed.sum(axis=1), 1, atol=1e-3)


def test_a_cell_that_is_read_otherwise_than_by_itself_is_named():
    def takes_ones_for_sevens(pictures):
        chances = net.classify(pictures)
        return torn(chances, np.flatnonzero(chances.argmax(axis=1) == 1), d7=0.6, d1=0.4)

    seen = marks.read_cells(Sheet(*written(WRITTEN)).tiles, 9, takes_ones_for_sevens)
    assert "".join(str(cell.value) for cell in seen.cells) == WRITTEN
    assert seen.alone == dict.fromkeys(ONES, 7)


def test_glyphs_of_one_digit_share_a_shape_and_no_others_do():
    shapes = same_font.weigh(drawn(WRITTEN), looks(WRITTEN), 9)[1]
    shared = {(int(shape), digit) for shape, digit in zip(shapes, WRITTEN, strict=True) if shape}
    assert len(shared) == len({shape for shape, _ in shared}) > 5


def test_a_glyph_that_is_taken_for_another_digit_does_not_share_that_ones_shape():
    last = len(WRITTEN) - 1
    shapes = same_font.weigh(drawn(WRITTEN), torn(looks(WRITTEN), [last], d6=0.9, d5=0.1), 9)[1]
    assert (shapes == shapes[last]).sum() in {1, WRITTEN.count("5")} or not shapes[last]
