"""The window of `gridpilot teach`: keys and clicks go to the lesson, and what the lesson wishes is done here.

For a picture or a trial the window hides itself, so that the game lies open; a trial runs in a thread of its own, and
the user's mouse, or Esc, ends it.
"""

from __future__ import annotations

import threading
import tkinter as tk
from collections.abc import Callable
from pathlib import Path
from queue import Empty, SimpleQueue

from gridpilot.errors import EnvironmentFault, GridpilotError
from gridpilot.gui.teach.lesson import Lesson
from gridpilot.gui.teach.panel import WIDTH as PANEL
from gridpilot.gui.teach.panel import Panel
from gridpilot.gui.teach.panel_pages import page
from gridpilot.gui.teach.parts import Part, Wish
from gridpilot.gui.teach.stage import Stage
from gridpilot.gui.theme import DARK, LIGHT, Theme, dress
from gridpilot.pilot.guard.abort import Abort
from gridpilot.service.teaching import Scene, Teaching
from gridpilot.texts import teach_words as words
from gridpilot.texts.language import _
from gridpilot.window import Window

CLASS = "Gridpilot-teach"
SIZE = (1120, 740)
LEAST = (860, 660)
READ_AFTER = 90  # ms without another nudge
POLL = 30  # ms
BORDER = 80  # points that a desktop's own bars and frames may need
CONTROL, ALT = 0x4, 0x8
NAMES = {
    "KP_Enter": "Return",
    "ISO_Left_Tab": "Tab",
    "equal": "plus",
    "KP_Add": "plus",
    "KP_Subtract": "minus",
    **{f"KP_{arrow}": arrow for arrow in ("Left", "Right", "Up", "Down")},
}
SPECIAL = {"Return", "Escape", "Tab", "BackSpace", "Left", "Right", "Up", "Down"}
SHIFT = 0x1


class TeachWindow:
    """`saved` is the file that was written, if any."""

    def __init__(
        self, root: tk.Tk, theme: Theme, scale: float, teaching: Teaching, windows: tuple[Window, ...]
    ) -> None:
        self._root = root
        self._teaching = teaching
        self._lesson = Lesson(windows, teaching.taken)
        self._answers: SimpleQueue[Callable[[], None]] = SimpleQueue()
        self._due = ""
        root.configure(background=theme.window)
        self._picture = tk.Canvas(root, background=theme.window, highlightthickness=0)
        panel = tk.Canvas(root, background=theme.board, highlightthickness=0, width=round(PANEL * scale))
        panel.pack(side="right", fill="y")
        self._picture.pack(side="left", fill="both", expand=True)
        self._panel = Panel(panel, theme, scale, self._key, self._option)
        self._stage = Stage(self._picture, theme, scale)
        root.bind("<Key>", self._pressed)
        root.bind("<FocusIn>", lambda _event: self._offer())
        self._picture.bind("<Button-1>", self._mouse_down)
        self._picture.bind("<B1-Motion>", self._mouse_moved)
        self._picture.bind("<ButtonRelease-1>", lambda _event: self._do(self._lesson.let_go()))
        panel.bind("<Configure>", lambda _event: self._show())
        self._picture.bind("<Configure>", lambda _event: self._show())

    @property
    def saved(self) -> Path | None:
        return self._lesson.saved

    def begin(self, scene: Scene | None) -> None:
        """With a picture of the window that is to be taught; without one the user chooses it first."""
        if scene is not None:
            self._lesson.looked(scene)
        self._root.deiconify()
        self._to_front()
        self._show()

    # What the user does

    def _pressed(self, event: tk.Event[tk.Misc]) -> None:
        state = int(event.state)
        if state & (CONTROL | ALT):
            return
        name = NAMES.get(event.keysym, event.keysym)
        typed = self._lesson.part is Part.NAME and not self._lesson.pointing
        if name in SPECIAL:
            self._key(name, far=bool(state & SHIFT))
        elif typed and event.char:
            self._key(event.char)
        elif not typed:
            self._key(name if len(name) > 1 else name.lower())

    def _key(self, name: str, *, far: bool = False) -> None:
        self._do(self._lesson.key(name, far=far))

    def _option(self, index: int) -> None:
        self._lesson.choose(index)
        self._show()

    def _mouse_down(self, event: tk.Event[tk.Canvas]) -> None:
        self._lesson.press(self._stage.pixel(event.x, event.y), self._stage.reach())
        self._show()

    def _mouse_moved(self, event: tk.Event[tk.Canvas]) -> None:
        self._lesson.pull(self._stage.pixel(event.x, event.y))
        self._show()

    def _offer(self) -> None:
        """The user comes back, perhaps from opening the game: its window is to be in the list."""
        if self._lesson.part is Part.WINDOW:
            self._lesson.offer(self._teaching.windows())
            self._show()

    # What the lesson wishes

    def _do(self, wish: Wish | None) -> None:
        match wish:
            case Wish.LOOK:
                self._hidden(self._look)
            case Wish.READ:
                self._read_soon()
            case Wish.TRY:
                self._try()
            case Wish.SAVE:
                self._save()
            case Wish.CLOSE:
                self._root.destroy()
                return
            case None:
                pass
        self._show()

    def _look(self) -> None:
        try:
            self._lesson.looked(self._teaching.look(self._lesson.windows[self._lesson.option].handle))
        except GridpilotError as fault:
            self._lesson.failed(fault.sentence)

    def _read_soon(self) -> None:
        """Once the corners rest: a reading takes longer than a nudge."""
        if self._due:
            self._root.after_cancel(self._due)
        self._due = self._root.after(READ_AFTER, self._read)

    def _read(self) -> None:
        self._due = ""
        if self._lesson.scene is not None:
            place = self._lesson.place
            read = self._teaching.read
            self._lesson.read(read(self._lesson.scene, place) if place else read(self._lesson.scene))
        self._show()

    def _hidden(self, act: Callable[[], None]) -> None:
        self._root.withdraw()
        self._root.update()
        act()
        self._root.deiconify()
        self._to_front()

    def _try(self) -> None:
        self._root.withdraw()
        self._root.update()
        facts, choices = self._lesson.facts(), self._lesson.choices()

        def tried() -> None:
            try:
                took = self._teaching.try_out(facts, choices, Abort())
            except GridpilotError as fault:
                sentence = fault.sentence
                self._answers.put(lambda: self._lesson.failed(sentence))
            except Exception:
                self._answers.put(lambda: self._lesson.failed(words.TRIAL_BROKE))
                raise
            else:
                self._answers.put(lambda: self._lesson.took(took))

        threading.Thread(target=tried, name="trial", daemon=True).start()
        self._root.after(POLL, self._await)

    def _await(self) -> None:
        try:
            answer = self._answers.get_nowait()
        except Empty:
            self._root.after(POLL, self._await)
            return
        self._root.deiconify()
        self._to_front()
        answer()
        self._show()

    def _save(self) -> None:
        if self._lesson.scene is None:
            return
        try:
            path, first = self._teaching.save(
                self._lesson.name.text, self._lesson.scene, self._lesson.facts(), self._lesson.choices()
            )
        except GridpilotError as fault:
            self._lesson.failed(fault.sentence)
        else:
            keys = self._teaching.keys(self._lesson.game)
            self._lesson.was_saved(path, keys, words.comes_first(first) if first else "")

    def _to_front(self) -> None:
        self._root.lift()
        self._root.focus_force()

    def _show(self) -> None:
        if self._picture.winfo_width() > 1:
            self._panel.show(page(self._lesson))
            self._stage.show(self._lesson)


def teach(teaching: Teaching, scene: Scene | None, *, dark: bool | None, scale: float | None) -> Path | None:
    """Opens the window, and returns when it is closed: the file that was saved, if any."""
    try:
        root = tk.Tk(className=CLASS)
    except tk.TclError as error:
        raise EnvironmentFault(*words.no_display(str(error))) from error
    root.withdraw()
    root.title(_("gridpilot - Teach"))
    look = dress(root)
    unit = scale or look.scale
    screen = root.winfo_screenwidth() - BORDER, root.winfo_screenheight() - BORDER
    width, height = (min(round(side * unit), most) for side, most in zip(SIZE, screen, strict=True))
    left, top = (root.winfo_screenwidth() - width) // 2, (root.winfo_screenheight() - height) // 2
    root.geometry(f"{width}x{height}+{left}+{top}")
    root.minsize(*(min(round(side * unit), most) for side, most in zip(LEAST, screen, strict=True)))
    windows = teaching.windows()
    if scene is None:  # the topmost is the one in which the command was typed: the next is the likelier
        windows = (*windows[1:], *windows[:1])
    window = TeachWindow(root, look.theme if dark is None else (DARK if dark else LIGHT), unit, teaching, windows)
    window.begin(scene)
    root.mainloop()
    return window.saved
