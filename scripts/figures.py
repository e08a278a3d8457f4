"""The figures that the reader is held to, each with its floor and its goal, and what was measured beside them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from board_verdicts import Verdict
    from render_boards import Sample

WANTED = (
    ("boards found, all styles", "99.5 %", "99.95 %"),
    ("9x9 boards read exactly, of those found", "99.5 %", "99.95 %"),
    ("digits, UI fonts never trained on", "99.95 %", "99.995 %"),
    ("boards that would be typed although misread", "< 1 in 2,000", "0 in 10,000"),
    ("of the right readings, share declared ready", "98 %", "99.9 %"),
    ("windows without a board taken for one", "< 0.5 %", "0 in 2,000"),
    ("2048 boards exact at first sight", "99 %", "99.9 %"),
    ("detect + read, 1920x1080", "50 ms", "15 ms"),
    ("detect + read, 3840x2160", "90 ms", "30 ms"),
    ("2048 later frames", "2 ms", "0.5 ms"),
    ("import to ready (worker)", "1 s", "0.5 s"),
    ("ratio to the best Tesseract way", "2x; 10x", ""),
)
UI = {
    "test": "b612 cantarell go inter lato manrope open-sans oxygen roboto-unhinted".split(),
    "tune": "cabin clear-sans karla play sora".split(),
}
"""The held-out font packages that user interfaces are set in, without "fonts-"."""


def share(part: int, whole: int) -> str:
    return f"{part} of {whole}" + (f" ({100 * part / whole:.3f} %)" if whole else "")


def spread(numbers: Sequence[float]) -> str:
    if not numbers:
        return "none"
    return f"median {np.median(numbers):.2f} ms, 95 % {np.percentile(numbers, 95):.2f} ms"


def _rightly(verdicts: Iterable[Verdict]) -> str:
    """How many of the signs on these boards were read rightly."""
    boards = list(verdicts)
    signs = sum(verdict.digits for verdict in boards)
    return share(signs - sum(verdict.cells for verdict in boards), signs) + f" on {len(boards)} boards"


class Figures:
    """Collects what was measured; what was not is said to be that."""

    def __init__(self, part: str) -> None:
        self._ui = {f"fonts-{name}" for name in UI[part]}
        self._measured: dict[str, str] = {}
        self._notes: list[str] = []

    def row(self, name: str, measured: str) -> None:
        assert any(name == wanted for wanted, _, _ in WANTED), name
        self._measured[name] = measured

    def note(self, text: str) -> None:
        self._notes.append(text)

    def show(self) -> None:
        if not self._measured:
            return
        print(f"\n{'':46}{'floor':>14}{'goal':>14}   measured")
        for name, floor, goal in WANTED:
            print(f"{name:46}{floor:>14}{goal:>14}   {self._measured.get(name, '-')}")
        for text in self._notes:
            print(f"  {text}")

    def boards(self, plain: Sequence[tuple[Sample, Verdict]], covered: Sequence[Verdict]) -> None:
        """`plain`: boards that nothing hides."""
        found = [(s, v) for s, v in plain if v.found]
        nine = [v for s, v in found if s.look.size == 9]
        every = [v for _, v in plain] + [*covered]
        right = [v for s, v in found if v.exact and not s.position.errors and (s.telling or v.regions != "unknown")]
        ui = [v for s, v in found if s.look.face.package in self._ui]
        of_digits = [v for s, v in found if s.look.face.package in self._ui and s.look.size <= 9]
        self.row("boards found, all styles", share(len(found), len(plain)))
        self.row("9x9 boards read exactly, of those found", share(sum(v.exact for v in nine), len(nine)))
        self.row("digits, UI fonts never trained on", _rightly(of_digits))
        misread = sum(v.typed and not v.final for v in every)
        self.row("boards that would be typed although misread", share(misread, len(every)))
        self.row("of the right readings, share declared ready", share(sum(v.typed for v in right), len(right)))
        signs = sum(verdict.digits for verdict in of_digits)
        left = sum(verdict.left for verdict in of_digits)
        self.note(f"digits, UI fonts, where the rules have mended what they can: {share(signs - left, signs)}")
        mended = sum(v.exact or (v.typed and v.final) for v in nine)
        self.note(f"9x9 exact, or mended by the rules and typed: {share(mended, len(nine))}")
        self.note(f"9x9 of which nothing wrong is claimed: {share(sum(v.exact or v.final for v in nine), len(nine))}")
        self.note(f"typed a wrong solution: {share(sum(v.wrong_solution for v in every), len(every))}")
        self.note(f"partly hidden, nothing typed: {share(sum(not v.typed for v in covered), len(covered))}")
        self._by_size(plain)
        self.note(f"with the numbers and letters of larger boards: {_rightly(ui)}")
        self.note(f"signs in all fonts: {_rightly(v for _, v in found)}")
        self.note(f"detect + read in windows of all sizes: {spread([v.cpu for v in every])}")

    def _by_size(self, plain: Sequence[tuple[Sample, Verdict]]) -> None:
        for size in sorted({sample.look.traits()["size"] for sample, _ in plain}, key=lambda name: (len(name), name)):
            own = [v for s, v in plain if s.look.traits()["size"] == size]
            untold = sum(not s.telling and v.regions == "unknown" for s, v in plain if s.look.traits()["size"] == size)
            parts = (
                f"found {sum(v.found for v in own)}",
                f"exact {sum(v.found and v.exact for v in own)}",
                f"regions unknown {sum(v.regions == 'unknown' for v in own)} (not shown on {untold})",
                f"wrong {sum(v.regions == 'wrong' for v in own)}",
                f"typed {sum(v.typed for v in own)}",
            )
            self.note(f"{size}: {len(own)} boards, {', '.join(parts)}")
