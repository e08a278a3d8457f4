"""How the practice 2048 looks: five palettes, each a ladder of colours from the tile 2 upwards.

They differ in what a reader could lean on: hue, lightness alone, or (in `plain`) nothing but the number.
"""

from __future__ import annotations

from dataclasses import dataclass

READABLE = 2.6  # contrast that large bold numbers need


@dataclass(frozen=True, slots=True)
class Palette:
    """Colours by what they are for. `tiles[k]` is the ground of the tile 2^(k+1); larger ones keep the last."""

    window: str
    board: str
    empty: str
    tiles: tuple[str, ...]
    dark_ink: str
    light_ink: str
    text: str
    muted: str
    button: str
    button_ink: str
    hover: str

    def ground(self, value: int) -> str:
        return self.tiles[min(value.bit_length() - 2, len(self.tiles) - 1)]

    def ink(self, value: int) -> str:
        return self.ink_on(self.ground(value))

    def ink_on(self, ground: str) -> str:
        """Light ink wherever it can be read well, as people like numbers on saturated tiles; else dark ink."""
        return self.light_ink if _contrast(self.light_ink, ground) >= READABLE else self.dark_ink


def _contrast(one: str, other: str) -> float:
    """From 1, no difference, to 21, black on white; as WCAG 2 defines it."""
    darker, lighter = sorted((_light(one), _light(other)))
    return (lighter + 0.05) / (darker + 0.05)


def _light(colour: str) -> float:
    """Relative luminance as WCAG 2 defines it, 0 to 1."""
    parts = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


_COLOURS = {  # warm, cool, night, plain, contrast
    "window": ("#fbf6ef", "#f3f5f9", "#13161c", "#f5f5f2", "#000000"),
    "board": ("#b9a795", "#a9b7c9", "#262c37", "#c9cbc4", "#7a7a7a"),
    "empty": ("#cdbfae", "#c3cfdd", "#333b49", "#dcded8", "#000000"),
    "dark_ink": ("#5d5044", "#203246", "#0e1116", "#1d2b25", "#000000"),
    "light_ink": ("#fffaf3", "#ffffff", "#f6f8fb", "#fbfdfb", "#000000"),
    "text": ("#5d5044", "#203246", "#f1f3f7", "#24322c", "#ffffff"),
    "muted": ("#94846f", "#66788e", "#98a1b3", "#6f7b74", "#e0e0e0"),
    "button": ("#8a7460", "#2b5f8f", "#3a4454", "#4c6b5d", "#ffff00"),
    "button_ink": ("#fffaf3", "#ffffff", "#f1f3f7", "#fbfdfb", "#000000"),
    "hover": ("#745f4c", "#214c74", "#4a566a", "#3b564a", "#ffffff"),
}
_TILES = {
    "warm": "#f4ead9 #f1dfbd #f3b67c #ef9460 #ea7156 #dc4b35 "
    "#ecd06f #e9c551 #e6b935 #dfab1d #c98f0e #5c4a7d #47386a #342755",
    "cool": "#eef6f8 #d3ecee #9fdcd8 #62c4c3 #32a4b4 #2383a8 "
    "#2c66a5 #38499a #4b3794 #6a2f95 #8b2a8e #a92878 #c22a5b #8f1d3f",
    "night": "#4a5568 #566b8a #4779b3 #3c8fc7 #27a8b8 #22b08a "
    "#5cb356 #9fb43e #d2a931 #e08a2d #e0682f #d94a45 #cf3c77 #a93fb0",
    "plain": "#4c6b5d",
    "contrast": "#ffffff #ffff00 #00e5ff #7dff5a #ffb000 #ff7bd5 #c7b3ff #ff6a55",
}

PALETTES = {
    name: Palette(tiles=tuple(tiles.split()), **dict(zip(_COLOURS, colours, strict=True)))
    for (name, tiles), colours in zip(_TILES.items(), zip(*_COLOURS.values(), strict=True), strict=True)
}
