"""How a rendered sudoku board looks: themes, line styles, marks and spoiling, drawn from a seeded generator.

The parts differ in fonts (by package), and three themes and two line styles are kept for the locked test part alone.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from glyph_painter import Face

Colour = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Theme:
    """RGB colours; `mine` is what the user's own digits are drawn in."""

    name: str
    paper: Colour
    ink: Colour
    mine: Colour
    accent: Colour

    @property
    def dark(self) -> bool:
        return sum(self.paper) < sum(self.ink)

    def mix(self, share: float) -> Colour:
        """Paper at 0, ink at 1."""
        return blend(self.paper, self.ink, share)

    def tint(self, share: float) -> Colour:
        """Paper at 0, accent at 1."""
        return blend(self.paper, self.accent, share)


def blend(one: Colour, other: Colour, share: float) -> Colour:
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return red, green, blue


THEMES = (
    Theme("white", (255, 255, 255), (0, 0, 0), (30, 90, 200), (80, 140, 255)),
    Theme("cream", (250, 248, 239), (60, 58, 50), (190, 60, 20), (237, 194, 46)),
    Theme("cool", (240, 240, 245), (52, 72, 97), (20, 110, 190), (90, 120, 220)),
    Theme("grey", (214, 214, 214), (20, 20, 20), (0, 110, 40), (120, 160, 120)),
    Theme("mint", (224, 242, 233), (30, 66, 54), (150, 50, 120), (60, 190, 140)),
    Theme("newspaper", (236, 230, 214), (44, 40, 36), (90, 60, 160), (200, 150, 90)),
    Theme("yellow", (255, 232, 110), (64, 44, 0), (160, 20, 20), (255, 160, 40)),
    Theme("charcoal", (30, 30, 30), (230, 230, 230), (110, 180, 255), (50, 110, 200)),
    Theme("black", (0, 0, 0), (255, 255, 255), (120, 220, 140), (60, 60, 180)),
    Theme("material", (38, 50, 56), (176, 190, 197), (255, 190, 120), (0, 150, 136)),
    Theme("navy", (16, 24, 64), (200, 210, 240), (255, 220, 100), (90, 90, 220)),
    Theme("solarized", (0, 43, 54), (147, 161, 161), (181, 137, 0), (38, 139, 210)),
    Theme("sakura", (255, 228, 236), (92, 24, 52), (30, 80, 160), (240, 110, 160)),
    Theme("contrast", (0, 0, 0), (255, 255, 0), (0, 255, 255), (0, 0, 255)),
)
LOCKED_THEMES = {"solarized", "sakura", "contrast"}

STYLES = {
    "lines": 0.26,  # thick lines around boxes, thin grey ones within
    "equal": 0.08,  # all lines alike
    "thick": 0.11,
    "faint": 0.08,  # thin lines that can hardly be seen
    "gaps": 0.15,  # rounded tiles on a frame
    "shades": 0.08,  # alternating boxes, no line at all
    "open": 0.08,  # no outer border
    "double": 0.08,  # double lines around boxes
    "outlined": 0.08,  # outlined rounded tiles with gaps
}
LOCKED_STYLES = {"double", "outlined"}
JIGSAW_STYLES = {
    "lines": {"lines", "thick", "faint", "open"},
    "tints": {"lines", "equal", "gaps", "shades", "outlined"},
    "both": {"lines", "thick", "faint"},
}
"""The styles that a jigsaw may have, by what tells its regions."""
GROUNDS = {"plain": 0.72, "gradient": 0.07, "texture": 0.07, "photo": 0.07, "bevel": 0.07}
NOTES = {"none": 0.42, "corner": 0.14, "nine": 0.2, "centre": 0.14, "single": 0.1}
TEXT = {"hinted": 0.36, "smooth": 0.36, "lcd": 0.22, "mono": 0.06}
CELLS = (18, 20, 22, 24, 26, 28, 32, 36, 40, 44, 48, 54, 60, 68, 76, 90, 110, 130, 160)


@dataclass(frozen=True, slots=True)
class Look:
    """Everything about a board's appearance but chance within it. `cell`: width and height in pixels."""

    box: tuple[int, int]  # its rows and columns
    cell: tuple[int, int]
    face: Face
    theme: Theme
    style: str
    ground: str
    notes: str
    text: str
    share: float  # digit height / cell height
    entered: float  # share of the blanks that the user has filled
    selection: str  # none, fill, frame, block
    cross: bool  # row, column and box of the selection are tinted
    same: bool  # cells with the selection's digit are tinted
    coloured: bool  # the user's digits have a colour of their own
    grey_givens: bool
    cover: str  # none, popup, cut: in the way of the board
    scale: float
    jpeg: int  # quality, 0 for none
    jigsaw: str = "no"  # no, or what tells the regions: lines, tints, both
    tints: bool = False  # boxes differ in colour, beside their lines
    signs: str = "numbers"  # above nine: numbers, upper or lower letters

    @property
    def size(self) -> int:
        return self.box[0] * self.box[1]

    def text_of(self, digit: int) -> str:
        letter = "" if digit < 10 or self.signs == "numbers" else chr(ord("A") + digit - 10)
        return (letter.lower() if self.signs == "lower" else letter) or str(digit)

    def traits(self) -> dict[str, str]:
        """The classes that misses are counted by."""
        low = min(self.cell) * self.scale
        aspect = self.cell[0] / self.cell[1]
        return {
            "size": f"{self.size}x{self.size}" + (" jigsaw" if self.jigsaw != "no" else ""),
            "regions": "boxes" + (" tinted" if self.tints else "") if self.jigsaw == "no" else f"jigsaw {self.jigsaw}",
            "signs": self.signs if self.size > 9 else "digits",
            "cover": self.cover,
            "cell": "below 22 px" if low < 22 else "22-31" if low < 32 else "32-59" if low < 60 else "60 and more",
            "aspect": "narrow" if aspect < 0.9 else "wide" if aspect > 1.1 else "square",
            "theme": self.theme.name,
            "style": self.style,
            "ground": self.ground,
            "notes": self.notes,
            "text": self.text,
            "selection": self.selection,
            "spoilt": ("jpeg below 70" if 0 < self.jpeg < 70 else "jpeg" if self.jpeg else "")
            + (" rescaled" if self.scale != 1 else "")
            or "no",
            "package": self.face.package,
        }


def choose(rng: np.random.Generator, weights: dict[str, float]) -> str:
    """One of the names, by weight."""
    names = list(weights)
    total = sum(weights.values())
    return names[rng.choice(len(names), p=[weights[name] / total for name in names])]


def chance_face(rng: np.random.Generator, faces: list[Face]) -> Face:
    """Packages are equally likely, however many faces they have."""
    packages = sorted({face.package for face in faces})
    package = packages[rng.integers(len(packages))]
    own = [face for face in faces if face.package == package]
    return own[rng.integers(len(own))]


def chance_theme(rng: np.random.Generator, part: str) -> Theme:
    allowed = [theme for theme in THEMES if part == "test" or theme.name not in LOCKED_THEMES]
    return allowed[rng.integers(len(allowed))]


def chance_look(rng: np.random.Generator, part: str, faces: list[Face]) -> Look:
    """A random look of a part; `faces` are that part's."""
    styles = {name: w for name, w in STYLES.items() if part == "test" or name not in LOCKED_STYLES}
    style = choose(rng, styles)
    side = int(rng.choice(CELLS))
    aspect = float(rng.uniform(0.65, 1.5)) if rng.random() < 0.12 else 1.0
    cell = (max(18, round(side * aspect**0.5)), max(18, round(side / aspect**0.5)))
    scale = float(rng.uniform(0.8, 1.5)) if rng.random() < 0.16 else 1.0
    if min(cell) * scale < 18:
        scale = 1.0
    size = int(rng.choice([9, 6, 4], p=[0.9, 0.06, 0.04]))
    look = Look(
        box={9: (3, 3), 6: (2, 3), 4: (2, 2)}[size],
        cell=cell,
        face=chance_face(rng, faces),
        theme=chance_theme(rng, part),
        style=style,
        ground=choose(rng, GROUNDS),
        notes=choose(rng, NOTES),
        text=choose(rng, TEXT),
        share=float(rng.uniform(0.5, 0.68) if min(cell) <= 26 else rng.uniform(0.4, 0.68)),
        entered=float(rng.choice([0.0, rng.uniform(0.05, 0.8)], p=[0.4, 0.6])),
        selection=choose(rng, {"none": 0.35, "fill": 0.35, "frame": 0.2, "block": 0.1}),
        cross=bool(rng.random() < 0.4),
        same=bool(rng.random() < 0.4),
        coloured=bool(rng.random() < 0.7),
        grey_givens=bool(rng.random() < 0.12),
        cover=choose(rng, {"none": 0.92, "popup": 0.05, "cut": 0.03}),
        scale=scale,
        jpeg=int(rng.integers(55, 96)) if rng.random() < 0.14 else 0,
    )
    return _variant(look, rng.spawn(1)[0], part)


def _variant(look: Look, rng: np.random.Generator, part: str) -> Look:
    """One look in six becomes a larger board, a jigsaw, or gets boxes of another form or colour."""
    draw = rng.random()
    if draw < 0.06:
        side = min(1.0, 76 / max(look.cell))  # 160 px a cell are more than any screen has for sixteen
        cell = max(20, round(look.cell[0] * side)), max(20, round(look.cell[1] * side))
        letters = [
            sign for sign, own in (("upper", "ABCDEFG"), ("lower", "abcdefg")) if set(own) <= set(look.face.letters)
        ]
        box = [(3, 4), (3, 4), (4, 3), (4, 4), (4, 4), (4, 4)][rng.integers(6)]
        signs = str(rng.choice(["numbers", *letters]))
        return replace(look, box=box, cell=cell, signs=signs, share=max(look.share, 0.5))
    if draw < 0.13:
        jigsaw = ["lines", "lines", "tints", "both"][rng.integers(4)]
        allowed = JIGSAW_STYLES[jigsaw] - (LOCKED_STYLES if part != "test" else set())
        style = look.style if look.style in allowed else sorted(allowed)[rng.integers(len(allowed))]
        return replace(look, box=(3, 3) if rng.random() < 0.8 else (2, 3), jigsaw=jigsaw, style=style)
    if draw < 0.15 and look.size == 6:
        return replace(look, box=(3, 2))
    return replace(look, tints=draw < 0.18 and look.style not in ("shades", "open"))
