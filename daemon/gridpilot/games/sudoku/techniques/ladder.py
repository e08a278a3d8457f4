"""The techniques in order of difficulty, and the ways to climb: the next step, the whole path, the rating."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from gridpilot.games.sudoku.grid import Board
from gridpilot.games.sudoku.techniques import (
    almost_locked,
    chains,
    exclusion,
    fish,
    forcing,
    intersections,
    singles,
    subsets,
    uniqueness,
    wings,
)
from gridpilot.games.sudoku.techniques.position import Position
from gridpilot.games.sudoku.techniques.step import Step, Steps, contradicts

Finder = Callable[[Position], Steps]

LADDER: tuple[tuple[float, Finder], ...] = (
    (1.0, singles.full_houses),
    (1.2, singles.hidden_singles_in_boxes),
    (1.5, singles.hidden_singles_in_lines),
    (1.7, intersections.direct_pointing),
    (1.9, intersections.direct_claiming),
    (2.0, subsets.direct_hidden_pairs),
    (2.3, singles.naked_singles),
    (2.5, subsets.direct_hidden_triples),
    (2.6, intersections.pointing),
    (2.8, intersections.claiming),
    (3.0, subsets.naked_pairs),
    (3.2, fish.x_wings),
    (3.4, subsets.hidden_pairs),
    (3.6, subsets.naked_triples),
    (3.8, fish.swordfish),
    (4.0, subsets.hidden_triples),
    (4.2, wings.xy_wings),
    (4.4, wings.xyz_wings),
    (4.5, uniqueness.unique_loops),
    (5.0, subsets.naked_quads),
    (5.2, fish.jellyfish),
    (5.4, subsets.hidden_quads),
    (5.6, uniqueness.graves),
    (6.2, exclusion.aligned_pairs),
    (6.5, chains.short_chains),
    (7.0, uniqueness.more_rectangles),
    (7.0, intersections.empty_rectangles),
    (7.0, fish.finned_x_wings),
    (7.0, chains.chains),
    (7.1, almost_locked.linked_pairs),
    (7.2, fish.finned_swordfish),
    (7.2, chains.grouped_chains),
    (7.4, almost_locked.sue_de_coq),
    (7.4, fish.finned_jellyfish),
    (7.5, almost_locked.linked_threes),
    (7.5, forcing.nishio),
    (8.0, forcing.forcing_chains),
    (8.5, forcing.nets),
    (9.0, forcing.wider_nets),
)
"""The least rating that each can have, and what finds it; the easiest of its steps comes first."""


TECHNIQUES = {
    "full-house": 1.0, "hidden-single-box": 1.2, "hidden-single-line": 1.5, "direct-pointing": 1.7,
    "direct-claiming": 1.9, "direct-hidden-pair": 2.0, "naked-single": 2.3, "direct-hidden-triple": 2.5,
    "pointing": 2.6, "claiming": 2.8, "naked-pair": 3.0, "x-wing": 3.2, "hidden-pair": 3.4, "naked-triple": 3.6,
    "swordfish": 3.8, "hidden-triple": 4.0, "xy-wing": 4.2, "xyz-wing": 4.4, "unique-rectangle-1": 4.5,
    "unique-rectangle-2": 4.5, "unique-rectangle-3": 4.5, "unique-rectangle-4": 4.5, "unique-rectangle-5": 4.5,
    "unique-loop-1": 4.6, "unique-loop-2": 4.6, "unique-loop-3": 4.6, "unique-loop-4": 4.6, "naked-quad": 5.0,
    "jellyfish": 5.2, "hidden-quad": 5.4, "bug-1": 5.6, "bug-2": 5.7, "bug-4": 5.7, "bug-3": 5.8, "aligned-pair": 6.2,
    "x-cycle": 6.5, "xy-loop": 6.6, "skyscraper": 6.6, "two-string-kite": 6.6, "turbot-fish": 6.6,
    "simple-colours": 6.6, "multi-colours": 6.7, "x-chain": 6.7, "unique-rectangle-6": 7.0, "hidden-rectangle": 7.0,
    "empty-rectangle": 7.0, "finned-x-wing": 7.0, "w-wing": 7.1, "remote-pair": 7.1, "xy-chain": 7.1, "aic": 7.0,
    "aic-loop": 7.0, "sashimi-x-wing": 7.1, "wxyz-wing": 7.1, "finned-swordfish": 7.2, "grouped-x-chain": 7.2,
    "grouped-aic": 7.2, "grouped-loop": 7.2, "sashimi-swordfish": 7.3, "als-xz": 7.3, "sue-de-coq": 7.4,
    "finned-jellyfish": 7.4, "sashimi-jellyfish": 7.5, "als-xy-wing": 7.5, "nishio": 7.5, "cell-forcing-chain": 8.0,
    "house-forcing-chain": 8.0, "forcing-net": 8.5, "wider-net": 9.0,
}  # fmt: skip
"""Every technique, with the rating of its simplest form."""

UNRATED = 20.0
"""The rating of what no technique here solves, as Sudoku Explainer has it."""


def easiest(where: Position) -> list[Step]:
    """All steps that are as easy as any, of the first technique that has such."""
    best: list[Step] = []
    for least, finder in LADDER:
        if best and best[0].rating <= least:
            break
        found = list(finder(where))
        rating = min((step.rating for step in found), default=UNRATED)
        if not best or rating < best[0].rating:
            best = [step for step in found if step.rating == rating]
    return best


def next_step(where: Position, solution: Board) -> Step | None:
    """The easiest step, proved; None where no technique finds any."""
    best: Step | None = None
    for least, finder in LADDER:
        if best and best.rating <= least:
            break
        found = next((step for step in finder(where) if not contradicts(step, solution)), None)
        if found and (best is None or found.rating < best.rating):
            best = found
    return best


def path(where: Position, solution: Board) -> Steps:
    """The steps from here to the full board, or as far as the techniques lead."""
    while where.blanks and (step := next_step(where, solution)):
        yield step
        where = where.after(step.places, step.removes)


@dataclass(frozen=True, slots=True)
class Rating:
    """`rating`: of the hardest step on the easiest path, `UNRATED` where the techniques do not lead to the end; `used`:
    how often each technique is, the easiest first.
    """

    rating: float
    used: tuple[tuple[str, int], ...]

    @property
    def solved(self) -> bool:
        return self.rating < UNRATED


def rated(where: Position, most: float = UNRATED) -> Rating:
    """How hard a puzzle is. All steps of the easiest technique are taken at once: so it does not matter which of them
    comes first, and a puzzle turned, or with its digits named otherwise, has the same rating. Ends early, as unrated,
    at a step harder than `most`.
    """
    hardest, used = 0.0, Counter[str]()
    while where.blanks:
        steps = easiest(where)
        hardest = max(hardest, steps[0].rating if steps else UNRATED)
        if hardest > most:
            hardest = UNRATED
        if hardest == UNRATED:
            break
        places = {each: step for step in steps for each in step.places}
        removes = {each: step for step in steps for each in step.removes}
        needed = {id(step): step.technique for step in (*places.values(), *removes.values())}
        used.update(needed.values())
        where = where.after(places, removes)
    order = list(TECHNIQUES)
    return Rating(hardest, tuple(sorted(used.items(), key=lambda item: order.index(item[0]))))
