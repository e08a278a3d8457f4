"""What players call a chain, told by its form."""

from __future__ import annotations

from gridpilot.games.sudoku.techniques.position import Position
from gridpilot.games.sudoku.techniques.step import Link


def name_of(where: Position, links: tuple[Link, ...], *, places: bool) -> str:
    """A chain that contradicts itself: its first and last link lead to what it says of them."""
    inner = links if places else links[1:-1]
    one_digit = len({link.digit for link in links} | {link.other for link in links}) == 1
    if _grouped(links):
        return "grouped-x-chain" if one_digit else "grouped-aic"
    if one_digit:
        return _one_digit(where, inner, places=places)
    return "aic" if places else _several_digits(where, inner)


def _several_digits(where: Position, inner: tuple[Link, ...]) -> str:
    strong = [link for link in inner if link.strong]
    within = [link.start == link.end for link in strong]
    pairs = {where.cells[link.start.bit_length() - 1] for link in strong if link.start == link.end}
    if all(within):
        return "remote-pair" if len(pairs) == 1 else "xy-chain"
    return "w-wing" if within == [True, False, True] and len(pairs) == 1 else "aic"


def _grouped(links: tuple[Link, ...]) -> bool:
    return any(cells & (cells - 1) for link in links for cells in (link.start, link.end))


def loop_name(links: tuple[Link, ...]) -> str:
    if _grouped(links):
        return "grouped-loop"
    if len({link.digit for link in links} | {link.other for link in links}) == 1:
        return "x-cycle"
    return "xy-loop" if all(link.start == link.end for link in links if link.strong) else "aic-loop"


def _one_digit(where: Position, inner: tuple[Link, ...], *, places: bool) -> str:
    if len(inner) == 3 and not places:
        return _turbot(where, inner)
    digit = inner[0].digit
    plain = [link for link in inner if not link.strong and not _conjugate(where, link, digit)]
    return ("simple-colours", "multi-colours")[len(plain)] if len(plain) < 2 else "x-chain"


def _turbot(where: Position, inner: tuple[Link, ...]) -> str:
    """Two strong links and a weak one between them."""
    first, between, last = (_kinds(where, link) for link in inner)
    for line, crossing in ((0, 1), (1, 0)):
        if line in first and line in last and crossing in between:
            return "skyscraper"
        if line in first and crossing in last and 2 in between:
            return "two-string-kite"
    return "turbot-fish"


def _kinds(where: Position, link: Link) -> set[int]:
    """Of the houses that hold both ends: 0 for a row, 1 for a column, 2 for a box. Of a strong link only of those in
    which the digit has no other place.
    """
    ends, sets = link.start | link.end, where.layout.sets
    common = where.layout.common(ends)
    return {
        house // where.size for house in common if not link.strong or where.places[link.digit] & sets[house] == ends
    }


def _conjugate(where: Position, link: Link, digit: int) -> bool:
    ends = link.start | link.end
    return any(where.places[digit] & where.layout.sets[house] == ends for house in where.layout.common(ends))
