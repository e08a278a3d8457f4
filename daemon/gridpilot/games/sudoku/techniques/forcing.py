"""The last resort: what follows from each candidate of a cell or of a house alike, and candidates that lead to a board
that cannot be.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, pairwise

from gridpilot.games.sudoku.techniques.chains import By, Graph, Walk, graph, longer
from gridpilot.games.sudoku.techniques.layout import bits, digits_in
from gridpilot.games.sudoku.techniques.position import Candidate, Position
from gridpilot.games.sudoku.techniques.step import Link, Step, Steps

CHAINS, NISHIO, NET, WIDER_NET = 8.0, 7.5, 8.5, 9.0


def forcing_chains(where: Position) -> Steps:
    """What chains from all candidates of a cell, or from all places of a digit in a house, agree on."""
    web = graph(where, By.BOTH)
    walks = {node: _whole(web, node) for node in web.nodes}
    reached = {node: (_union(walk, 1), _union(walk, 0)) for node, walk in walks.items()}
    found: list[Step] = []
    for kind, house, sources in _sources(where):
        false = true = -1
        for source in sources:
            false, true = false & reached[source][0], true & reached[source][1]
        agreed = [*((node, 1) for node in bits(false)), *((node, 0) for node in bits(true))]
        found += [_agreed(web, [walks[node] for node in sources], target, kind, house) for target in agreed]
    yield from sorted(found, key=lambda step: step.rating)


def _whole(web: Graph, node: int) -> Walk:
    walk = Walk(node, true=True)
    while walk.levels[-1]:
        walk.on(web)
    return walk


def _union(walk: Walk, start: int) -> int:
    found = 0
    for level in walk.levels[start::2]:
        found |= level
    return found


def _sources(where: Position) -> Iterator[tuple[str, tuple[int, ...], list[int]]]:
    """The candidates one of which is true: of a cell with three or more, and the places of a digit in a house."""
    cells = len(where.board)
    for cell in bits(where.places[0]):
        if where.cells[cell].bit_count() > 2:
            yield "cell-forcing-chain", (), [digit * cells + cell for digit in digits_in(where.cells[cell])]
    for house, inside in enumerate(where.layout.sets):
        for digit in where.digits:
            spread = where.places[digit] & inside
            if spread.bit_count() > 2:
                yield "house-forcing-chain", (house,), [digit * cells + cell for cell in bits(spread)]


def _agreed(web: Graph, walks: list[Walk], target: tuple[int, int], kind: str, house: tuple[int, ...]) -> Step:
    """`target`: a candidate that all walks reach, and 0 where they say that it is true, 1 where false."""
    node, start = target
    depths = [walk.depth(node, start) for walk in walks]
    links = [_links(web, walk.path(web, node, depth)) for walk, depth in zip(walks, depths, strict=True)]
    told, sources = (web.candidate(node),), tuple(web.candidate(walk.source) for walk in walks)
    return Step(
        kind, round(CHAINS + longer(sum(depths) + len(depths)), 1), tuple(dict.fromkeys(cell for cell, _ in sources)),
        house, tuple(dict.fromkeys(digit for _, digit in sources)), sources, tuple(chain.from_iterable(links)),
        places=() if start else told, removes=told if start else (),
    )  # fmt: skip


def _links(web: Graph, path: list[int]) -> Iterator[Link]:
    for at, (start, end) in enumerate(pairwise(path)):
        (cell, digit), (other, second) = web.candidate(start), web.candidate(end)
        yield Link(1 << cell, digit, 1 << other, second, strong=at % 2 == 1)


def nishio(where: Position) -> Steps:
    """A place of a digit that leaves it none in some house, by that digit's places alone."""
    yield from sorted(_nets(where, "nishio", NISHIO), key=_length)


def nets(where: Position) -> Steps:
    """A candidate from which singles alone lead to a cell without digit or a house without place for one."""
    yield from sorted(_nets(where, "forcing-net", NET), key=_length)


def wider_nets(where: Position) -> Steps:
    """The same by singles and locked candidates."""
    yield from sorted(_nets(where, "wider-net", WIDER_NET), key=_length)


def _length(step: Step) -> int:
    """How many digits a net places: the shortest is shown. No part of the rating, as it depends on where one begins."""
    return len(step.candidates)


def _nets(where: Position, name: str, rating: float) -> Steps:
    places = [0, *(_standing(where, digit) | where.places[digit] for digit in where.digits)]
    for digit in where.digits:
        digits = (digit,) if name == "nishio" else tuple(where.digits)
        for cell in bits(where.places[digit]):
            net = Net(where, places, digits, locked=name == "wider-net")
            end = net.contradiction(cell, digit)
            if end is not None:
                yield Step(
                    name, rating, (cell,), end.houses, (digit,),
                    tuple(net.placed), removes=((cell, digit),), also=end.cells, extra=end.digits,
                )  # fmt: skip


def _standing(where: Position, digit: int) -> int:
    return sum(1 << cell for cell, each in enumerate(where.board) if each == digit)


@dataclass(frozen=True, slots=True)
class End:
    """What cannot be: a cell without digits, or a house without place for one."""

    cells: tuple[int, ...] = ()
    houses: tuple[int, ...] = ()
    digits: tuple[int, ...] = ()


class Net:
    """What follows from one candidate, all that is certain at a time; `placed` are the digits that it places, in that
    order. `places`: by digit where it stands or may stand; `digits`: those that are looked at.
    """

    def __init__(self, where: Position, places: list[int], digits: tuple[int, ...], *, locked: bool) -> None:
        self._layout, self._digits, self._locked = where.layout, digits, locked
        self._places = places.copy()
        self._looked = [0 if digit in digits else places[digit] for digit in range(len(places))]
        self._open = where.places[0]
        self.placed: list[Candidate] = []

    def contradiction(self, cell: int, digit: int) -> End | None:
        self._place(1 << cell, digit)
        while True:
            end = self._naked() if len(self._digits) > 1 else None
            end = end or self._hidden_anywhere()
            if end is not None or self._places == self._looked:
                return end

    def _hidden_anywhere(self) -> End | None:
        """Looks at what has changed; in a wider net at locked candidates, too, once nothing has."""
        changed = [each for each in self._digits if self._places[each] != self._looked[each]]
        for each in changed:
            self._looked[each] = self._places[each]
            if end := self._hidden(each):
                return end
        if self._locked and self._places == self._looked:
            for each in self._digits:
                self._lock(each)
        return None

    def _place(self, cell: int, digit: int) -> None:
        """Puts the digit there, and takes it from all that the cell sees."""
        number = cell.bit_length() - 1
        self.placed.append((number, digit))
        self._open &= ~cell
        for other in self._digits:
            self._places[other] &= ~cell
        self._places[digit] = self._places[digit] & ~self._layout.seen[number] | cell

    def _naked(self) -> End | None:
        once = twice = 0
        for left in self._places:
            twice |= once & left
            once |= left
        if empty := ~once & (1 << len(self._layout.seen)) - 1:
            return End(cells=((empty & -empty).bit_length() - 1,))
        if single := once & ~twice & self._open:
            for digit in self._digits:
                for cell in bits(self._places[digit] & single):
                    if self._places[digit] >> cell & 1:
                        self._place(1 << cell, digit)
        return None

    def _hidden(self, digit: int) -> End | None:
        for house, inside in enumerate(self._layout.sets):
            left = self._places[digit] & inside
            if not left & (left - 1):
                if not left:
                    return End(houses=(house,), digits=(digit,))
                if left & self._open:
                    self._place(left, digit)
        return None

    def _lock(self, digit: int) -> None:
        sets = self._layout.sets
        for box, line, shared in self._layout.crossings:
            if not self._places[digit] & sets[box] & ~shared:
                self._places[digit] &= ~(sets[line] & ~shared)
            if not self._places[digit] & sets[line] & ~shared:
                self._places[digit] &= ~(sets[box] & ~shared)
