"""Profiles of somebody else's whose rule matches a shell, too, in which a sudoku stands: nothing of its history runs.

`script` writes down each byte that reaches the terminal, and a command in the shell's history would leave a file.
"""

from pathlib import Path

import pytest
from games import Game
from playing import session
from truth import PUZZLES
from virtual import Desktop, desktop, wait_for

pytestmark = pytest.mark.gui

PUZZLE = PUZZLES[0]
RIGHT, LEFT = b"\x1b[C", b"\x1b[D"

WAYS = {
    "keys": ('fill = "arrows"\nhome = "keys"\n', {RIGHT}),
    "letters": ('fill = "arrows"\nhome = "hjkl"\n', {b""}),
    "a click and arrow keys": ('fill = "arrows"\n', {RIGHT, LEFT}),
    "clicks and keys": ('fill = "click-key"\n', {b""}),
}
"""What each says, and what may reach the shell of it: no more than one arrow key that leads sideways."""


def board_text() -> str:
    rows = [[f" {sign} " for sign in PUZZLE.givens[row : row + 9]] for row in range(0, 81, 9)]
    lines = ["|".join("".join(row[left : left + 3]) for left in (0, 3, 6)) for row in rows]
    rule = "+".join(["-" * 9] * 3)
    return "\n".join([*lines[:3], rule, *lines[3:6], rule, *lines[6:]])


def start_shell(desk: Desktop) -> Game:
    """Bash in xterm. `board()` is all that the shell was sent."""
    marker, history, keys = (desk.home / name for name in ("ran", "history", "keys"))
    history.write_text(f"touch {marker}\n")
    (desk.home / "board.txt").write_text(f"\n{board_text()}\n\n")
    rc = desk.home / "bashrc"
    rc.write_text(f"HISTFILE={history}\nPS1='$ '\ncat {desk.home / 'board.txt'}\n")
    shell = f"script -qf --log-in {keys} --log-out /dev/null -c 'bash --rcfile {rc} -i'"
    desk.start(["xterm", "-bg", "black", "-fg", "white", "-fa", "DejaVu Sans Mono", "-fs", "12", "-e", shell])
    window = desk.wait_window(class_name="XTerm")
    wait_for(keys.exists, what="the shell")
    return Game(window, lambda: sent(keys).decode())


def sent(keys: Path) -> bytes:
    """Without the lines that `script` begins and ends with."""
    return keys.read_bytes().split(b"\n", 1)[-1]


@pytest.mark.parametrize("way", WAYS)
def test_a_profile_that_matches_a_shell_runs_nothing_there(way: str):
    said, harmless = WAYS[way]
    with desktop() as desk:
        profile = Path(desk.env["XDG_CONFIG_HOME"]) / "gridpilot" / "profiles" / "terminal.toml"
        profile.parent.mkdir(parents=True)
        profile.write_text(f'game = "sudoku"\nmatch = {{ class = "XTerm" }}\n{said}confirm = "Return"\n')
        with session(desk, start_shell) as play:
            ended = play.press()
            assert (ended["outcome"], ended["profile"]) == ("blocked", "terminal"), str(ended)
            assert play.game.board().encode() in harmless
            ran = desk.home / "ran"
            assert not ran.exists()
            desk.hand.tap("up")  # and it would have run
            desk.hand.tap("return")
            wait_for(ran.exists, what="the command of the history")
