"""Teaching: what was seen of a window, and what its user said of it, becomes a profile. Facts in, values out.

The rule that is proposed is the widest that hits no other open window; of a program that shows many things (a browser,
a terminal) the class alone says nothing, so there the title always counts.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from gridpilot.games import GAMES
from gridpilot.geometry import Box, Pixel, Spot, SpotRect, View
from gridpilot.plan import Fill, Moves, Way
from gridpilot.profiles.match import fits
from gridpilot.profiles.profile import Calibrated, Place, Profile, Rule
from gridpilot.profiles.value_types import LONGEST
from gridpilot.reading import NET, Locate, Read, Reading, Recogniser, Shade
from gridpilot.window import Window

HOSTS = re.compile(
    r"(?i)chrom|firefox|navigator|brave|edge|opera|vivaldi|epiphany|safari|term|konsole|kitty|alacritty|java|awt|python"
    r"|^tk$|toplevel|wine|electron|scrcpy|emulator|qemu|player|viewer|steam"
)
"""Classes of programs that show many things."""

BROWSER = re.compile(r"\s+[-\N{EN DASH}\N{EM DASH}]\s+[^-\N{EN DASH}\N{EM DASH}]*$")
"""What a browser puts behind the title of a page: its own name."""

NAMES_OF_GAMES = {str(1 << exponent) for exponent in range(8, 18)}
"""Numbers in a title that do not count anything: 2048."""

DIGITS = 5  # of a fraction: a fifth of a pixel on a screen of 8K

FIND_OUT = Way(Fill.AUTO)


@dataclass(frozen=True, slots=True)
class Facts:
    """What a picture of the window shows. `drawn`: where the user says that the board is, since it was not found."""

    game: str
    window: Window
    view: View
    reading: Reading
    drawn: Place | None = None


@dataclass(frozen=True, slots=True)
class Choices:
    """What the user, or a trial, said besides. `buttons` in pixels of the picture; `shades`: tiles go by colour."""

    rule: Rule
    way: Way = FIND_OUT
    moves: Moves = Moves.AUTO
    buttons: Mapping[str, Pixel] = field(default_factory=dict)
    shades: tuple[Shade, ...] = ()


def rules(window: Window) -> tuple[Rule, ...]:
    """Rules that fit the window, from wide to narrow; never none."""
    executable = "" if window.class_name else window.executable
    program = Rule(class_name=_like(window.class_name), executable=_like(executable))
    wide = [program] if program != Rule() else []
    titles = [*_loose(window), window.title] if window.title else []
    narrow = [replace(program, title=_like(title)) for title in dict.fromkeys(titles)]
    instance = [] if window.instance in {"", window.class_name} else [replace(program, instance=_like(window.instance))]
    return tuple(wide + narrow) or tuple(instance) or (Rule(title=("*",)),)


def _like(text: str) -> tuple[str, ...]:
    """For a field of a rule; of what no profile may say whole, the beginning."""
    return (text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}*",) if text else ()


def hits(rule: Rule, others: Sequence[Window]) -> tuple[Window, ...]:
    """Which of the other windows a rule is for, too."""
    return tuple(window for window in others if fits((rule,), window))


def proposed(window: Window, others: Sequence[Window]) -> int:
    """Which of `rules(window)` to propose."""
    found = rules(window)
    alone = [index for index, rule in enumerate(found) if not hits(rule, others)]
    telling = [index for index in alone if found[index].title or not HOSTS.search(window.class_name)]
    return (telling or alone or [len(found) - 1])[0]


def wish(window: Window) -> str:
    """What the profile may be called."""
    return _page(window) or window.class_name or "game"


def profile(name: str, facts: Facts, choices: Choices) -> Profile:
    """The profile as it is to be saved. Where the board was found it is a hint only, for pictures without a board.

    A way whose selection does not show cannot be proven by a look: it is found out anew each time.
    """
    view, window, reading = facts.view, facts.window, facts.reading
    rows, columns = len(reading.cells) // reading.size, reading.size
    usual = (rows, columns) == (GAMES[facts.game].usual,) * 2
    hint = Place(Locate.AUTO, spots(view, reading.extent), *((0, 0) if usual else (rows, columns)))
    return Profile(
        name=name,
        game=facts.game,
        match=(choices.rule,),
        board=facts.drawn or hint,
        recogniser=Recogniser(Read.COLOURS, shades=choices.shades) if choices.shades else NET,
        fill=Fill.AUTO if choices.way.unseen else choices.way.fill,
        home=choices.way.home,
        held=choices.way.held,
        confirm=choices.way.confirm,
        erase=choices.way.erase if choices.way.erase not in {"", "erase"} else "Delete",
        moves=choices.moves,
        buttons={name: _spot(view, pixel) for name, pixel in sorted(choices.buttons.items())},
        calibrated=Calibrated(window.content.width, window.content.height, round(view.width / view.area.width, 3)),
    )


def _page(window: Window) -> str:
    """The title, without what a program that shows many things puts behind it."""
    short = BROWSER.sub("", window.title) if HOSTS.search(window.class_name) else window.title
    return short.strip() or window.title.strip()


def _loose(window: Window) -> list[str]:
    """A title with `*` for what changes: numbers, and what follows the title of a page. None where nothing does."""
    page = _page(window)
    loose = re.sub(r"\d+", lambda found: found[0] if found[0] in NAMES_OF_GAMES else "*", page)
    if loose == window.title or not any(sign.isalnum() for sign in loose):
        return []
    return [f"{loose}*".replace("**", "*")]


def _spot(view: View, pixel: Pixel) -> Spot:
    return Spot(round((pixel.x + 0.5) / view.width, DIGITS), round((pixel.y + 0.5) / view.height, DIGITS))


def spots(view: View, box: Box) -> SpotRect:
    """A box of the picture in fractions of it."""
    across = [round(min(max(x / view.width, 0.0), 1.0), DIGITS) for x in (box.x0, box.x1)]
    down = [round(min(max(y / view.height, 0.0), 1.0), DIGITS) for y in (box.y0, box.y1)]
    return SpotRect(across[0], down[0], across[1], down[1])
