"""Chains: if this candidate is true that one is false, so a third is true ... until the first contradicts itself, or
the chain comes round.

A candidate is one bit of a number, its digit times the number of cells plus its cell; so the links from all of them at
once are a few operations. All chains grow by one link at a time from every candidate; the first that tell something
are the shortest, whatever the cells and digits are called.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from itertools import pairwise, product

from gridpilot.games.sudoku.techniques.chain_names import loop_name, name_of
from gridpilot.games.sudoku.techniques.layout import as_set, bits, digits_in
from gridpilot.games.sudoku.techniques.position import Candidate, Position
from gridpilot.games.sudoku.techniques.step import Link, Step, Steps

LONGEST = 60
"""Links. Sudoku Explainer's longest that were seen in 1,500 ratings had 21."""


TURBOT = 3
"""Links of the shortest chain of one digit."""


class By(Enum):
    """What a chain may use: one digit's places, cells with two candidates, both; or cells of a box in one line, too, as
    one place of a digit.
    """

    PLACES = "x"
    CELLS = "y"
    BOTH = "xy"
    GROUPS = "groups"


@dataclass(frozen=True, slots=True)
class Graph:
    """By candidate, those that are false if it is true (`weak`), and those that are true if it is false (`strong`).
    `groups`: by number, beyond all candidates, the places of a digit that count as one, and the digit.
    """

    cells: int
    nodes: tuple[int, ...]
    weak: dict[int, int]
    strong: dict[int, int]
    linked: int
    groups: dict[int, tuple[int, int]]

    def candidate(self, node: int) -> Candidate:
        digit, cell = divmod(node, self.cells)
        return cell, digit

    def spot(self, node: int) -> tuple[int, int]:
        """A set of cells, of one for a candidate, and the digit."""
        if node in self.groups:
            return self.groups[node]
        digit, cell = divmod(node, self.cells)
        return 1 << cell, digit


def graph(where: Position, by: By) -> Graph:
    cells = len(where.board)
    weak, strong = {}, {}
    for digit in where.digits:
        for cell in bits(where.places[digit]):
            node = digit * cells + cell
            weak[node] = (where.places[digit] & where.layout.seen[cell]) << digit * cells
            strong[node] = 0
    nodes = tuple(weak)
    if by is not By.PLACES:
        _link_cells(where, weak, strong)
    if by is not By.CELLS:
        _link_places(where, strong)
    groups = _add_groups(where, weak, strong) if by is By.GROUPS else {}
    linked = sum(1 << node for node, links in strong.items() if links)
    return Graph(cells, nodes, weak, strong, linked, groups)


def _link_cells(where: Position, weak: dict[int, int], strong: dict[int, int]) -> None:
    """The candidates of a cell; two that are all of them."""
    cells = len(where.board)
    for cell in bits(where.places[0]):
        own = [digit * cells + cell for digit in digits_in(where.cells[cell])]
        every = as_set(own)
        for node in own:
            weak[node] |= every & ~(1 << node)
        if len(own) == 2:
            strong[own[0]] |= 1 << own[1]
            strong[own[1]] |= 1 << own[0]


def _link_places(where: Position, strong: dict[int, int]) -> None:
    """Two places that are all of a digit in a house."""
    cells = len(where.board)
    for digit in where.digits:
        for inside in where.layout.sets:
            two = where.places[digit] & inside
            if two.bit_count() == 2:
                one, other = bits(two)
                strong[digit * cells + one] |= 1 << digit * cells + other
                strong[digit * cells + other] |= 1 << digit * cells + one


def _group_spots(where: Position) -> Iterator[tuple[int, int]]:
    """Several places of a digit that a box and a line share."""
    for digit in where.digits:
        for inside in dict.fromkeys(where.places[digit] & shared for _, _, shared in where.layout.crossings):
            if inside & (inside - 1):
                yield inside, digit


def _add_groups(where: Position, weak: dict[int, int], strong: dict[int, int]) -> dict[int, tuple[int, int]]:
    cells = len(where.board)
    numbers = {spot: (where.size + 1) * cells + at for at, spot in enumerate(_group_spots(where))}
    for (inside, digit), number in numbers.items():
        seen = where.seeing(digit, inside)
        others = as_set(at for (cells_of, same), at in numbers.items() if same == digit and not cells_of & ~seen)
        weak[number] = seen << digit * cells | others
        for cell in bits(seen):
            weak[digit * cells + cell] |= 1 << number
    _link_groups(where, numbers, strong)
    return {number: spot for spot, number in numbers.items()}


def _link_groups(where: Position, numbers: dict[tuple[int, int], int], strong: dict[int, int]) -> None:
    """A group, and the candidate or group that is the rest of a digit's places in a house."""
    strong.update((number, 0) for number in numbers.values())
    for (inside, digit), number in numbers.items():
        for house in where.layout.common(inside):
            rest = where.places[digit] & where.layout.sets[house] & ~inside
            single = digit * len(where.board) + rest.bit_length() - 1
            if rest and not rest & (rest - 1):
                strong[number] |= 1 << single
                strong[single] |= 1 << number
            elif (rest, digit) in numbers:
                strong[number] |= 1 << numbers[rest, digit]


def longer(nodes: int) -> float:
    """What a chain's length adds to its rating: 0.1 for each step of 4, 6, 8, 12, 16 ... nodes beyond the first two."""
    added, limit, odd = 0, 4, False
    while nodes - 2 > limit:
        added += 1
        limit = limit * 4 // 3 if odd else limit * 3 // 2
        odd = not odd
    return added / 10


class Walk:
    """What follows from one candidate, by number of links. `levels` are sets of candidates, false and true in turns."""

    __slots__ = ("_seen", "levels", "source", "true")

    def __init__(self, source: int, *, true: bool) -> None:
        self.source, self.true = source, true
        self.levels = [1 << source]
        self._seen = [1 << source, 0]

    def on(self, web: Graph) -> int:
        """One link further: what is new."""
        depth = len(self.levels)
        weak = (depth % 2 == 1) is self.true
        frontier, links, found = self.levels[-1], web.weak if weak else web.strong, 0
        for node in bits(frontier if weak else frontier & web.linked):
            found |= links[node]
        found &= ~self._seen[depth % 2]
        self._seen[depth % 2] |= found
        self.levels.append(found)
        return found

    def depth(self, node: int, start: int) -> int:
        """By how many links it is reached; `start`: 0 if it is as true as the source, 1 if not."""
        return next(at for at in range(start, len(self.levels), 2) if self.levels[at] >> node & 1)

    def path(self, web: Graph, target: int, depth: int) -> list[int]:
        """A way to what was reached by so many links, from the source on."""
        return next(self.ways(web, target, depth))

    def ways(self, web: Graph, target: int, depth: int) -> Iterator[list[int]]:
        """All such ways."""
        if not depth:
            yield [target]
            return
        links = web.weak if (depth % 2 == 1) is self.true else web.strong
        for before in bits(links[target] & self.levels[depth - 1]):
            for way in self.ways(web, before, depth - 1):
                yield [*way, target]


@dataclass(frozen=True, slots=True)
class Kind:
    """What is looked for, and the ratings of the shortest possible ones that come round, and that contradict
    themselves; without the latter only loops count. `every`: longer ones, too, where shorter ones tell something.
    """

    by: By
    loops: float
    forcing: float | None
    every: bool = False

    def enough(self, best: float, nodes: int) -> bool:
        """Whether no chain of so many nodes can be easier than the best one, and so need not be looked for."""
        return not self.every and best <= min(self.loops, self.forcing or self.loops) + longer(nodes)


RATED = {By.PLACES: (6.5, 6.6), By.CELLS: (6.5, 7.0), By.BOTH: (7.0, 7.0), By.GROUPS: (7.2, 7.2)}
"""Loops, and chains that contradict themselves."""


def short_chains(where: Position) -> Steps:
    """Those of one digit, and loops of cells with two candidates: easier than chains of both."""
    loops, _ = RATED[By.CELLS]
    found = [*_told(where, Kind(By.PLACES, *RATED[By.PLACES])), *_told(where, Kind(By.CELLS, loops, None))]
    yield from sorted(found, key=_ease)


def _ease(step: Step) -> tuple[float, bool]:
    """Of equal ones, those with a name of their own come before the others of their length."""
    return step.rating, step.technique == "turbot-fish"


def chains(where: Position) -> Steps:
    yield from _told(where, Kind(By.BOTH, *RATED[By.BOTH]))


def grouped_chains(where: Position) -> Steps:
    yield from _told(where, Kind(By.GROUPS, *RATED[By.GROUPS]))


def every(where: Position, by: By) -> Steps:
    """Chains of any length, for somebody who asks for no other technique."""
    yield from _told(where, Kind(by, *RATED[by], every=True))


def _told(where: Position, kind: Kind) -> Steps:
    """The shortest chains of a kind. Each begins with a candidate taken for false, and ends with one that is true then:
    what is linked with both is false in any case.
    """
    web = graph(where, kind.by)
    walks = [Walk(node, true=False) for node in bits(web.linked)]
    best = 99.0
    for depth in range(1, LONGEST, 2):
        walks = [walk for walk in walks if _grown(web, walk)]
        if not walks or kind.enough(best, depth + 1):
            return
        found = [step for walk in walks for step in _at_ends(where, web, walk, kind)]
        yield from sorted(found, key=_ease)
        best = min([best, *(step.rating for step in found)])


def _grown(web: Graph, walk: Walk) -> bool:
    """Lets it grow to the next candidates that are true; whether there are new ones."""
    return (len(walk.levels) == 1 or bool(walk.on(web))) and bool(walk.on(web))


def _at_ends(where: Position, web: Graph, walk: Walk, kind: Kind) -> Steps:
    """What the new ends of a walk tell: the loop, the contradiction, or that the candidate it began with is true."""
    source, depth = walk.source, len(walk.levels) - 1
    singles = (1 << (where.size + 1) * web.cells) - 1
    if kind.forcing and walk.levels[depth] & singles & 1 << source:
        yield _certain(where, web, walk.path(web, source, depth), kind.forcing)
    for end in bits(walk.levels[depth] >> source + 1 << source + 1):
        if lost := web.weak[source] & web.weak[end] & singles:
            if web.weak[source] >> end & 1 and len(set(path := walk.path(web, end, depth))) == len(path):
                yield _loop(where, web, path, kind.loops)
            if kind.forcing:
                yield from _contradictions(where, web, _ways(web, walk, end, kind), bits(lost), kind.forcing)


def _ways(web: Graph, walk: Walk, end: int, kind: Kind) -> list[list[int]]:
    """One way to the newest end; of the shortest with one digit all, as players have names for some of them."""
    depth = len(walk.levels) - 1
    if kind.by is By.PLACES and depth == TURBOT:
        return list(walk.ways(web, end, depth))
    return [walk.path(web, end, depth)]


def _certain(where: Position, web: Graph, path: list[int], base: float) -> Step:
    links = _links(web, path, strong=True)
    return Step(
        name_of(where, links, places=True), round(base + longer(len(path)), 1), _cells(web, path),
        digits=_digits(web, path), candidates=_candidates(web, path), links=links,
        places=(web.candidate(path[0]),),
    )  # fmt: skip


def _contradictions(where: Position, web: Graph, ways: list[list[int]], targets: list[int], base: float) -> Steps:
    for path, target in product(ways, targets):
        yield _contradiction(where, web, [target, *path, target], base)


def _contradiction(where: Position, web: Graph, path: list[int], base: float) -> Step:
    links, inner = _links(web, path, strong=False), path[1:-1]
    return Step(
        name_of(where, links, places=False), round(base + longer(len(path)), 1), _cells(web, inner),
        digits=_digits(web, path), candidates=_candidates(web, inner), links=links,
        removes=(web.candidate(path[0]),),
    )  # fmt: skip


def _loop(where: Position, web: Graph, path: list[int], base: float) -> Step:
    """What sees both ends of one of its weak links goes: one of the two is true."""
    links = _links(web, [*path, path[0]], strong=True)
    removes = tuple(sorted({lost for link in links if not link.strong for lost in _beside(where, link)}))
    return Step(
        loop_name(links), round(base + longer(len(path)), 1), _cells(web, path), digits=_digits(web, path),
        candidates=_candidates(web, path), links=links, removes=removes,
    )  # fmt: skip


def _beside(where: Position, link: Link) -> list[Candidate]:
    """What both ends of a weak link see."""
    if link.digit != link.other:
        cell = link.start.bit_length() - 1
        return [(cell, each) for each in digits_in(where.cells[cell] & ~(1 << link.digit | 1 << link.other))]
    return [(each, link.digit) for each in bits(where.seeing(link.digit, link.start | link.end))]


def _links(web: Graph, path: list[int], *, strong: bool) -> tuple[Link, ...]:
    """The first link is a strong one or not, then they take turns."""
    links = []
    for start, end in pairwise(path):
        links.append(Link(*web.spot(start), *web.spot(end), strong))
        strong = not strong
    return tuple(links)


def _candidates(web: Graph, path: list[int]) -> tuple[Candidate, ...]:
    spots = [web.spot(node) for node in dict.fromkeys(path)]
    return tuple((cell, digit) for cells, digit in spots for cell in bits(cells))


def _cells(web: Graph, path: list[int]) -> tuple[int, ...]:
    return tuple(dict.fromkeys(cell for cell, _ in _candidates(web, path)))


def _digits(web: Graph, path: list[int]) -> tuple[int, ...]:
    return tuple(sorted({web.spot(node)[1] for node in path}))
