"""Programs made with SDL (pygame): they lose a key that is pressed again too soon, and draw their own cursor."""

import random
import sys
from pathlib import Path

import pytest
from games import Game, loaded
from kinds import almost_done
from playing import session
from truth import PUZZLES, Puzzle
from virtual import Desktop, desktop, wait_for

from gridpilot.desktop.x11.input import X11Input
from gridpilot.profiles.profile import Pace

pytestmark = pytest.mark.gui

KINDS = {
    "arrows alone": (),
    "arrows after a click": ("--mouse",),
    "looks once a frame": ("--polls",),
    "the keypad alone": ("--mouse", "--keypad"),
    "no selection shows": ("--unseen",),
}
PROGRAM = Path(__file__).with_name("standins") / "sdl_sudoku.py"


class SdlSudoku:
    def __init__(self, desk: Desktop, puzzle: Puzzle, *options: str) -> None:
        self._file = desk.home / "sdl.json"
        desk.start([sys.executable, str(PROGRAM), str(self._file), puzzle.givens, puzzle.solution, *options])
        self.game = Game(desk.wait_window(title="SDL sudoku"), lambda: self.told("board"))
        desk.focus(self.game.window)

    def told(self, fact: str):
        return wait_for(lambda: loaded(self._file), what="the game's word")[fact]


def test_each_key_comes_to_an_sdl_program_once_and_in_order():
    chance = random.Random(5)
    keys = chance.choices(["Right", "Down", "Left", "5", "7"], (4, 2, 1, 1, 1), k=200)
    with desktop(wm="openbox", bus=False) as desk:
        program = SdlSudoku(desk, PUZZLES[0])
        typist = X11Input(desk.name)
        for key in keys:
            typist.press(key, apart=Pace().between_same_keys)
        typist.press("End")
        wait_for(lambda: program.told("keys")[-1:] == ["end"], what="the last key")
        typist.close()
        assert program.told("keys")[:-1] == [key.lower() for key in keys]


@pytest.mark.parametrize("options", KINDS.values(), ids=KINDS)
def test_an_sdl_sudoku_is_filled_at_first_press_without_a_mistake(options: tuple[str, ...]):
    puzzle = random.Random(str(options)).choice(PUZZLES)
    puzzle = almost_done(puzzle, 15) if "--unseen" in options else puzzle  # each cell takes its time
    with desktop() as desk:
        program: list[SdlSudoku] = []

        def start(desk: Desktop) -> Game:
            program.append(SdlSudoku(desk, puzzle, *options))
            return program[0].game

        with session(desk, start) as play:
            ended = play.press()
        told = ended["outcome"], program[0].told("board"), program[0].told("mistakes")
        assert told == ("verified", puzzle.solution, 0), str(ended)
