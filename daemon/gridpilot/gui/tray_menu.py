"""The tray icon's menu: shows the lines that it reads from stdin at the pointer, prints the chosen action, and ends.

While it is open it has the keyboard: arrows, Return, Esc. The window that had the focus before gets it back before the
action is printed.
"""

from __future__ import annotations

import contextlib
import json
import sys
import tkinter as tk
from collections.abc import Callable
from functools import partial
from typing import Any

from PIL import Image, ImageDraw

from gridpilot.desktop import choose
from gridpilot.errors import GridpilotError
from gridpilot.gui.drawn import photo
from gridpilot.gui.theme import Look, dress

GAP = 2  # pixels between pointer and menu
ROOM, HEIGHT = 22, 26  # pixels at 100 %, for the check mark
FITS = (1.0, 0.9, 0.8, 0.7, 0.6, 0.5)  # a menu higher than the screen has smaller lines: Tk's do not scroll
LONGEST = 60  # characters; a longer status would make a menu as wide as the screen


def main() -> int:
    request = json.load(sys.stdin)
    root = tk.Tk()
    root.withdraw()
    chosen: list[str] = []
    for fit in FITS:
        menu = build(root, request["items"], chosen.append, fit)
        menu.update_idletasks()
        if menu.winfo_reqheight() <= root.winfo_screenheight():
            break
    give_back = _focus_keeper()
    menu.bind("<Map>", lambda _: menu.focus_force())
    menu.bind("<Unmap>", lambda _: root.after(50, root.destroy))  # after the chosen line's own call
    menu.tk_popup(*place(menu, request["x"], request["y"]))
    root.mainloop()
    give_back()
    print(*chosen, flush=True)
    return 0


def _still_here(menu: tk.Menu, event: tk.Event[tk.Misc]) -> None:
    """On a busy machine Tk's own grab tells it, between press and release, that the pointer has left: it forgets the
    line, and the click does nothing. So it is told where the pointer is, before its own binding looks.
    """
    if 0 <= event.x < menu.winfo_width() and 0 <= event.y < menu.winfo_height():
        menu.tk.call("set", "::tk::Priv(window)", str(menu))
        menu.activate(f"@{event.y}")


def _focus_keeper() -> Callable[[], None]:
    """What gives the focus back to the window that has it now."""
    with contextlib.suppress(GridpilotError):
        focus = choose.focus()
        window = focus.focused()
        if window is not None:
            return partial(focus.activate, window.handle)
    return lambda: None


def place(menu: tk.Menu, x: int, y: int) -> tuple[int, int]:
    """Beside the pointer, away from the nearer edges: it must not rest on a line that a second click would choose."""
    menu.update_idletasks()
    width, height = menu.winfo_reqwidth(), menu.winfo_reqheight()
    left = x - width - GAP if x > menu.winfo_screenwidth() / 2 else x + GAP
    top = y - height - GAP if y > menu.winfo_screenheight() / 2 else y + GAP
    return max(left, 0), max(top, 0)


def build(root: tk.Tk, items: list[dict[str, Any]], choose_line: Callable[[str], None], fit: float = 1.0) -> tk.Menu:
    """`fit` makes its lines lower, for a screen on which they would not all have room."""
    look = dress(root)
    theme = look.theme
    menu: Any = tk.Menu(
        root, tearoff=False, borderwidth=1, relief="solid", activeborderwidth=0, font=(look.family, int(10 * fit)),
        background=theme.board, foreground=theme.text, activebackground=theme.entered, activeforeground=theme.board,
        disabledforeground=theme.muted, selectcolor=theme.text,
    )  # fmt: skip
    menu.marks = {
        checked: _mark(root, look, fit, checked=checked) for checked in (False, True)
    }  # kept: Tk knows them by name only
    for item in items:
        label = item["label"]
        if label is None:
            menu.add_separator()
            continue
        menu.add_command(
            label=label if len(label) <= LONGEST else label[: LONGEST - 1] + "…",
            state="normal" if item["enabled"] else "disabled",
            image=menu.marks[bool(item["checked"])],
            compound="left",
            command=partial(choose_line, item["action"]),
        )
    menu.bind("<ButtonRelease>", partial(_still_here, menu))
    made: tk.Menu = menu
    return made


def _mark(root: tk.Tk, look: Look, fit: float, *, checked: bool) -> tk.PhotoImage:
    """A check mark, or as much room. Tk's own check lines shift the text, and only an image makes a line higher."""
    image = Image.new("RGBA", (ROOM * 4, HEIGHT * 4), (0, 0, 0, 0))
    if checked:
        middle = HEIGHT * 2
        corners = [(16, middle), (30, middle + 14), (56, middle - 16)]
        ImageDraw.Draw(image).line(corners, look.theme.text, 9, joint="curve")
    size = int(ROOM * look.scale * fit), int(HEIGHT * look.scale * fit)
    return photo(root, image.resize(size, Image.Resampling.BOX))


if __name__ == "__main__":
    sys.exit(main())
