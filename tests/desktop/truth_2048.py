"""The rules of 2048, to hold a game and gridpilot's account of it against. None of it comes from gridpilot."""

import json
from pathlib import Path

Board = tuple[int, ...]


def slid(line: Board) -> Board:
    """A line slid to its front."""
    tiles, result = [value for value in line if value], []
    while tiles:
        value = tiles.pop(0)
        if tiles and tiles[0] == value:
            value += tiles.pop(0)
        result.append(value)
    return (*result, *[0] * (len(line) - len(result)))


def after(board: Board, columns: int, way: str) -> Board:
    """The board after a slide to u, r, d or l, before a tile appears."""
    lines = [board[at : at + columns] for at in range(0, len(board), columns)]
    lines = list(zip(*lines, strict=True)) if way in "ud" else lines
    lines = [slid(line[::-1])[::-1] if way in "rd" else slid(line) for line in lines]
    lines = list(zip(*lines, strict=True)) if way in "ud" else lines
    return tuple(value for line in lines for value in line)


def follows(before: Board, now: Board, columns: int, way: str) -> bool:
    """Whether `now` is `before`, slid, with one new 2 or 4 in an empty cell."""
    changed = [(old, new) for old, new in zip(after(before, columns, way), now, strict=True) if old != new]
    return changed in ([(0, 2)], [(0, 4)])


def believed(record: Path) -> list[Board]:
    """All boards that gridpilot believed in a job, first to last, by the account in its record's folder."""
    story = json.loads((record / "moves.json").read_text("utf-8"))
    boards: list[Board] = []
    for event in story["events"]:
        if isinstance(event, list):
            boards.append(tuple(event))
        elif "board" in event:  # of a game with rules of its own
            boards.append(tuple(event["board"]))
        else:
            board = list(after(boards[-1], story["columns"], event["move"][0]))
            assert board[event["cell"]] == 0, f"a tile appeared where one is: {event}"
            board[event["cell"]] = event["value"]
            boards.append(tuple(board))
    return boards


def read_anew(record: Path) -> int:
    """How often in a job the sight of the board was lost, and it was read as if for the first time."""
    events = json.loads((record / "moves.json").read_text("utf-8"))["events"]
    return sum(isinstance(event, list) for event in events) - 1
