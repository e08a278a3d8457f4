"""What the coach says of a step: where to look, why something follows there, and what follows.

A reason is given in the field's terms, for somebody who does not know the technique yet. `{cells}` and `{also}` stand
for the step's cells, `{digits}` and `{extra}` for its digits, `{one}`, `{two}` and so on for its houses, and `{Chain}`
for its chain of conclusions.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from gridpilot.games.sudoku.techniques.layout import bits
from gridpilot.texts.language import _

if TYPE_CHECKING:
    from gridpilot.games.sudoku.grid import Shape
    from gridpilot.games.sudoku.techniques.position import Candidate
    from gridpilot.games.sudoku.techniques.step import Link, Step

SHOWN_STEPS = 12
"""So many digits of a net are told, and the rest as a number."""

_FISH = _("In {base} all places of {digits} lie in {cover}. Each of the former takes its {digits} from another of the "
          "latter, so these have it nowhere else.")  # fmt: skip
_FINNED = _("But for {also}, all places of {digits} in {base} would lie in {cover}. Either one of these cells is "
            "{digits}, or {cover} have it in {base}: what sees all of them and lies in {cover} is no {digits}.")  # fmt: skip
_NAKED = _("In {one} the cells {cells} have no candidates but {digits}: these digits are used up there.")
_HIDDEN = _("In {one} the digits {digits} have no places but {cells}: nothing else can stand there.")
_DIRECT_HIDDEN = _("In {one} the digits {digits} have no places but {cells}. So {extra} is not there, and only {also} "
                   "is left for it.")  # fmt: skip
_LOOP = _("If the cells {cells} held nothing but {digits}, the two digits could change places all round, and the puzzle "
          "would have two solutions.")  # fmt: skip
_CHAIN = _("{Chain}: so the first assumption is wrong.")
_ROUND = _("{Chain}: the chain comes round. Of each two of its ends that exclude one another one is true, and what sees "
           "both is false.")  # fmt: skip
_AGREED = _("Whichever of {candidates} is true, the chains from all of them agree.")
_NET = _("If {assumed}, digits follow one by one ({net}), until {end}.")

TECHNIQUES: dict[str, tuple[str, str]] = {
    "full-house": (_("full house"), _("{One} has one blank cell left, {cells}, and only {digits} is missing.")),
    "hidden-single-box": (_("hidden single in a box"), _("In {one} only {cells} can be {digits}: elsewhere a {digits} sees it.")),
    "hidden-single-line": (_("hidden single in a line"), _("In {one} only {cells} can be {digits}: elsewhere a {digits} sees it.")),
    "naked-single": (_("naked single"), _("In {cells} only {digits} is possible: all other digits stand in its row, column or box.")),
    "pointing": (_("pointing"), _("In {one} the {digits} must be in {two}, at {cells}: so no other cell of {two} can be {digits}.")),
    "claiming": (_("claiming"), _("In {one} the {digits} must be in {two}, at {cells}: so no other cell of {two} can be {digits}.")),
    "direct-pointing": (_("pointing, then a single"), _("In {one} the {digits} must be in {two}, at {cells}. That leaves {three} one place for it, {also}.")),
    "direct-claiming": (_("claiming, then a single"), _("In {one} the {digits} must be in {two}, at {cells}. That leaves {three} one place for it, {also}.")),
    "direct-hidden-pair": (_("hidden pair, then a single"), _DIRECT_HIDDEN),
    "direct-hidden-triple": (_("hidden triple, then a single"), _DIRECT_HIDDEN),
    "naked-pair": (_("naked pair"), _NAKED),
    "naked-triple": (_("naked triple"), _NAKED),
    "naked-quad": (_("naked quad"), _NAKED),
    "hidden-pair": (_("hidden pair"), _HIDDEN),
    "hidden-triple": (_("hidden triple"), _HIDDEN),
    "hidden-quad": (_("hidden quad"), _HIDDEN),
    "x-wing": (_("X-wing"), _FISH),
    "swordfish": (_("swordfish"), _FISH),
    "jellyfish": (_("jellyfish"), _FISH),
    "finned-x-wing": (_("finned X-wing"), _FINNED),
    "finned-swordfish": (_("finned swordfish"), _FINNED),
    "finned-jellyfish": (_("finned jellyfish"), _FINNED),
    "sashimi-x-wing": (_("sashimi X-wing"), _FINNED),
    "sashimi-swordfish": (_("sashimi swordfish"), _FINNED),
    "sashimi-jellyfish": (_("sashimi jellyfish"), _FINNED),
    "xy-wing": (_("XY-wing"), _("{pivot} holds two digits; whichever it is, one of {also} becomes {last}. What sees both is no {last}.")),
    "xyz-wing": (_("XYZ-wing"), _("Whichever digit {pivot} is, it or one of {also} is {last}. What sees all three is no {last}.")),
    "unique-rectangle-1": (_("unique rectangle, type 1"), _LOOP + _(" Only {also} can hold something else, so it does.")),
    "unique-rectangle-2": (_("unique rectangle, type 2"), _LOOP + _(" So one of {also} is {extra}, and what sees all of them is not.")),
    "unique-rectangle-3": (_("unique rectangle, type 3"), _LOOP + _(" So one further digit is in the loop; as one cell it makes a naked set of {extra} with other cells of {one}, among {also}.")),
    "unique-rectangle-4": (_("unique rectangle, type 4"), _LOOP + _(" In {one} one of {also} must be {first}, so neither may be {second}.")),
    "unique-rectangle-5": (_("unique rectangle, type 5"), _LOOP + _(" So one of {also} is {extra}, and what sees all of them is not.")),
    "unique-rectangle-6": (_("unique rectangle, type 6"), _LOOP + _(" In {one} and {two} only its corners can be {first}: a {first} in {also} would settle all four that way.")),
    "hidden-rectangle": (_("hidden rectangle"), _LOOP + _(" In {one} and {two} only corners can be {first}: a {second} in {also} would settle all four that way.")),
    "unique-loop-1": (_("unique loop, type 1"), _LOOP + _(" Only {also} can hold something else, so it does.")),
    "unique-loop-2": (_("unique loop, type 2"), _LOOP + _(" So one of {also} is {extra}, and what sees all of them is not.")),
    "unique-loop-3": (_("unique loop, type 3"), _LOOP + _(" So one further digit is in the loop; as one cell it makes a naked set of {extra} with other cells of {one}, among {also}.")),
    "unique-loop-4": (_("unique loop, type 4"), _LOOP + _(" In {one} one of {also} must be {first}, so neither may be {second}.")),
    "bug-1": (_("BUG+1"), _("All blank cells but {cells} have two candidates, and all digits two places in each house. If {cells} had two as well, there would be two solutions or none: so it is its extra digit.")),
    "bug-2": (_("BUG, type 2"), _("But for {digits} in {cells}, all blank cells would have two candidates, and there would be two solutions or none: so one of these is {digits}.")),
    "bug-3": (_("BUG, type 3"), _("But for extra digits in {cells}, all blank cells would have two candidates. One of these is true, and as one cell they make a naked set of {digits} with {also} in {one}.")),
    "bug-4": (_("BUG, type 4"), _("But for extra digits in {cells}, all blank cells would have two candidates. In {one} one of the two is {digits}, so the other is its extra digit.")),
    "aligned-pair": (_("aligned pair exclusion"), _("{cells} cannot take any two digits that leave one of {also} nothing. For some of their candidates no partner is left.")),
    "skyscraper": (_("skyscraper"), _CHAIN),
    "two-string-kite": (_("two-string kite"), _CHAIN),
    "turbot-fish": (_("turbot fish"), _CHAIN),
    "empty-rectangle": (_("empty rectangle"), _("In {one} all places of {digits} are in {two} or {three}. If it is in {two}, {four} has it away from there, which leads to the same as {three}.")),
    "simple-colours": (_("simple colours"), _CHAIN),
    "multi-colours": (_("multi-colours"), _CHAIN),
    "x-chain": (_("X-chain"), _CHAIN),
    "xy-chain": (_("XY-chain"), _CHAIN),
    "remote-pair": (_("remote pair"), _CHAIN),
    "w-wing": (_("W-wing"), _CHAIN),
    "aic": (_("alternating inference chain"), _CHAIN),
    "grouped-x-chain": (_("grouped X-chain"), _CHAIN),
    "grouped-aic": (_("grouped alternating inference chain"), _CHAIN),
    "x-cycle": (_("X-cycle"), _ROUND),
    "xy-loop": (_("XY-loop"), _ROUND),
    "aic-loop": (_("continuous loop"), _ROUND),
    "grouped-loop": (_("grouped continuous loop"), _ROUND),
    "wxyz-wing": (_("WXYZ-wing"), _("The cells {cells} and the cells {also} would hold too few digits if both lacked {last}, as {first} is in one of the two only. What sees each {last} of them is none.")),
    "als-xz": (_("almost locked sets, XZ"), _("The cells {cells} and the cells {also} have each one digit more than they are, and {first} is in one of the two only. So {last} is in one of them, and what sees each {last} of both is none.")),
    "als-xy-wing": (_("almost locked sets, XY-wing"), _("The cells {cells} have one digit more than they are, and share {first} with some of {also}, {middle} with the others, where it can be once only. So {last} is in one of the outer sets, and what sees each {last} of both is none.")),
    "sue-de-coq": (_("Sue de Coq"), _("{cells}, where {one} meets {two}, and {also} hold as many digits as cells, {extra}, and none twice: so each of them is used up in its house.")),
    "nishio": (_("Nishio"), _NET),
    "cell-forcing-chain": (_("forcing chains from a cell"), _AGREED),
    "house-forcing-chain": (_("forcing chains from a house"), _AGREED),
    "forcing-net": (_("forcing net"), _NET),
    "wider-net": (_("forcing net with locked candidates"), _NET),
}  # fmt: skip
"""For each technique: its name, and why it holds."""


def name(technique: str) -> str:
    return TECHNIQUES[technique][0]


def where(step: Step, shape: Shape) -> str:
    """The first rung: where to look."""
    if step.houses:
        return _("Look at {houses}.").format(houses=_houses(step.houses, shape))
    if step.technique == "aligned-pair" or len(step.cells) > 4 or not step.digits:
        return _("Look at {cells}, and what they see.").format(cells=_cells(step.cells[:2], shape))
    return _("Look at {digits} around {cell}.").format(
        digits=_and(map(str, step.digits)), cell=shape.cell(step.cells[0])
    )


def why(step: Step, shape: Shape) -> str:
    """The second rung: the technique, and why something follows."""
    told = TECHNIQUES[step.technique][1].format(**_words(step, shape))
    return _("{name} ({rating:.1f}). {told}").format(name=_capital(name(step.technique)), rating=step.rating, told=told)


def what(step: Step, shape: Shape) -> str:
    """The third rung: what follows."""
    told = [_("{cell} is {digit}").format(cell=shape.cell(cell), digit=digit) for cell, digit in step.places]
    for digit in sorted({digit for _cell, digit in step.removes}):
        cells = [cell for cell, each in step.removes if each == digit]
        sentence = _("{cells} is not {digit}") if len(cells) == 1 else _("{cells} are not {digit}")
        told.append(sentence.format(cells=_cells(cells, shape), digit=digit))
    return _("So {told}.").format(told=_and(told))


def rung(step: Step, shape: Shape, number: int) -> str:
    """The hint as far as that rung tells, with all that the rungs before it tell."""
    if number == 1:
        return where(step, shape)
    return why(step, shape) if number == 2 else f"{why(step, shape)} {what(step, shape)}"


def house(number: int, shape: Shape) -> str:
    kind, at = divmod(number, shape.size)
    words = (_("row {number}"), _("column {number}"), _("region {number}") if shape.regions else _("box {number}"))
    return words[kind].format(number=at + 1)


def _houses(numbers: Iterable[int], shape: Shape) -> str:
    """The houses in words, for example: rows 3 and 5 and box 2."""
    kinds: dict[int, list[int]] = {}
    for number in dict.fromkeys(numbers):
        kinds.setdefault(number // shape.size, []).append(number)
    several = (_("rows {n}"), _("columns {n}"), _("regions {n}") if shape.regions else _("boxes {n}"))
    return _and(
        several[kind].format(n=_and(str(each % shape.size + 1) for each in sorted(found)))
        if len(found) > 1
        else house(found[0], shape)
        for kind, found in kinds.items()
    )


def _words(step: Step, shape: Shape) -> dict[str, str]:
    houses = [house(number, shape) for number in step.houses]
    half = len(houses) // 2
    words = dict(zip(("one", "two", "three", "four"), houses, strict=False))
    digits = [*map(str, step.digits), "", ""]
    return words | {
        "One": _capital(houses[0]) if houses else "",
        "base": _houses(step.houses[:half], shape),
        "cover": _houses(step.houses[half:], shape),
        "cells": _cells(step.cells, shape),
        "also": _cells(step.also, shape),
        "pivot": _cells(step.cells[:1], shape),
        "digits": _and(map(str, step.digits)),
        "extra": _and(map(str, step.extra)),
        "first": str(step.extra[0]) if len(step.extra) > 1 else digits[0],
        "second": str(step.extra[-1]) if step.extra else "",
        "middle": digits[1],
        "last": str(step.digits[-1]) if step.digits else "",
        "candidates": _or(_candidates(step.candidates, shape)),
        "Chain": _capital(_chain(step.links, shape)),
        "assumed": _and(_candidates(step.candidates[:1], shape)),
        "net": _net(step.candidates[1:], shape),
        "end": _end(step, shape),
    }


def _chain(links: Sequence[Link], shape: Shape) -> str:
    """The chain of conclusions in words, for example: if this is true, that is not; so a third is."""
    if not links:
        return ""
    first = links[0]
    told = [_("if {spot}").format(spot=_spot(first.start, first.digit, shape, true=not first.strong))]
    told += [_spot(link.end, link.other, shape, true=link.strong) for link in links]
    return _(", then ").join(told)


def _spot(cells: int, digit: int, shape: Shape, *, true: bool) -> str:
    names = _or([str(shape.cell(cell)) for cell in bits(cells)])
    return (_("{cells} is {digit}") if true else _("{cells} is not {digit}")).format(cells=names, digit=digit)


def _candidates(candidates: Iterable[Candidate], shape: Shape) -> list[str]:
    return [_("{cell} is {digit}").format(cell=shape.cell(cell), digit=digit) for cell, digit in candidates]


def _net(placed: Sequence[Candidate], shape: Shape) -> str:
    told = _candidates(placed[:SHOWN_STEPS], shape)
    if len(placed) > SHOWN_STEPS:
        told.append(_("{count} more").format(count=len(placed) - SHOWN_STEPS))
    return ", ".join(told) if told else _("none is needed")


def _end(step: Step, shape: Shape) -> str:
    if step.extra and step.houses:
        return _("{house} has no place for {digit}").format(house=house(step.houses[0], shape), digit=step.extra[0])
    return _("{cell} has no digit left").format(cell=_cells(step.also[:1], shape))


def _cells(cells: Iterable[int], shape: Shape) -> str:
    return _and([str(shape.cell(cell)) for cell in cells])


def _and(words: Iterable[str]) -> str:
    return _joined(list(words), _("{some} and {last}"))


def _or(words: Iterable[str]) -> str:
    return _joined(list(words), _("{some} or {last}"))


def _joined(words: list[str], together: str) -> str:
    return together.format(some=", ".join(words[:-1]), last=words[-1]) if len(words) > 1 else "".join(words)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
