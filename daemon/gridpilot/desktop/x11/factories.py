"""What is X11's own: a factory for each ability, each opening its own display connection. The rest: desktop/linux."""

from collections.abc import Callable

from gridpilot import desktop


def key_sign(code: int) -> str:
    from gridpilot.desktop.x11.display import open_display
    from gridpilot.desktop.x11.keyboard import Keyboard

    display = open_display()
    try:
        return Keyboard(display).sign_of(code)
    finally:
        display.close()


def focus() -> desktop.Focus:
    from gridpilot.desktop.x11.focus import X11Focus

    return X11Focus()


def follower(on_change: Callable[[], None], on_click: Callable[[], None] | None = None) -> desktop.Follower:
    from gridpilot.desktop.x11.focus_changes import X11Follower

    return X11Follower(on_change, on_click)


def screen() -> desktop.Screen:
    from gridpilot.desktop.x11.screen import X11Screen

    return X11Screen()


def input_() -> desktop.Input:
    from gridpilot.desktop.x11.input import X11Input

    return X11Input()


def hotkeys() -> desktop.Hotkeys:
    from gridpilot.desktop.x11.hotkeys import X11Hotkeys

    return X11Hotkeys()


def watch() -> desktop.UserWatch:
    from gridpilot.desktop.x11.interference import X11Watch

    return X11Watch()


def overlay() -> desktop.Overlay:
    from gridpilot.desktop.x11.overlay import X11Overlay

    return X11Overlay()


def session() -> desktop.Session:
    from gridpilot.desktop.x11.session import X11Session

    return X11Session()
