"""Files of XML: OpenSudoku's collections, and KSudoku's saved games."""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET  # entities, the one danger that a small file can be, are refused

from gridpilot.errors import GridpilotError
from gridpilot.games.sudoku import grid
from gridpilot.games.sudoku.formats.puzzle import Found, Puzzle, clues, found, of_values, usual
from gridpilot.games.sudoku.grid import NINE, Shape
from gridpilot.texts import puzzle_words

OPEN_SUDOKU, K_SUDOKU = "OpenSudoku", "KSudoku"
ROOT = re.compile(r"\s*(?:<\?.*?\?>\s*|<!DOCTYPE(?:[^>\[]|\[.*?\])*>\s*|<!--.*?-->\s*)*<([A-Za-z][\w-]*)", re.DOTALL)


def read(text: str) -> list[Found] | None:
    """None where it is no XML."""
    root = ROOT.match(text)
    if root is None:
        return None
    kind = {"opensudoku": OPEN_SUDOKU, "ksudoku": K_SUDOKU}.get(root[1].lower())
    if kind is None:
        return [Found(1, GridpilotError(*puzzle_words.unknown_file(root[1])))]
    try:
        tree = None if "<!ENTITY" in text.upper() else ET.fromstring(text.lstrip())  # noqa: S314 - see the import
    except (ET.ParseError, ValueError):
        tree = None
    if tree is None:
        return [Found(1, GridpilotError(*puzzle_words.not_whole(kind)))]
    lines = [text.count("\n", 0, game.start()) + 1 for game in re.finditer(r"<game\b", text)]
    reader = _open_sudoku if kind == OPEN_SUDOKU else _k_sudoku
    games = zip(lines, tree.iter("game"), strict=False)
    return [found(line, lambda game=game: reader(game)) for line, game in games]  # type: ignore[misc]


def _open_sudoku(game: ET.Element) -> Puzzle:
    """Digits, 0 for a blank; or, of a game that was begun, "version: 3" and for each cell its digit, notes and whether
    it can be edited: 5|0|0| .
    """
    data = game.get("data") or game.get("cells_data") or ""
    told = re.fullmatch(r"version: (\d)\s+(.*)", data.strip(), re.DOTALL)
    if told is None:
        return of_values(OPEN_SUDOKU, data.strip(), NINE)
    fields = [part for part in told[2].strip().split("|") if part]
    each = len(fields) // 81
    if each < 3 or len(fields) != 81 * each:
        raise GridpilotError(*puzzle_words.not_whole(OPEN_SUDOKU))
    cells = [(fields[at], fields[at + each - 1] == "0") for at in range(0, len(fields), each)]
    return of_values(OPEN_SUDOKU, clues([(value.replace("0", ""), given) for value, given in cells]), NINE)


def _k_sudoku(game: ET.Element) -> Puzzle:
    """Its cells go column by column; b is 1, c is 2. What the player has entered is in the history, apart."""
    graph = game.find("puzzle/graph")
    if graph is None:
        raise GridpilotError(*puzzle_words.not_whole(K_SUDOKU))
    shape = usual(K_SUDOKU, graph.get("order"))
    size = shape.size
    if graph.get("type") != "sudoku":
        shape = _of_groups(graph, shape)
    cells = (game.findtext("puzzle/values") or "").strip()
    values = [0 if sign == "_" else ord(sign) - ord("a") for sign in cells]
    if len(values) != size**2:
        raise GridpilotError(*puzzle_words.not_whole(K_SUDOKU))
    return of_values(K_SUDOKU, [values[size * (at % size) + at // size] for at in range(size**2)], shape)


def _of_groups(graph: ET.Element, shape: Shape) -> Shape:
    """The shape that groups of cells make. Raises GridpilotError where they are more than rows, columns and regions."""
    size = shape.size
    lines = {frozenset(range(start, start + size)) for start in range(0, size**2, size)}
    lines |= {frozenset(range(start, size**2, size)) for start in range(size)}
    told = _groups(graph, shape, lines)
    regions = told - lines
    names = {cell: number for number, region in enumerate(sorted(map(sorted, regions))) for cell in region}
    apart = sum(map(len, regions)) == size**2 and set(names) == set(range(size**2))
    if not _is_plane(graph, size) or not lines <= told or not apart:
        raise GridpilotError(*puzzle_words.variant(K_SUDOKU, [_rules(graph)]))
    return grid.shape_of([names[size * (at % size) + at // size] for at in range(size**2)])


def _is_plane(graph: ET.Element, size: int) -> bool:
    """Whether it is one square of cells, in which nothing but groups is told."""
    sides = graph.get("sizeX"), graph.get("sizeY"), graph.get("sizeZ")
    return sides == (str(size), str(size), "1") and {child.tag for child in graph} <= {"sudokugroups", "clique"}


def _groups(graph: ET.Element, shape: Shape, lines: set[frozenset[int]]) -> set[frozenset[int]]:
    """All that are told; `lines`: rows and columns."""
    told: set[frozenset[int]] = set()
    for group in graph.findall("sudokugroups"):
        told |= lines | (_boxes(shape) if group.get("withblocks", "1") == "1" else set())
    for clique in graph.findall("clique"):
        told.add(frozenset(int(word) for word in (clique.text or "").split() if word.isdecimal() and len(word) < 4))
    return told


def _rules(graph: ET.Element) -> str:
    """What a variant is told by."""
    if graph.find("cage") is not None:
        return "killercage"
    told = (graph.get("specific-type") or "", graph.get("type") or "")
    return next((name.lower() for name in told if name.lower() in puzzle_words.VARIANTS), "extraregion")


def _boxes(shape: Shape) -> set[frozenset[int]]:
    boxes = grid.regions_of(shape)
    return {frozenset(cell for cell, box in enumerate(boxes) if box == number) for number in set(boxes)}
