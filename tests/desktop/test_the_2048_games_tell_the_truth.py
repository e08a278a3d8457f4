"""Each game's own word on its board is right: a person plays, without gridpilot, and the board follows the rules."""

from collections.abc import Callable
from itertools import pairwise

import pytest
from games_2048 import Game2048, start_gnome_2048, start_nmgrid_look, start_page_2048, start_practice_2048
from playing import ready
from truth_2048 import after, follows
from virtual import Desktop, desktop, wait_for

pytestmark = pytest.mark.gui

WAYS = {"left": "l", "down": "d", "right": "r", "up": "u"}


def test_gnome_2048_saves_what_stood_on_its_board():
    with desktop() as desk:
        game = start_gnome_2048(desk, 3, 3, board=(2, 2, 0, 4, 0, 0, 8, 8, 0))
        ready(desk, game.window)
        desk.hand.tap("left", gap=0.5)
        truth = game.truth()
        assert (truth.columns, truth.score) == (3, 36 + 20)  # it counts what the first board's tiles took, too
        assert follows((2, 2, 0, 4, 0, 0, 8, 8, 0), truth.board, 3, "l")


def page(name: str, **options: object) -> Callable[[Desktop], Game2048]:
    return lambda desk: start_page_2048(desk, name, **options)


@pytest.mark.parametrize(
    "start",
    [
        pytest.param(page("2048-tiles.html", rows=3, columns=5), id="tiles"),
        pytest.param(page("2048-canvas.html", queue=1, slide=30), id="canvas"),
        pytest.param(start_practice_2048, id="practice"),
        pytest.param(start_nmgrid_look, id="nmgrid's look"),
    ],
)
def test_the_board_follows_each_key(start: Callable[[Desktop], Game2048]):
    with desktop() as desk:
        game = start(desk)
        ready(desk, game.window)
        before = game.truth()
        for key in ["left", "down", "right", "down"] * 4:
            way = WAYS[key]
            if after(before.board, before.columns, way) == before.board:
                continue
            desk.hand.tap(key)
            moves = before.moves + way
            now = wait_for(lambda moves=moves: (told := game.truth()).moves == moves and told, 10, "the move")
            assert follows(before.board, now.board, now.columns, way)
            before = now
        assert len(before.moves) >= 8
        if game.boards is not None:
            boards = game.boards()
            steps = zip(pairwise(boards), before.moves, strict=True)
            assert all(follows(old, new, before.columns, way) for (old, new), way in steps)


@pytest.mark.parametrize(
    "start",
    [pytest.param(page("2048-tiles.html", drag=1), id="tiles"), pytest.param(start_practice_2048, id="practice")],
)
def test_the_board_follows_a_drag(start: Callable[[Desktop], Game2048]):
    with desktop() as desk:
        game = start(desk)
        ready(desk, game.window)
        before = game.truth()
        key, (across, down) = next(
            (key, step)
            for key, step in (("left", (-1, 0)), ("down", (0, 1)), ("right", (1, 0)))
            if after(before.board, 4, WAYS[key]) != before.board
        )
        x, y, width, height = desk.area(game.window)
        middle = x + width // 2, y + round(0.6 * height)
        desk.hand.move(*middle)
        desk.hand.button(down=True)
        for step in range(1, 5):
            desk.hand.move(middle[0] + 25 * step * across, middle[1] + 25 * step * down)
        desk.hand.button(down=False)
        wait_for(lambda: game.truth().moves == WAYS[key], 10, "the move")
        assert follows(before.board, game.truth().board, 4, WAYS[key])
