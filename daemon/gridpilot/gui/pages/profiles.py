"""The tray menu's Profiles: what each will do, and whether the focused window gets it.

The user's own are tested, renamed and removed here, where they have a folder, as Teach and an import make it.
"""

from __future__ import annotations

import threading
import tkinter as tk
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from tkinter import ttk

from gridpilot import paths
from gridpilot.desktop import choose
from gridpilot.errors import GridpilotError, Problem
from gridpilot.gui.pages.page import Page
from gridpilot.pilot.window_memory_store import forget, told
from gridpilot.profiles import match, writing
from gridpilot.profiles.names import free_name, plain_name
from gridpilot.profiles.profile import Profile
from gridpilot.profiles.store import name_of
from gridpilot.service import compose, sample_check
from gridpilot.service.sample_check import Verdict
from gridpilot.texts import profile_page_words as words
from gridpilot.texts import profile_words, teach_words
from gridpilot.window import Window

WIDTH = 940  # pixels at 100 %
LINES = 24  # signs of the list
LOOKS = 40  # ms between two looks whether a test is done


def fill(root: tk.Tk, window: int | None) -> None:
    Shelf(root, _window(window))


def _window(handle: int | None) -> Window | None:
    if handle is None:
        return None
    try:
        return choose.focus().window(handle)
    except GridpilotError:
        return None


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A file that is no profile, for these faults."""

    file: str
    faults: tuple[Problem, ...]


class Shelf:
    """A list of profiles, and of files that are none for a fault; beside it what the chosen one is."""

    def __init__(self, root: tk.Tk, window: Window | None) -> None:
        self._root, self._window = root, window
        self._folder = paths.find().profiles
        self._profiles = compose.profiles()
        self._all: tuple[Profile, ...] = ()
        self._entries: list[Profile | LeftOut] = []
        self._page = page = Page(root, "Profiles", WIDTH)
        page.copy_button()
        self._note = page.note()
        acts = ((words.REMOVE, self._ask_to_remove), (words.RENAME, self._ask_for_name), (words.TEST, self._test))
        self._buttons = [page.button(label, act) for label, act in acts]
        self._list = self._listed()
        self._bar: tk.Frame | None = None
        self._tests = 0
        self._read()
        self._choose(self._proposed())
        self._list.focus_set()

    def _listed(self) -> tk.Listbox:
        page, theme = self._page, self._page.theme
        made = tk.Listbox(
            self._root, width=LINES, font=page.font(11), activestyle="none", exportselection=False, borderwidth=0,
            background=theme.board, foreground=theme.text, selectbackground=theme.selected, highlightthickness=2,
            selectforeground=theme.text, highlightbackground=theme.board, highlightcolor=theme.entered, relief="flat",
        )  # fmt: skip
        made.pack(side="left", fill="y", padx=(page.room, 0), pady=page.room - round(6 * page.scale), before=page.text)
        made.bind("<<ListboxSelect>>", lambda _: self._show())
        for key, act in (("<F2>", self._ask_for_name), ("<Delete>", self._ask_to_remove)):
            made.bind(key, lambda _, act=act: act())  # type: ignore[misc]
        return made

    # The list

    def _read(self) -> None:
        self._all, problems = self._profiles.current()
        self._entries = [*left_out(problems), *self._all]
        self._list.delete(0, "end")
        for entry in self._entries:
            self._add(entry)

    def _add(self, entry: Profile | LeftOut) -> None:
        if isinstance(entry, LeftOut):
            self._list.insert("end", f" ! {name_of(Path(entry.file))}")
            self._list.itemconfigure("end", foreground=self._page.tones["bad"])
            return
        self._list.insert("end", f" {entry.name}")
        if not self._mine(Path(entry.source)):
            self._list.itemconfigure("end", foreground=self._page.tones["quiet"])

    def _mine(self, path: Path) -> bool:
        return path.is_relative_to(self._folder)

    def _proposed(self) -> int:
        """The one that the window gets, else the first."""
        if self._window is not None:
            for index, entry in enumerate(self._entries):
                if isinstance(entry, Profile) and match.choose(self._all, self._window, entry.game) == entry:
                    return index
        return 0

    def _choose(self, index: int) -> None:
        self._list.selection_clear(0, "end")
        if self._entries:
            index = min(index, len(self._entries) - 1)
            self._list.selection_set(index)
            self._list.activate(index)
            self._list.see(index)
        self._show()

    @property
    def _chosen(self) -> Profile | LeftOut | None:
        at = self._list.curselection()  # type: ignore[no-untyped-call]
        return self._entries[at[0]] if at else None

    # What the chosen one is

    def _show(self) -> None:
        self._tests += 1  # one that is under way has come too late
        self._close_bar()
        self._note("", False)
        self._page.clear()
        entry = self._chosen
        profile = entry if isinstance(entry, Profile) else None
        movable = profile is not None and writing.own_folder(self._folder, profile) is not None
        for button, may in zip(self._buttons, (movable, movable, profile is not None), strict=True):
            button.state(["!disabled" if may else "disabled"])
        if isinstance(entry, LeftOut):
            self._page.write(f"{words.LEFT_OUT}\n", "bad")
            self._page.write("".join(f"{fault}\n" for fault in entry.faults))
        elif profile is not None:
            self._describe(profile, movable=movable)
        else:
            self._page.write(f"{words.NO_PROFILES}\n")

    def _describe(self, profile: Profile, *, movable: bool) -> None:
        page = self._page
        page.write(f"{words.title(profile.name, profile.game)}\n", "head")
        if self._window is not None:
            self._about(profile, self._window)
        for name, text in profile_words.effects(profile):
            page.write(f"{name}: ", "name")
            page.write(f"{text}\n")
        if known := told(paths.find().learnt, profile.name):
            page.write(f"{profile_words.LEARNT}: ", "name")
            page.write(f"{words.learnt(known)}\n")
        mine = self._mine(Path(profile.source))
        page.write(f"\n{words.YOURS if mine else words.BUNDLED}\n", "quiet")
        if mine and not movable:
            page.write(f"{words.OPEN_FILE}\n", "quiet")
        page.write(f"{profile.source}\n", "quiet")

    def _about(self, profile: Profile, window: Window) -> None:
        first = match.choose(self._all, window, profile.game)
        (why,) = match.explain([profile], window, profile.game)
        reason = words.another_first(first.name) if why.matched else why.why
        text = words.about(window, reason, chosen=first == profile)
        self._page.write(f"{text}\n", "good" if first == profile else "quiet")

    # Test

    def _test(self) -> None:
        profile = self._chosen
        if not isinstance(profile, Profile):
            return
        self._show()
        self._note(words.TESTING, False)
        self._list.focus_set()
        done: SimpleQueue[tuple[Verdict, ...] | GridpilotError] = SimpleQueue()
        threading.Thread(target=_judge, args=(profile, done.put), name="test", daemon=True).start()
        self._await(self._tests, done)

    def _await(self, test: int, done: SimpleQueue[tuple[Verdict, ...] | GridpilotError]) -> None:
        if test != self._tests:
            return
        if done.empty():
            self._root.after(LOOKS, partial(self._await, test, done))
            return
        told = done.get()
        if isinstance(told, GridpilotError):
            self._note(told.sentence, True)
            return
        self._note("", False)
        self._page.write(f"\n{words.SAMPLE}\n", "head")
        for one in told:
            self._page.write(f"{one.percent} %   ", "name")
            self._page.write(f"{one.why or profile_words.READ_RIGHT}\n", "bad" if one.why else "good")
        self._page.text.see("end")

    # Rename and remove

    def _movable(self) -> Profile | None:
        """The chosen one, if it may be renamed and removed here."""
        chosen = self._chosen
        known = isinstance(chosen, Profile) and writing.own_folder(self._folder, chosen) is not None
        return chosen if known and isinstance(chosen, Profile) else None

    def _ask_for_name(self) -> None:
        profile = self._movable()
        if profile is None:
            return
        bar = self._open_bar(words.NEW_NAME)
        entry = ttk.Entry(bar, width=LINES + 8, font=self._page.font(11))
        entry.insert(0, profile.name)
        entry.selection_range(0, "end")
        entry.pack(side="left", padx=8)
        entry.bind("<Return>", lambda _: self._rename(profile, entry.get()))
        self._bar_buttons(words.RENAME_NOW, lambda: self._rename(profile, entry.get()))
        entry.focus_set()

    def _rename(self, profile: Profile, wish: str) -> None:
        name = plain_name(wish)
        if name == profile.name:
            self._close_bar()
        elif free_name(self._folder, wish) != name:
            self._note(teach_words.name_taken(name), True)
        elif self._done(lambda: writing.rename(self._folder, profile, wish)):
            forget(paths.find().learnt, profile.name)
            self._choose_named(name)
            self._note(words.renamed(profile.name, name), False)

    def _ask_to_remove(self) -> None:
        profile = self._movable()
        if profile is not None:
            self._open_bar(words.question(profile.name))
            self._bar_buttons(words.REMOVE_NOW, lambda: self._remove(profile)).focus_set()

    def _remove(self, profile: Profile) -> None:
        at = self._list.curselection()[0]  # type: ignore[no-untyped-call]
        folder = Path(profile.source).parent
        if self._done(lambda: writing.remove(self._folder, profile)):
            forget(paths.find().learnt, profile.name)
            self._read()
            self._choose(at)
            rest = words.rest_stays(profile.name, str(folder))
            self._note(rest if folder.exists() else words.removed(profile.name), False)

    def _done(self, act: Callable[[], object]) -> bool:
        try:
            act()
        except OSError as fault:
            self._note(words.failed(fault.strerror or str(fault)), True)
        except ValueError:  # it was taken away, or another one has come in its place
            self._read()
            self._choose(0)
        else:
            return True
        return False

    def _choose_named(self, name: str) -> None:
        self._read()
        names = [entry.name if isinstance(entry, Profile) else "" for entry in self._entries]
        self._choose(names.index(name) if name in names else 0)

    # The line above the buttons, in which something is asked

    def _open_bar(self, text: str) -> tk.Frame:
        self._close_bar()
        page = self._page
        self._bar = bar = tk.Frame(self._root, background=page.theme.window)
        bar.pack(side="bottom", fill="x", padx=page.room, pady=(0, page.room // 2), before=self._list)
        ttk.Label(bar, text=text, font=page.font(11)).pack(side="left")
        return bar

    def _bar_buttons(self, label: str, act: Callable[[], object]) -> ttk.Button:
        """Returns the one that changes nothing."""
        back = ttk.Button(self._bar, text=words.BACK, command=self._close_bar)
        back.pack(side="right", padx=(8, 0))
        made = ttk.Button(self._bar, text=label, command=act)
        made.pack(side="right")
        for widget in self._bar.winfo_children() if self._bar else ():
            widget.bind("<Escape>", self._escape)
        return back

    def _escape(self, _: object) -> str:
        self._close_bar()
        return "break"  # the page stays

    def _close_bar(self) -> None:
        bar, self._bar = self._bar, None
        if bar is not None:
            bar.destroy()
            self._list.focus_set()


def left_out(problems: Iterable[Problem]) -> list[LeftOut]:
    """Each file that is no profile, with all its errors."""
    files: dict[str, list[Problem]] = {}
    for problem in problems:
        if problem.level == "error":
            files.setdefault(problem.file, []).append(problem)
    return [LeftOut(file, tuple(faults)) for file, faults in files.items()]


def _judge(profile: Profile, tell: Callable[[tuple[Verdict, ...] | GridpilotError], None]) -> None:
    try:
        tell(sample_check.held(profile))
    except GridpilotError as fault:
        tell(fault)
