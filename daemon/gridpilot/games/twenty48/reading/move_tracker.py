"""Says what became of a move, by the rules alone: boards in, verdict out.

A frame is believed only when it is one of the boards that the move can lead to: the slid board, whole, and one new tile
where the slid board is empty. A cell in doubt (None) is excused in one place only: where two tiles have merged, since
merged tiles swell for a moment and the rules say anyway what stands there. The new tile itself must be certain; and
what is seen where the tiles of such a merge come along may be one of them, so that it is no new tile before all is at
rest.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridpilot.games import Seen, Step
from gridpilot.games.twenty48.rules import lines

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gridpilot.games.twenty48.rules import Rules
    from gridpilot.plan import Move

    Board = tuple[int, ...]
    Frame = Sequence[int | None]
    """What is seen in each cell; None where that is in doubt."""


def track(  # noqa: PLR0913 - a frame and all that it is held against
    rules: Rules, before: Board, columns: int, move: Move | None, frame: Frame, *, rest: bool = False
) -> Step:
    """What `frame` says of `move` on the board `before`; None: nothing was sent. `rest`: nothing moves any more."""
    legal = rules.moves(before, columns)
    if tuple(frame) == before:
        return Step(Seen.STILL if move is None or move in legal else Seen.IDLE, before)
    if move in legal:
        step = _arrived(rules, before, columns, move, frame, rest=rest)
        if step is not None:
            return step
    if None not in frame:
        for other in legal:
            step = _arrived(rules, before, columns, other, frame, rest=rest)
            if step is not None:
                return Step(Seen.FOREIGN, step.board, other, step.spawn, step.gained)
    return Step(Seen.UNKNOWN, before)


def possible(rules: Rules, before: Board, columns: int, move: Move | None, frame: Frame) -> list[Step]:
    """All that may have become of the move, by those cells that can be seen: something lies over the others."""
    boards = [before, *(rules.successors(before, columns, move) if move else ())]
    fitting = [
        board
        for board in boards
        if all(seen is None or seen == value for seen, value in zip(frame, board, strict=True))
    ]
    return [track(rules, before, columns, move, board) for board in fitting]


def grown(before: Board, steps: Sequence[Step]) -> bool:
    """Whether there is a tile larger than all before, whichever of these became of the move."""
    return bool(steps) and all(max(step.board) > max(before) for step in steps)


def newcomer(rules: Rules, before: Board, columns: int, move: Move | None, frame: Frame) -> int | None:
    """The one cell in doubt that would make the frame a successor, were it read: that of the new tile."""
    if move is None or move not in rules.moves(before, columns):
        return None
    slid, _ = rules.slide(before, columns, move)
    doubtful = [cell for cell, value in enumerate(frame) if value is None and not slid[cell]]
    if len(doubtful) != 1:
        return None
    guess = [rules.spawns[0][0] if cell == doubtful[0] else value for cell, value in enumerate(frame)]
    return doubtful[0] if _arrived(rules, before, columns, move, guess, rest=True) else None


def _arrived(  # noqa: PLR0913 - a frame and all that it is held against
    rules: Rules, before: Board, columns: int, move: Move, frame: Frame, *, rest: bool
) -> Step | None:
    """The step, when the frame is a board that the move leads to."""
    slid, gained = rules.slide(before, columns, move)
    excused = merged(rules, before, columns, move)
    spawn: tuple[int, int] | None = None
    for cell, (seen, value) in enumerate(zip(frame, slid, strict=True)):
        if seen == value or (seen is None and cell in excused):
            continue
        if value or seen is None or spawn is not None or seen not in {new for new, _ in rules.spawns}:
            return None
        spawn = cell, seen
    if spawn is None or (not rest and any(frame[cell] is None and spawn[0] in way for cell, way in excused.items())):
        return None
    board = (*slid[: spawn[0]], spawn[1], *slid[spawn[0] + 1 :])
    return Step(Seen.MOVED, board, move, spawn, gained)


def merged(rules: Rules, before: Board, columns: int, move: Move) -> dict[int, frozenset[int]]:
    """The cells in which two tiles become one, each with those that tiles come through on their way there or behind."""
    found: dict[int, frozenset[int]] = {}
    for line in lines(len(before) // columns, columns, move):
        tiles = [cell for cell in line if before[cell]]
        farthest = line.index(tiles[-1]) if tiles else 0
        place = 0
        while tiles:
            near = before[tiles.pop(0)]
            if tiles and rules.merge(near, before[tiles[0]]):
                tiles.pop(0)
                found[line[place]] = frozenset(line[place + 1 : farthest + 1])
            place += 1
    return found
