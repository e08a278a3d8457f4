"""Says what became of a move, by the rules alone: boards go in, a verdict comes out.

A frame is believed only if it is a board to which the move can lead: the whole slid board, and one new tile where that
is empty. A cell in doubt (None) is allowed only where two tiles have merged: merged tiles swell for a moment, and the
rules say what stands there. The new tile must be certain. What is seen where the tiles of such a merge pass may be one
of them; it counts as a new tile only once all is at rest.

A board at rest that was read whole, and to which no known rules lead, is compared with other rules of the family
(`explained`): other merges, other new tiles, more of them, none, or one that is shown late. The rules that explain it
are this game's from then on.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from gridpilot.games.protocols import Seen, Step
from gridpilot.games.twenty48.rules import Merging, Rules, empty, lines, with_tile
from gridpilot.plan import Move

Board = tuple[int, ...]
Frame = Sequence[int | None]
"""What is seen in each cell; None where that is in doubt."""

MOST_NEW = 4  # tiles that may appear after one move
RARE = 0.01  # assumed share of a new tile's value that was seen for the first time
USUAL = Rules()


def track(  # noqa: PLR0913 - a frame and all that it is held against
    rules: Rules, before: Board, columns: int, move: Move | None, frame: Frame, *, rest: bool = False
) -> Step:
    """What `frame` says of `move` on `before`. `move` None: nothing was sent. `rest`: nothing moves any more."""
    legal = rules.moves(before, columns)
    if tuple(frame) == before:
        return Step(Seen.STILL if move is None or move in legal else Seen.IDLE, before)
    step = _reached(rules, before, columns, move, frame, rest=rest) if move else None
    if step is None and None not in frame:
        others = (_arrived(rules, before, columns, other, frame, rest=rest) for other in legal)
        step = next((replace(other, seen=Seen.FOREIGN) for other in filter(None, others)), None)
    return step or Step(_unfinished(rules, before, columns, move, frame), before)


def possible(rules: Rules, before: Board, columns: int, move: Move | None, frame: Frame) -> list[Step]:
    """All that may have become of the move, judged by the visible cells: something lies over the others."""
    boards = [before, *(rules.successors(before, columns, move) if move else ())]
    fitting = [
        board
        for board in boards
        if all(seen is None or seen == value for seen, value in zip(frame, board, strict=True))
    ]
    return [track(rules, before, columns, move, board) for board in fitting]


def grown(before: Board, steps: Sequence[Step]) -> bool:
    """Whether there is a tile larger than all before, in each of these steps."""
    return bool(steps) and all(max(step.board) > max(before) for step in steps)


def newcomer(rules: Rules, before: Board, columns: int, move: Move | None, frame: Frame) -> int | None:
    """The one cell in doubt, that of the new tile, without which the frame would be a successor; else None."""
    if move is None or rules.counts != USUAL.counts or move not in rules.moves(before, columns):
        return None
    slid, _ = rules.slide(before, columns, move)
    doubtful = [cell for cell, value in enumerate(frame) if value is None and not slid[cell]]
    if len(doubtful) != 1:
        return None
    guess = [*frame]
    guess[doubtful[0]] = rules.spawns[0][0]
    return doubtful[0] if _arrived(rules, before, columns, move, guess, rest=True) else None


def _reached(  # noqa: PLR0913 - a frame and all that it is held against
    rules: Rules, before: Board, columns: int, move: Move, frame: Frame, *, rest: bool
) -> Step | None:
    """The step, if the move leads to the frame's board, at once or with a tile that is not shown yet."""
    if move in rules.moves(before, columns):
        step = _arrived(rules, before, columns, move, frame, rest=rest)
        if step is not None:
            return step
    return _with_unseen(rules, before, columns, move, frame) if rules.unseen else None


def _arrived(  # noqa: PLR0913 - a frame and all that it is held against
    rules: Rules, before: Board, columns: int, move: Move, frame: Frame, *, rest: bool
) -> Step | None:
    """The step, if the move leads to the frame's board."""
    slid, gained = rules.slide(before, columns, move)
    excused = merged(rules, before, columns, move)
    new = _new(frame, slid, excused, {value for value, _ in rules.spawns})
    if new is None or len(new) not in rules.counts:
        return None
    if not rest:
        behind = {cell for merge, way in excused.items() if frame[merge] is None for cell in way}
        if len(new) < max(rules.counts) or behind & new.keys():
            return None
    return made(move, slid, gained, new, usual=rules.merging is USUAL.merging)


def _unfinished(rules: Rules, before: Board, columns: int, move: Move | None, frame: Frame) -> Seen:
    """SLIDING where each line shows some of its tiles in their order and nothing else, or all of them as they have
    slid. A busy program may stop for seconds before it shows what has merged, or the new tile.
    """
    if move is None:
        return Seen.UNKNOWN
    if tuple(frame) == rules.slide(before, columns, move)[0]:
        return Seen.SLIDING
    for line in lines(len(before) // columns, columns, move):
        old = iter([before[cell] for cell in line])  # each look takes what it passes
        if not all(any(tile == frame[cell] for tile in old) for cell in line if frame[cell] != 0):
            return Seen.UNKNOWN
    return Seen.SLIDING


def _with_unseen(rules: Rules, before: Board, columns: int, move: Move, frame: Frame) -> Step | None:
    """The step, if the move leads to the frame's board plus one tile that is not shown yet: some games draw their board
    before they put the new tile on it. Slides and merges keep the sum of all tiles.
    """
    board = tuple(seen for seen in frame if seen is not None)
    value = sum(board) - sum(before)
    cells = empty(before) if value in {spawn for spawn, _ in rules.spawns} else []
    for cell in cells:
        whole = with_tile(before, cell, value)
        slid, gained = rules.slide(whole, columns, move)
        if slid == board != whole:
            return made(move, board, gained, {}, usual=False)
    return None


def _new(frame: Frame, slid: Board, excused: Collection[int], values: Collection[int]) -> dict[int, int] | None:
    """The new tiles with these values, by cell; None where the rest of the frame is not the slid board."""
    new: dict[int, int] = {}
    for cell, (seen, value) in enumerate(zip(frame, slid, strict=True)):
        if seen == value or (seen is None and cell in excused):
            continue
        if value or seen is None or seen not in values:
            return None
        new[cell] = seen
    return new


def made(move: Move, slid: Board, gained: int, new: dict[int, int], *, usual: bool) -> Step:
    """The step to the slid board with these new tiles. Its `spawn` is given where the usual rules lead there."""
    board = tuple(new.get(cell, value) for cell, value in enumerate(slid))
    usual = usual and len(new) == 1 and set(new.values()) <= {value for value, _ in USUAL.spawns}
    return Step(Seen.MOVED, board, move, next(iter(new.items())) if usual else None, gained)


def ghostly(before: Board, columns: int, move: Move, spawn: tuple[int, int]) -> bool:
    """Whether the new tile may be an old one of its value that passes through this cell, or has not left it yet."""
    cell, value = spawn
    line = next(line for line in lines(len(before) // columns, columns, move) if cell in line)
    return any(before[one] == value for one in line[line.index(cell) :])


def merged(rules: Rules, before: Board, columns: int, move: Move) -> dict[int, frozenset[int]]:
    """The cells in which two tiles become one, each with the cells through which tiles come on the way."""
    found: dict[int, frozenset[int]] = {}
    if rules.merging is not USUAL.merging:
        return found  # then each merged tile has to be seen
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


def explained(rules: Rules, before: Board, columns: int, move: Move, board: Board) -> tuple[Rules, Step] | None:
    """The rules nearest to `rules` by which `move` leads from `before` to `board`, and the step; None where no rules
    do.
    """
    found = _merging(rules, before, columns, move, board)
    if found or move not in rules.moves(before, columns):
        return found
    late = _with_unseen(rules, before, columns, move, board)
    return (replace(rules, unseen=True), late) if late else None


def _merging(rules: Rules, before: Board, columns: int, move: Move, board: Board) -> tuple[Rules, Step] | None:
    """The same, among rules by which other tiles merge or other new tiles come."""
    for merging in (rules.merging, *(one for one in Merging if one is not rules.merging)):
        found = replace(rules, merging=merging)
        slid, gained = found.slide(before, columns, move)
        if slid == before:
            continue
        new = {cell: seen for cell, (seen, value) in enumerate(zip(board, slid, strict=True)) if seen != value}
        fewest = int(merging is Merging.ONE_STEP)  # without a new tile, this may be a slide on its way
        if fewest <= len(new) <= MOST_NEW and not any(slid[cell] for cell in new):
            step = made(move, slid, gained, new, usual=merging is USUAL.merging)
            return _with(found, sorted(new.values())), step
    return None


def _with(rules: Rules, new: Sequence[int]) -> Rules:
    """The rules, widened by these new tiles. Rules in which no tile comes are never assumed: some tiles come late."""
    spawns, known = rules.spawns, {value for value, _ in rules.spawns}
    spawns += tuple((value, RARE) for value in dict.fromkeys(new) if value not in known)
    counts = rules.counts if not new or len(new) in rules.counts else (*rules.counts, len(new))
    return replace(rules, spawns=spawns, counts=counts)
