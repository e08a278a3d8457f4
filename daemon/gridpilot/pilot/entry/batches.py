"""How much of a plan is typed before the board is looked at."""

from __future__ import annotations

from math import isqrt

from gridpilot.geometry import Cell
from gridpilot.pilot.eyes.picture_changes import shows_more
from gridpilot.pilot.eyes.sight import Sight
from gridpilot.pilot.hands.steps import Hands
from gridpilot.plan import Fill, Plan, Step, Way

UNSEEN = 3.0
"""Seconds between two looks at the board at most, where the user wants to watch: there is time to look then."""

CELLS_BETWEEN_LOOKS, MOST_CELLS = 9, 256
"""Cells that are typed before the next look, so that a loss is noticed soon; and cells that count as a whole board."""

QUICK = 3
"""So many cells of one digit in a row must have come to show it before other digits follow as quickly. A program that
takes only the last click and the last key of a frame (16 ms) has lost one by then, as a cell takes 5 ms.
"""

CLICKED = {Fill.CLICK_KEY, Fill.CLICK_PAD, Fill.PAD_CLICK}
"""Ways by which one digit's cells must be seen to be right before another digit comes. Some programs ask where the
pointer is only when they handle a click; a late one would put the new digit into a cell of the digit before.
"""


class Batches:
    """Cuts plans into batches, by what was seen of earlier ones."""

    def __init__(self, sight: Sight, hands: Hands) -> None:
        self._sight = sight
        self._hands = hands
        self._kept_up = 0  # most cells of one digit that were typed between two looks, all of which came to show it

    def came(self, batch: Plan) -> None:
        """All cells of the batch came to show their digits."""
        self._kept_up = max(self._kept_up, len({step.cell for step in batch.steps}))

    def first(self, plan: Plan, way: Way) -> tuple[Plan, Plan]:
        """The steps to play before the next look, and the rest."""
        most = min(self._most(way), CELLS_BETWEEN_LOOKS if self._hands.blind else MOST_CELLS)
        size = self._sight.reading.size
        served: list[Cell] = []
        for index, step in enumerate(plan.steps):
            if step.cell in served:
                continue
            served.append(step.cell)
            digits = {plan.expect[cell.index(size)] for cell in served}
            if len(served) > most or (len(digits) > 1 and self._comes_apart(way)):
                return cut(plan, index)
        return plan, Plan((), plan.expect)

    def _comes_apart(self, way: Way) -> bool:
        """Whether one digit's cells must be right before another digit comes."""
        seen = way.fill is Fill.CLICK_KEY and way.held and self._hands.plain is not None  # each click is looked at
        return way.fill in CLICKED and not seen and not self._lasts(way)

    def _most(self, way: Way) -> int:
        """The number of cells between two looks. One while it is not known whether the cursor stays, and one where a
        pad's digit was lost: the page may still hold that digit and would enter it into the next cell, be it one of
        another digit. All of a board where only keys are pressed, or where clicks count where they were made and the
        cursor stays.
        """
        pace = self._hands.pace
        if way.fill is Fill.CLICK_PAD and self._hands.slips:
            return 1
        if way.fill in {Fill.CLICK_KEY, Fill.CLICK_PAD} and self._hands.cursor_stays is None:
            return 1
        if pace.between_cells:
            return max(1, int(UNSEEN / pace.between_cells))
        return MOST_CELLS if self.keep_order(way) or self._lasts(way) else CELLS_BETWEEN_LOOKS

    def keep_order(self, way: Way) -> bool:
        """Whether keys alone are pressed, and need no time between them."""
        return way.fill is Fill.ARROWS and not (self._hands.pace.between_keys or self._hands.one_by_one)

    def is_seen(self, batch: Plan, way: Way) -> bool:
        """Whether all cells of the batch show something by now and need not be read before another digit comes. That is
        so where no digit of the pad was lost and each cell is seen to be selected before its button is clicked: then
        none is still waiting for the next cell.
        """
        hands, blank = self._hands, self._sight.blank
        steady = hands.clicks_land and hands.shows_selection and not hands.slips and self._kept_up >= QUICK
        if blank is None or not steady or way.fill is not Fill.CLICK_PAD or way.held:
            return False
        now, box_at = self._sight.snap(), self._sight.reading.box_at
        return blank.view == now.view and all(shows_more(blank, now, box_at(step.cell)) for step in batch.steps)

    def _lasts(self, way: Way) -> bool:
        """Whether a click that is lost or late is noticed before another digit comes, without reading digits. So it is
        where clicks are looked at and keys follow; a pad's digit may already be chosen for the next cell.
        """
        looked = way.fill is Fill.CLICK_KEY and not way.held
        return looked and self._hands.clicks_land and bool(self._hands.cursor_stays) and self._kept_up >= QUICK


def cut(plan: Plan, index: int) -> tuple[Plan, Plan]:
    return Plan(plan.steps[:index], plan.expect), Plan(plan.steps[index:], plan.expect)


def from_latest(plan: Plan, latest: Step, *, chosen: bool) -> Plan:
    """The plan with all cells of the latest step's digit first. Where that digit is still `chosen`, its button is left
    out, as another click would let go of it in some programs; the digit after it in order comes next, as its button is
    beside.
    """
    size = isqrt(len(plan.expect))
    digits = {step: plan.expect[step.cell.index(size)] for step in plan.steps}
    after = {step: (digit - digits[latest]) % size for step, digit in digits.items()}
    steps = sorted(plan.steps, key=lambda step: after[step] if chosen else after[step] > 0)
    return Plan(tuple(step for step in steps if not (chosen and step == latest)), plan.expect)
