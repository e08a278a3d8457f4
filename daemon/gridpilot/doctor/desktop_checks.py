"""What the desktop must allow: a session, the focus, pictures, hotkeys, an icon, notices, a start at login."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from typing import Any

from gridpilot.desktop import Autostart, Focus, Hotkeys, HotkeyState, Input, Notices, Overlay, Screen, Session
from gridpilot.doctor import Finding, fail, ok, skipped, warn
from gridpilot.errors import EnvironmentFault
from gridpilot.geometry import Rect
from gridpilot.texts.language import _

UNEVEN = 0.01  # by which the scales of both directions may differ
LOOK = Rect(0, 0, 256, 256)  # where a picture is taken when no window has the focus


def session(make: Callable[[], Session]) -> Finding:
    return ok(make().describe())


def focus(make: Callable[[], Focus], *, titled: bool = True) -> Finding:
    window = make().focused()
    if window is None:
        return skipped(
            _("no window has the focus just now"), _("Click a window and run gridpilot doctor in a terminal.")
        )
    area = window.content
    named = _('the window "{title}"').format(title=window.title) if titled else _("a window")
    size = _("{width} x {height} at {x}, {y}").format(width=area.width, height=area.height, x=area.x, y=area.y)
    return ok(f"{named}, {size}")


def capture(make_focus: Callable[[], Focus], make: Callable[[], Screen]) -> Finding:
    """A system that denies pictures often returns black ones instead of saying so."""
    screen, window = make(), make_focus().focused()
    if screen.asks:
        return _asks()
    picture = screen.capture(window.content if window else LOOK)
    view = picture.view
    size = _("{width} x {height} pixels").format(width=view.width, height=view.height)
    if window and not picture.pixels.any():
        return warn(
            _("the picture of the focused window, {size}, is all black").format(size=size),
            _("If the window is not, the system denies gridpilot pictures of the screen: allow them."),
        )
    return ok(size)


def _asks() -> Finding:
    return skipped(
        _("none is taken without need: the desktop may ask its user first"),
        _("gridpilot doctor --self-test takes some."),
    )


def scale(make_focus: Callable[[], Focus], make: Callable[[], Screen]) -> Finding:
    """Measured from a picture, as a job does it: what systems report of their scale is often wrong."""
    screen, window = make(), make_focus().focused()
    if screen.asks:
        return _asks()
    view = screen.capture(window.content if window else LOOK).view
    across, down = view.width / view.area.width, view.height / view.area.height
    if abs(across - down) > UNEVEN * across:
        return warn(
            _("{across:.2f} pixels a point across, but {down:.2f} down").format(across=across, down=down),
            _("Move the window to one monitor alone, and run gridpilot doctor again."),
        )
    return ok(_("{scale:g} pixels a point").format(scale=round(across, 3)))


def hotkeys(
    status: Mapping[str, Any] | None,
    make: Callable[[], Hotkeys],
    bindings: Mapping[str, str],
    with_alternatives: Callable[[tuple[HotkeyState, ...], Callable[[], Hotkeys]], tuple[HotkeyState, ...]],
) -> dict[str, Finding]:
    """By action. Those of the running gridpilot, else tries to take each and gives it back."""
    if status is not None and status["paused"]:
        paused = skipped(_("gridpilot is paused"), _("Resume it with: gridpilot resume"))
        return dict.fromkeys(bindings, paused)
    if status is not None:
        return {key["action"]: _hotkey(HotkeyState(**key)) for key in status["hotkeys"]}
    taken = make()
    states = taken.start(bindings, lambda _action: None)
    taken.stop()
    return {state.action: _hotkey(state) for state in with_alternatives(states, make)}


def _hotkey(state: HotkeyState) -> Finding:
    """A key that works may have a drawback: then it has a reason, too."""
    if not state.reason:
        return ok(state.combination)
    told = warn if state.live else fail
    if state.instead:
        return told(state.reason, _("Take {keys}, which is free: gridpilot config edit").format(keys=state.instead))
    return told(state.reason, state.fix or _("Choose another key in the settings: gridpilot config edit"))


def aids(make: Callable[[], Input]) -> Finding:
    """Those that drop what is typed, or make something else of it."""
    keys = make()
    names = keys.aids()
    keys.close()
    if not names:
        return ok(_("no Slow Keys, Bounce Keys, Sticky Keys or Mouse Keys in the way"))
    return warn(
        _("{names} are on: keys may be lost, or do something else").format(names=_(" and ").join(names)),
        _("Games that are filled by clicks alone work; for others switch them off in the accessibility settings."),
    )


def tray(status: Mapping[str, Any] | None) -> Finding:
    if status is None:
        return skipped(_("gridpilot is not running"), _("Start it with: gridpilot"))
    if status["tray"]["shown"]:
        return ok(_("the icon is shown ({kind})").format(kind=status["tray"]["kind"]))
    return warn(
        status["tray"]["reason"],
        _("The command line does what the icon does: gridpilot status, pause, resume and quit."),
    )


def notices(make: Callable[[], Notices]) -> Finding:
    return ok(_("shown by {server}").format(server=make().server()))


def overlay(make: Callable[[], Overlay]) -> Finding:
    """Without one, hints and solutions are told in notices."""
    try:
        return ok(make().describe())
    except EnvironmentFault as fault:
        return warn(fault.message, fault.fix)


def autostart(make: Callable[[], Autostart]) -> Finding:
    entry = make()
    command = entry.command()
    if not command:
        return ok(_("off; switch it on with: gridpilot autostart on"))
    if sys.executable not in command:
        return warn(
            _("another gridpilot is started at login: {command}").format(command=command),
            _("To start this one instead: gridpilot autostart on"),
        )
    return ok(_("on"))
