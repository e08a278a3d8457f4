"""2048 as the pilot sees it, on a real picture of GNOME 2048."""

from pathlib import Path

import pytest
from fakes.tile_drawing import Drawing, sheet
from PIL import Image, ImageFont

from gridpilot.games.protocols import Cover, Seen
from gridpilot.games.twenty48.game import Twenty48
from gridpilot.games.twenty48.reading.looks_store import Palettes
from gridpilot.geometry import Cell
from gridpilot.plan import Move
from gridpilot.vision.pictures import load

SCREEN = Path(__file__).parents[3] / "corpus" / "screens" / "gnome-2048_s1_131.png"
BOARD = (4, 0, 0, 0, 8, 4, 0, 2, 32, 8, 4, 2, 2, 16, 8, 4)
BEFORE = (2, 2, 0, 0, 8, 4, 0, 0, 32, 8, 4, 2, 2, 16, 8, 4)
"""A board from which a move to the left leads to the one on the picture; the 2 in cell 7 is the new tile."""
MOVING, AT_REST = 0.0, 0.3


@pytest.fixture(scope="module")
def capture():
    return load(SCREEN)


@pytest.fixture
def game(tmp_path):
    return Twenty48(tmp_path / "learnt")


def test_a_move_that_arrived_is_told_and_its_board_learnt(game, capture):
    eyes = game.eyes("a window")
    place = eyes.read(capture)
    assert eyes.follow(capture, place, BEFORE, Move.LEFT, MOVING).seen is Seen.UNKNOWN  # nothing is known yet
    step = eyes.follow(capture, place, BEFORE, Move.LEFT, AT_REST)
    assert (step.seen, step.board, step.spawn, step.gained) == (Seen.MOVED, BOARD, (7, 2), 4)
    assert eyes.follow(capture, place, BEFORE, Move.LEFT, MOVING) == step


def test_the_other_verdicts(game, capture):
    eyes = game.eyes("a window")
    place = eyes.read(capture)
    assert eyes.follow(capture, place, BOARD, Move.LEFT, AT_REST).seen is Seen.STILL
    foreign = eyes.follow(capture, place, BEFORE, Move.DOWN, AT_REST)
    assert (foreign.seen, foreign.move, foreign.board) == (Seen.FOREIGN, Move.LEFT, BOARD)
    assert eyes.follow(capture, place, (2,) * 16, Move.LEFT, AT_REST).seen is Seen.UNKNOWN


def test_what_was_learnt_of_a_window_serves_the_next_of_its_kind_and_no_other(game, capture, tmp_path):
    eyes = game.eyes("a window")
    place = eyes.read(capture)
    eyes.follow(capture, place, BEFORE, Move.LEFT, AT_REST)
    eyes.keep()
    later = Twenty48(tmp_path / "learnt")
    assert later.eyes("a window").follow(capture, place, BEFORE, Move.LEFT, MOVING).seen is Seen.MOVED
    assert later.eyes("another").follow(capture, place, BEFORE, Move.LEFT, MOVING).seen is Seen.UNKNOWN


def test_nothing_lies_over_a_plain_board(game, capture):
    eyes = game.eyes("a window")
    covered = eyes.cover(capture, eyes.read(capture), BEFORE, Move.LEFT)
    assert covered.cover is Cover.NONE


def test_a_box_over_the_board_is_what_the_rules_make_of_the_board_below(game, capture):
    """A box is drawn across the middle: with 2048 below, it says that the game is won; else nobody knows."""
    eyes = game.eyes("a window")
    place = eyes.read(capture)
    eyes.learn(capture, place)
    pixels = capture.pixels.copy()
    frame = place.extent
    middle = int((frame.y0 + frame.y1) / 2)
    pixels[middle - 40 : middle + 40, int(frame.x0) : int(frame.x1)] = (60, 60, 60)
    boxed = type(capture)(pixels, capture.view)
    assert eyes.cover(boxed, place, BOARD, None).cover is Cover.UNKNOWN
    won = (*BOARD[:8], 2048, *BOARD[9:])  # in a cell that the box hides
    assert eyes.cover(boxed, place, won, None).cover is Cover.WON


@pytest.mark.parametrize(
    ("after", "cover"),
    [
        (((0, 2, 8, 4), (0, 0, 8, 2048), (0, 2, 16, 2), (2, 0, 0, 4)), Cover.WON),
        (((0, 2, 8, 4), (0, 0, 8, 1024), (0, 2, 16, 2), (2, 0, 0, 4)), Cover.UNKNOWN),
        (((8, 2, 8, 4), (4, 32, 8, 1024), (8, 2, 16, 2), (2, 4, 8, 4)), Cover.OVER),
    ],
)
def test_words_in_cells_that_are_drawn_empty_lie_over_the_board(game, after, cover):
    eyes = game.eyes("a window")
    begun = Drawing(((0, 2, 8, 4), (0, 2, 0, 0), (8, 2, 16, 2), (2, 0, 0, 4)))
    place = eyes.read(begun.capture())
    eyes.learn(begun.capture(), place)
    drawing = Drawing(after)
    for column, word in ((1, "You"), (2, "Win!")):
        x, y, *_ = drawing.box(1, column)
        drawing.tile(x, y, 0)
        drawing.pen.text((x + 45, y + 45), word, "white", ImageFont.load_default(34), "mm")
    board = tuple(value for row in after for value in row)
    assert eyes.cover(drawing.capture(), place, board, None).cover is cover


def test_below_a_sheet_that_changes_all_colours_the_move_is_told_that_won(game):
    """As many games say it; this one is won with 64, whose colour was never seen before."""
    eyes = game.eyes("a window")
    before = Drawing(((0, 0, 2, 0), (0, 0, 0, 0), (32, 32, 0, 8), (2, 4, 16, 4))).capture()
    place = eyes.read(before)
    eyes.learn(before, place)
    after = sheet(((2, 0, 2, 0), (0, 0, 0, 0), (64, 8, 0, 0), (2, 4, 16, 4)), "white", words="You win!")
    covered = eyes.cover(after, place, place.board, Move.LEFT)
    assert (covered.cover, covered.step.spawn) == (Cover.WON, (2, 2))


BEGUN = Drawing(((64, 64, 2, 0), (0, 0, 0, 0), (8, 0, 0, 0), (2, 8, 16, 2)))
"""A board from which a move to the left makes a tile of 128, which was never seen before; nor was a 4."""


def after_left(new, size):
    """That board with a new tile, grown to a share of its size; and what stands there then."""
    rows = ((128, 2, 0, 0), (0, 0, 0, 0), (8, 0, 0, 0), (2, 8, 16, 2))
    drawing, grown = Drawing(rows), Drawing(((new, 0), (0, 0)))
    x0, y0, x1, y1 = drawing.box(1, 3)
    tile = grown.picture.crop(grown.box(0, 0)).resize((round(drawing.wide * size), round(drawing.high * size)))
    drawing.picture.paste(tile, ((x0 + x1 - tile.width) // 2, (y0 + y1 - tile.height) // 2))
    board = [value for row in rows for value in row]
    board[7] = new
    return drawing.capture(), tuple(board)


def test_a_tile_never_seen_before_is_read_as_soon_as_it_stands_there(game):
    eyes, begun = game.eyes("a window"), BEGUN.capture()
    place = eyes.read(begun)
    eyes.learn(begun, place)
    capture, board = after_left(2, size=0.95)
    step = eyes.follow(capture, place, place.board, Move.LEFT, MOVING)
    assert (step.seen, step.board, step.spawn) == (Seen.MOVED, board, (7, 2))


def test_a_tile_that_still_grows_when_the_picture_hangs_is_not_learnt(game, tmp_path):
    eyes, begun = game.eyes("a window"), BEGUN.capture()
    place = eyes.read(begun)
    eyes.learn(begun, place)
    capture, board = after_left(4, size=0.7)
    assert eyes.follow(capture, place, place.board, Move.LEFT, 0.06).board == board
    eyes.keep()
    swatches = Palettes(tmp_path / "learnt" / "looks").load("a window").swatches
    empty = {swatch.colour for swatch in swatches if not swatch.value}
    assert not empty & {swatch.colour for swatch in swatches if swatch.value}


GREY = {"empty": "#a8a8a8", "frame": "#7d7d7d", "ink": "black", "tiles": ["#ddd0cd", "#ddbdb6", "#f0ae90", "#ff8060"]}


def faded(rows, cell, opacity):
    """The board with one tile that fades in over the ground of the gaps, as if no empty cell lay below it."""
    drawing, whole = (Drawing(rows, **GREY) for _ in range(2))
    box = whole.box(*divmod(cell, 4))
    tile = whole.picture.crop((box[0], box[1], box[2] + 1, box[3] + 1))
    ground = Image.new("RGB", tile.size, GREY["frame"])
    drawing.picture.paste(Image.blend(ground, tile, opacity), box[:2])
    return drawing.capture()


def test_a_new_tile_that_its_colour_told_wrongly_is_put_right_by_the_next_board(game):
    """And new tiles are told by their numbers from then on."""
    eyes = game.eyes("a window")
    rows = ((4, 2, 0, 0), (8, 0, 0, 0), (16, 0, 0, 0), (0, 0, 0, 0))
    begun = Drawing(rows, **GREY).capture()
    place = eyes.read(begun)
    eyes.learn(begun, place)
    down = ((0, 0, 0, 2), (4, 0, 0, 0), (8, 0, 0, 0), (16, 2, 0, 0))
    told = eyes.follow(faded(down, 3, 0.6), place, place.board, Move.DOWN, MOVING)
    assert (told.seen, told.spawn) == (Seen.MOVED, (3, 4))
    left = ((2, 0, 0, 0), (4, 0, 0, 0), (8, 0, 0, 2), (16, 2, 0, 0))
    step = eyes.follow(Drawing(left, **GREY).capture(), place, told.board, Move.LEFT, AT_REST)
    assert (step.seen, step.board) == (Seen.MOVED, tuple(value for row in left for value in row))
    right = ((0, 0, 0, 2), (0, 0, 0, 4), (2, 0, 8, 2), (0, 0, 16, 2))
    again = eyes.follow(faded(right, 8, 0.6), place, step.board, Move.RIGHT, MOVING)
    assert (again.seen, again.spawn) != (Seen.MOVED, (8, 4))


def test_a_new_tile_that_its_colour_told_wrongly_is_put_right_where_the_move_did_nothing(game):
    eyes = game.eyes("a window")
    begun = Drawing(((4, 2, 0, 0), (8, 0, 0, 0), (16, 0, 0, 0), (0, 0, 0, 0)), **GREY).capture()
    place = eyes.read(begun)
    eyes.learn(begun, place)
    down = ((0, 0, 0, 2), (4, 0, 0, 0), (8, 0, 0, 0), (16, 2, 0, 0))
    told = eyes.follow(faded(down, 3, 0.6), place, place.board, Move.DOWN, MOVING)
    assert (told.seen, told.spawn) == (Seen.MOVED, (3, 4))
    step = eyes.follow(Drawing(down, **GREY).capture(), place, told.board, Move.LEFT, AT_REST)
    assert (step.seen, step.board) == (Seen.FOREIGN, tuple(value for row in down for value in row))


def test_tiles_in_the_colours_of_others_are_told_by_their_numbers_once_one_was_seen(game):
    """As where a new tile keeps the colour of what its cell had before."""
    eyes = game.eyes("a window")
    begun = Drawing(((0, 0, 2, 0), (0, 0, 0, 0), (8, 0, 0, 0), (2, 4, 16, 4)))
    place = eyes.read(begun.capture())
    eyes.learn(begun.capture(), place)
    before = place.board
    for new, like, move, calm in ((3, 1, Move.LEFT, 0.5), (11, 2, Move.UP, AT_REST), (12, 3, Move.RIGHT, AT_REST)):
        slid, _ = game.rules.slide(before, 4, move)
        board = tuple(2 if cell == new else tile for cell, tile in enumerate(slid))
        drawing = Drawing(tuple(board[row : row + 4] for row in (0, 4, 8, 12)))
        x, y, *_ = drawing.box(*divmod(new, 4))
        drawing.tiles[0], usual = drawing.tiles[like], drawing.tiles[0]
        drawing.tile(x, y, 2)
        drawing.tiles[0] = usual
        eyes.follow(drawing.capture(), place, before, move, MOVING)  # nothing is learnt from it
        step = eyes.follow(drawing.capture(), place, before, move, calm)
        assert (step.seen, step.board) == (Seen.MOVED, board)
        before = board


def shrunk(rows, *cells):
    """The board on which these tiles have half of their size."""
    drawing, whole = Drawing(rows), Drawing(rows)
    for cell in cells:
        x0, y0, x1, y1 = whole.box(*divmod(cell, 4))
        tile = whole.picture.crop((x0, y0, x1 + 1, y1 + 1)).resize(((x1 - x0) // 2, (y1 - y0) // 2))
        drawing.tile(x0, y0, 0)
        drawing.picture.paste(tile, ((x0 + x1 - tile.width) // 2, (y0 + y1 - tile.height) // 2))
    return drawing.capture()


def test_a_tile_that_has_not_grown_is_what_the_rules_say_if_it_has_that_colour(game):
    """As where one that was moved too soon stays small."""
    eyes = game.eyes("a window")
    begun = Drawing(((0, 0, 2, 0), (0, 0, 0, 0), (8, 0, 0, 0), (2, 4, 16, 4))).capture()
    place = eyes.read(begun)
    eyes.learn(begun, place)
    left = ((2, 0, 0, 0), (0, 0, 0, 2), (8, 0, 0, 0), (2, 4, 16, 4))
    step = eyes.follow(shrunk(left, 0, 7), place, place.board, Move.LEFT, AT_REST)
    assert (step.seen, step.board) == (Seen.MOVED, tuple(value for row in left for value in row))
    lost = eyes.follow(shrunk(left, 0, 7), place, step.board, Move.RIGHT, AT_REST)
    assert lost.seen is Seen.STILL
    other = ((8, 0, 0, 0), (0, 0, 0, 2), (8, 0, 0, 0), (2, 4, 16, 4))
    assert eyes.follow(shrunk(other, 0), place, place.board, Move.LEFT, AT_REST).seen is Seen.UNKNOWN


def labelled(rows, words):
    """The board with words across the upper part of its first tile, fainter than its number."""
    drawing = Drawing(rows, ink="#3c2c20", wide=140, high=140, share=0.35)
    x, y, *_ = drawing.box(0, 0)
    drawing.pen.text((x - 4, y + 9), words, "white", ImageFont.load_default(35), "lt")
    return drawing.capture()


def test_a_tile_in_doubt_is_what_the_rules_say_if_that_is_what_it_seems_to_be(game):
    """As where the score is written across it, and only one of two readers makes out its number."""
    eyes = game.eyes("a window")
    begun = labelled(((0, 0, 0, 0), (4, 0, 0, 0), (8, 0, 2, 2), (2, 8, 16, 8)), "")
    place = eyes.read(begun)
    up = labelled(((4, 8, 2, 2), (8, 0, 16, 8), (2, 0, 0, 0), (0, 2, 0, 0)), "Score 14")
    assert eyes.reread(up, place).doubts == (Cell(0, 0),)
    step = eyes.follow(up, place, place.board, Move.UP, AT_REST)
    assert (step.seen, step.spawn) == (Seen.MOVED, (13, 2))
    other = labelled(((2, 8, 2, 2), (8, 0, 16, 8), (2, 0, 0, 0), (0, 2, 0, 0)), "Score 14")
    assert eyes.follow(other, place, place.board, Move.UP, AT_REST).seen is Seen.UNKNOWN


def test_the_moves_that_change_a_board(game):
    assert set(game.moves(BOARD, 4)) == {Move.UP, Move.RIGHT, Move.DOWN, Move.LEFT}
    assert game.moves((2, 4, 4, 2), 2) == ()


def test_an_engine_is_made_once_and_warmed(game):
    one = game.engine("monte-carlo")
    assert game.engine("monte-carlo") is one
    assert one.choose(BOARD, 4, 0.05) in game.moves(BOARD, 4)


def test_what_was_learnt_of_another_page_of_that_name_is_forgotten(game, tmp_path):
    """Its 2 has the colour of this one's 4; the colours of most tiles are the same."""
    rows = ((2, 4, 8, 16), (0, 32, 64, 128), (0, 0, 4, 2), (0, 0, 0, 8))
    one = Drawing(rows)
    other = Drawing(rows, tiles=[one.tiles[1], "#eaf0e0", *one.tiles[2:]])
    for drawing in (one, other):
        eyes, capture = game.eyes("a window"), drawing.capture()
        eyes.learn(capture, eyes.read(capture))
        eyes.keep()
    kept = Palettes(tmp_path / "learnt" / "looks").load("a window")
    assert [swatch.value for swatch in kept.swatches if swatch.colour == (200, 224, 237)] == [2]
