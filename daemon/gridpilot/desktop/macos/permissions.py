"""The two permissions that macOS gives to a program: to see the screen, and to type. Each is named with its pane.

They belong to the program that was started (the terminal, or Python itself) and count from its next start on, so they
are not asked for again and again: a sentence says what to do.
"""

from gridpilot.errors import EnvironmentFault

SETTINGS = (
    "Open System Settings > Privacy & Security > {pane}, switch on the program that started gridpilot, restart it."
)


def may_type() -> None:
    """Raises EnvironmentFault where input would be dropped."""
    import HIServices

    if not HIServices.AXIsProcessTrusted():
        raise EnvironmentFault(
            "Typing is not allowed",
            "macOS lets gridpilot neither type nor click: the permission Accessibility is missing.",
            SETTINGS.format(pane="Accessibility"),
        )


def may_look() -> None:
    """Raises EnvironmentFault where pictures would show the wallpaper alone.

    What the system says of itself is false for some programs that it lets look; so a picture is taken of a window that
    is not ours. Without the permission there is none.
    """
    import Quartz

    if Quartz.CGPreflightScreenCaptureAccess() or _picture_of_a_window():
        return
    raise EnvironmentFault(
        "Pictures are not allowed",
        "macOS shows gridpilot the wallpaper, but no windows: the permission Screen Recording is missing.",
        SETTINGS.format(pane="Screen & System Audio Recording"),
    )


def _picture_of_a_window() -> bool:
    import Quartz

    from gridpilot.desktop.macos.focus import listed

    for facts in listed():
        image = Quartz.CGWindowListCreateImage(
            Quartz.CGRectNull,
            Quartz.kCGWindowListOptionIncludingWindow,
            facts["kCGWindowNumber"],
            Quartz.kCGWindowImageBoundsIgnoreFraming,
        )
        return image is not None and Quartz.CGImageGetWidth(image) > 1
    return True  # no window that could tell
