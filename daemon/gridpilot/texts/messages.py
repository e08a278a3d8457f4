"""What a user may read of how a job ended: what, where (r4c7), and the next step. `_` marks sentences for gettext."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from gridpilot.outcome import AUTOMATIC, Ending, Outcome, StopReason
from gridpilot.reading import SIGNS
from gridpilot.texts.language import SHOWN_CELLS, _

if TYPE_CHECKING:
    from gridpilot.geometry import Cell


def cell_names(cells: Sequence[Cell]) -> str:
    """`r4c7, r5c1 and 3 more`: a handful by name, the rest as a number."""
    names = [str(cell) for cell in cells]
    if len(names) > SHOWN_CELLS:
        return _("{cells} and {count} more").format(
            cells=", ".join(names[: SHOWN_CELLS - 1]), count=len(names) - SHOWN_CELLS + 1
        )
    if len(names) > 1:
        return _("{cells} and {last}").format(cells=", ".join(names[:-1]), last=names[-1])
    return names[0] if names else _("no cell in particular")


SEE_LAST = _(" Last run in the menu, or gridpilot last, shows what was read.")


def outcome_sentence(outcome: Outcome) -> str:
    """What happened, in one or two sentences."""
    return f"{_SENTENCES[outcome.ending](outcome)} {outcome.note}".rstrip()


def _verified(outcome: Outcome) -> str:
    if outcome.best:
        return f"{_played(outcome)} {outcome.detail}".rstrip()
    if not outcome.blanks:
        return _("The board was already full and right; nothing had to be typed.")
    text = _("{filled} of {blanks} cells filled and checked.").format(filled=outcome.filled, blanks=outcome.blanks)
    seconds = outcome.ms.get("total", 0.0) / 1000
    text += _(" It took {seconds:.1f} s.").format(seconds=seconds) if seconds else ""
    return f"{text} {outcome.detail}".rstrip()


def _stopped(outcome: Outcome) -> str:
    why, then = _STOPS[outcome.reason or StopReason.COMMAND]
    where = _(" at {cell}").format(cell=outcome.at) if outcome.at else ""
    done = ""
    if outcome.filled:
        done = _(" {filled} of {blanks} cells were filled until then.").format(
            filled=outcome.filled, blanks=outcome.blanks
        )
    if outcome.moves:
        done = " " + _played(outcome)
    done += _seen_wrong(outcome)
    return _("Stopped{where}: {why}.{done} {then}").format(where=where, why=why, done=done, then=then).rstrip()


def _seen_wrong(outcome: Outcome) -> str:
    """The cells that a job left wrong, where it did not get to put them right."""
    words = _(" {cell} has a {digit} of mine that belongs into {home}; the next press puts it right.")
    mine = {
        each.cell: words.format(cell=each.cell, digit=SIGNS[each.digit - 1], home=each.home) for each in outcome.strays
    }
    others = [cell for cell in outcome.cells if cell not in mine]
    look = _(" Look at {cells}: what stands there is not what belongs there.").format(cells=cell_names(others))
    return "".join(mine.values()) + (look if others else "")


def _doubtful(outcome: Outcome) -> str:
    if outcome.detail:
        return _("Nothing was typed: {detail}").format(detail=outcome.detail)
    text = _(
        "Nothing was typed: {cells} could not be read with certainty. Make the board larger, or take the pointer off "
        "it, and try again."
    ).format(cells=cell_names(outcome.cells))
    return text + _teach(outcome)


def _no_board(outcome: Outcome) -> str:
    if not outcome.window:
        return outcome.detail or no_window()
    if outcome.note:
        return _("There is no {game} board in the window '{window}'.").format(game=outcome.game, window=outcome.window)
    seen = _(" ({detail})").format(detail=outcome.detail) if outcome.detail else ""
    text = _(
        "No {game} board was found in the window '{window}'{seen}. Make sure that the whole board is visible and "
        "large enough to be read, then try again."
    ).format(game=outcome.game, window=outcome.window, seen=seen)
    return text + _teach(outcome)


def another_game(game: str, keys: str) -> str:
    """For the window of a game that has another key."""
    return _("It shows a game of {game}: press {keys} for that.").format(game=game, keys=keys)


def _teach(outcome: Outcome) -> str:
    """What else helps, for a window without a profile."""
    way = _(" Or show where it is: Teach this window in the menu, or gridpilot teach.")
    return way if outcome.profile == AUTOMATIC else ""


def _unsolvable(outcome: Outcome) -> str:
    if outcome.detail:
        return _("Nothing was typed: {detail}").format(detail=outcome.detail)
    text = _("Nothing was typed: this board has no solution. Clear wrong digits, or look whether one was misread.")
    if outcome.cells:
        text = _(
            "Nothing was typed: {cells} contradict one another. Clear the wrong digits, or look whether they were "
            "misread."
        ).format(cells=cell_names(outcome.cells))
    return text + SEE_LAST


def _ambiguous(outcome: Outcome) -> str:
    text = _(
        "Nothing was typed: the board has more than one solution ({cells} may differ). A digit may have been missed; "
        "if none was, fill in one of these cells yourself and try again."
    )
    return text.format(cells=cell_names(outcome.cells)) + SEE_LAST


def _missed(outcome: Outcome) -> str:
    detail = _(" ({detail})").format(detail=outcome.detail) if outcome.detail else ""
    return _(
        "{filled} of {blanks} cells were filled, but {cells} did not take the digit{detail}. Press the key again; if "
        "it stays so, choose a slower pace: Settings in the menu, or gridpilot settings."
    ).format(filled=outcome.filled, blanks=outcome.blanks, cells=cell_names(outcome.cells), detail=detail)


def _game_over(outcome: Outcome) -> str:
    return f"{game_over()} {_played(outcome)}"


def _played(outcome: Outcome) -> str:
    """What a game of moves has come to."""
    if not outcome.moves:
        return _("No move had to be made: the best tile is {best}.").format(best=outcome.best)
    return _("{moves} moves were made and {score} points won; the best tile is {best}.").format(
        moves=outcome.moves, score=outcome.score, best=outcome.best
    )


def _blocked(outcome: Outcome) -> str:
    detail = outcome.detail or _("the system or the game refused the input.")
    done = (" " + _played(outcome) if outcome.moves else "") + _seen_wrong(outcome)
    return _("Nothing more could be done: {detail}").format(detail=detail) + done


def _emptied(outcome: Outcome) -> str:
    return outcome.detail or emptied(outcome.filled)


def _shown(outcome: Outcome) -> str:
    return outcome.detail or _("It is shown over the board.")


_SENTENCES = {
    Ending.VERIFIED: _verified,
    Ending.STOPPED: _stopped,
    Ending.DOUBTFUL: _doubtful,
    Ending.NO_BOARD: _no_board,
    Ending.UNSOLVABLE: _unsolvable,
    Ending.AMBIGUOUS: _ambiguous,
    Ending.MISSED: _missed,
    Ending.GAME_OVER: _game_over,
    Ending.BLOCKED: _blocked,
    Ending.SHOWN: _shown,
    Ending.EMPTIED: _emptied,
}

_AGAIN = _("Press the key again to go on from here.")

_STOPS: dict[StopReason, tuple[str, str]] = {
    StopReason.ESCAPE: (_("Esc was pressed"), _AGAIN),
    StopReason.USER_KEY: (_("a key was pressed"), _AGAIN),
    StopReason.USER_POINTER: (_("the mouse was moved or clicked"), _AGAIN),
    StopReason.USER_INPUT: (_("keyboard or mouse were used"), _AGAIN),
    StopReason.FOCUS_LOST: (_("another window got the focus"), _("Click into the game, then press the key again.")),
    StopReason.COVERED: (_("another window lies over the board"), _("Move it away, then press the key again.")),
    StopReason.GRABBED: (
        _("another program has taken the keyboard, as a screen lock or a launcher does"),
        _("Close it, then press the key again."),
    ),
    StopReason.WINDOW_MOVED: (_("the window was moved or resized"), _AGAIN),
    StopReason.WINDOW_CLOSED: (_("the window was closed"), ""),
    StopReason.BOARD_CHANGED: (_("the board on the screen changed"), _AGAIN),
    StopReason.KEYS_HELD: (_("a key was still held down"), _("Let go of all keys, then press the hotkey again.")),
    StopReason.BUDGET: (_("it took too long"), SEE_LAST.strip()),
    StopReason.SLEPT: (_("the computer was asleep"), _AGAIN),
    StopReason.COMMAND: (_("you asked for it"), ""),
    StopReason.CRASHED: (_("a part of gridpilot crashed"), _("It was started anew; press the key again.")),
}


def no_window() -> str:
    return _("No window has the focus. Click into the game's window and try again.")


def all_black() -> str:
    return _(
        "the picture of the window is all black. If the window is not, the system denies it: allow gridpilot pictures "
        "of the screen, or play in a window instead of the full screen."
    )


def no_button(name: str) -> str:
    return _(
        "The button {name} is not known in this window. Name its place in the profile: [buttons] {name} = [0.1, 0.9]."
    ).format(name=name)


def out_of_shape(profile: str, was: tuple[int, int], now: tuple[int, int]) -> str:
    return _(
        "the window has another shape than when the profile {profile} was made ({now} now, {was} then), so its places "
        "cannot be right. Give the window its old shape, or teach it again."
    ).format(profile=profile, now="{} x {}".format(*now), was="{} x {}".format(*was))


def buttons_moved(profile: str) -> str:
    return _(
        "where the buttons of the profile {profile} are in this window now cannot be told: the window was changed "
        "since they were taken. Give it its old size, or teach it again."
    ).format(profile=profile)


def not_taken(cell: Cell) -> str:
    return _("{cell} did not take the digit in this way. Choose another, or have it found out.").format(cell=cell)


def board_is_full() -> str:
    return _("the board is full: there is no blank cell to try. Begin a new game.")


def no_blank(cell: str) -> str:
    if cell:
        return _("{cell} is no blank cell of this board. Name one that is, as r4c7.").format(cell=cell)
    return _("the pointer is over no blank cell. Put it over the one that you mean, or name it: r4c7.")


def nothing_of_mine() -> str:
    return _("nothing that gridpilot has filled in stands on this board any more, so there is nothing to undo.")


def cannot_empty() -> str:
    return _("how cells are emptied in this window is not known. The game's own Undo or Restart does it.")


def nothing_wrong() -> str:
    return _("none of your digits is wrong, so there is nothing to replace.")


def cannot_replace() -> str:
    return _(
        "how digits get into this window is not known yet. Empty the wrong ones yourself, or let gridpilot fill one "
        "cell of another puzzle there first; `gridpilot check` marks them."
    )


def replaced(cells: Iterable[Cell]) -> str:
    return _("Replaced: {cells}.").format(cells=cell_names(sorted(cells)))


def not_emptied(cells: Sequence[Cell]) -> str:
    return _("{cells} could not be emptied. The game's own Undo or Restart does it.").format(cells=cell_names(cells))


def emptied(cells: int) -> str:
    return _("{cells} cells that gridpilot had filled are empty again.").format(cells=cells)


def stop_reason(reason: StopReason) -> str:
    return _("Stopped: {why}.").format(why=_STOPS[reason][0])


def game_over() -> str:
    return _("The game is over: no move is left.")


def game_won() -> str:
    return _("The game says that it is won.") + _go_on()


def won_too_soon() -> str:
    return _("the game says that it is won, and the goal is not reached yet.") + _go_on()


def _go_on() -> str:
    return _(
        " If it offers to go on, click that, often called Keep going or Continue, and press the key again. Taught "
        "where it is, with Teach this window in the menu, gridpilot clicks it for you."
    )


def dialog_stays() -> str:
    return _("the game has put a window in front of its board, which the key that the profile names does not answer.")


def no_way_to_move() -> str:
    return _(
        "neither an arrow key, nor the letters W, A, S and D, nor a drag moved the tiles of this window. Is the game "
        "running, and does nothing lie over it?"
    )


def moves_fail(cells: Sequence[Cell] = (), *, lost: bool) -> str:
    """`cells`: those that could not be read at the last look."""
    if lost:
        return (
            _("three moves in a row did not arrive. Does something lie over the board, or is the game over?") + SEE_LAST
        )
    told = _("three times in a row the board could not be told after a move")
    if cells:
        told += _(", and {cells} not at rest either").format(cells=cell_names(cells))
    return told + _(". Make the window larger.") + SEE_LAST


def unknown_rules(move: str, before: Sequence[int], after: Sequence[int], columns: int) -> str:
    """What a move did that no known rules explain. Boards are told row by row."""
    shown = [
        " / ".join(
            " ".join(str(value or ".") for value in board[at : at + columns]) for at in range(0, len(board), columns)
        )
        for board in (before, after)
    ]
    return _(
        "this game has rules that gridpilot does not know: a move {move} made {after} of {before}. No rule of 2048, or "
        "of its known kinds, leads there, so it has to be played by hand."
    ).format(move=move, before=shown[0], after=shown[1])


def no_move_found(engine: str) -> str:
    return _("the engine {engine} names no move. Choose another one: gridpilot play 2048 --engine auto.").format(
        engine=engine
    )


def button_fails(name: str) -> str:
    return _("the button {name} was clicked where the profile says that it is, but the board did not answer.").format(
        name=name
    )


def closed_by_the_game() -> str:
    return _(
        "The last cell could not be read back, because the window was closed when it was in, as some programs do that "
        "are solved; all the others were."
    )


def answered_by_the_game() -> str:
    return _(
        "The last cell could not be read back, because the game put a message over its board when it was in, as games "
        "do that are solved; all the others were."
    )
