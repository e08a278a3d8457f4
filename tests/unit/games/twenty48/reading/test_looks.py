"""What a window's tiles look like: learnt from boards, recalled only where colour and number leave no choice."""

import numpy as np

from gridpilot.games.twenty48.reading import looks as colours
from gridpilot.games.twenty48.reading.looks import Looks, Palette
from gridpilot.geometry import Box

SAND, CLAY, COAL = (180.0, 228.0, 238.0), (121.0, 177.0, 242.0), (50.0, 58.0, 60.0)
ONE, OTHER, NOTHING = range(20), range(10, 40), range(0)


def looks(*tiles, even=True):
    """Of tiles, each a ground and the spots where its number is."""
    prints = np.zeros((len(tiles), 100), bool)
    for row, (_, ink) in zip(prints, tiles, strict=True):
        row[list(ink)] = True
    return Looks(np.array([ground for ground, _ in tiles]), np.full(len(tiles), even), prints)


def test_a_learnt_look_is_recalled_in_any_cell():
    palette = Palette().learn(looks((SAND, ONE), (CLAY, OTHER), (COAL, NOTHING)), [2, 8, 0])
    assert palette.recall(looks((CLAY, OTHER), (COAL, NOTHING), (SAND, ONE))) == [8, 0, 2]


def test_a_colour_never_seen_is_unknown():
    palette = Palette().learn(looks((SAND, ONE)), [2])
    assert palette.recall(looks((CLAY, ONE))) == [None]
    assert Palette().recall(looks((CLAY, ONE))) == [None]


def test_a_new_value_in_a_known_colour_is_unknown():
    palette = Palette().learn(looks((COAL, ONE)), [4096])
    assert palette.recall(looks((COAL, OTHER), (COAL, NOTHING))) == [None, None]
    assert palette.shared == frozenset()


def test_values_that_share_a_colour_are_marked_and_told_by_their_numbers():
    palette = Palette().learn(looks((COAL, ONE), (SAND, ONE), (COAL, OTHER)), [4096, 2, 8192])
    assert palette.shared == {4096, 8192}
    assert palette.recall(looks((COAL, OTHER), (COAL, ONE))) == [8192, 4096]


def test_a_look_of_two_values_is_never_answered_for():
    palette = Palette().learn(looks((COAL, ONE)), [2]).learn(looks((COAL, ONE)), [4])
    assert palette.recall(looks((COAL, ONE))) == [None]


def test_a_print_may_differ_a_little():
    palette = Palette().learn(looks((SAND, ONE)), [2])
    assert palette.recall(looks((SAND, range(1, 21)), (SAND, range(5, 25)))) == [2, None]


def test_tiles_in_motion_are_neither_learnt_nor_recalled():
    palette = Palette().learn(looks((SAND, ONE)), [2])
    assert palette.recall(looks((SAND, ONE), even=False)) == [None]
    assert palette.learn(looks((CLAY, ONE), even=False), [4]) == palette


def test_learning_leaves_the_palette_as_it_was_and_learns_nothing_twice():
    before = Palette().learn(looks((SAND, ONE)), [2])
    assert before.learn(looks((CLAY, ONE)), [8]) != before
    assert before.recall(looks((CLAY, ONE))) == [None]
    assert before.learn(looks((SAND, ONE)), [2]) == before


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


def test_of_empty_cells_a_colour_that_occurs_again_is_no_stray():
    seen = np.array([SAND, CLAY, SAND, CLAY, SAND, (90.0, 90.0, 90.0), SAND])
    assert colours.strays(seen, 14) == [1, 3, 5]
    assert colours.strays(seen, 14, several=True) == [5]
