"""What a window's colours mean: learnt from boards, recalled only where they are not shared."""

import numpy as np

from gridpilot.geometry import Box
from gridpilot.vision import colours
from gridpilot.vision.colours import Palette

SAND, CLAY, COAL = (180.0, 228.0, 238.0), (121.0, 177.0, 242.0), (50.0, 58.0, 60.0)


def test_a_learnt_colour_is_recalled_in_any_cell():
    palette = Palette().learn(np.array([SAND, CLAY]), [2, 8])
    assert palette.recall(np.array([CLAY, SAND, CLAY])) == [8, 2, 8]


def test_a_colour_never_seen_is_unknown():
    palette = Palette().learn(np.array([SAND]), [2])
    assert palette.recall(np.array([CLAY])) == [None]
    assert Palette().recall(np.array([CLAY])) == [None]


def test_a_colour_of_two_values_is_shared_and_never_answered_for():
    palette = Palette().learn(np.array([COAL, SAND]), [4096, 2]).learn(np.array([COAL]), [8192])
    assert [swatch.values for swatch in palette.swatches if swatch.shared] == [(4096, 8192)]
    assert palette.recall(np.array([COAL, SAND])) == [None, 2]


def test_colours_between_two_learnt_ones_are_not_answered_for():
    palette = Palette().learn(np.array([(100.0, 100, 100), (108.0, 100, 100)]), [2, 4])
    assert palette.recall(np.array([(104.0, 100, 100), (99.0, 100, 100)])) == [None, 2]


def test_learning_leaves_the_palette_as_it_was():
    before = Palette().learn(np.array([SAND]), [2])
    before.learn(np.array([CLAY]), [8])
    assert before.recall(np.array([CLAY])) == [None]


def test_a_tile_is_sampled_around_its_number():
    view = np.full((100, 100, 3), 200, np.uint8)
    view[25:75, 2:98] = 10
    found, even = colours.sample(view, [Box(0, 0, 100, 100)])
    assert found[0].tolist() == [200, 200, 200]
    assert even[0]


def test_a_tile_that_slides_over_another_is_not_even():
    view = np.full((100, 100, 3), 200, np.uint8)
    view[:, :50] = 90
    assert not colours.sample(view, [Box(0, 0, 100, 100)])[1][0]


def test_strays_are_those_far_from_the_usual_colour():
    seen = np.array([SAND, SAND, CLAY, SAND])
    assert colours.strays(seen, 14) == [2]
    assert colours.strays(np.array([SAND, CLAY]), 14) == [0, 1]
    assert colours.strays(np.array([SAND, SAND]), 14) == []
