"""The tray menu's Settings: a form over the settings file. Each change is saved at once; the file's comments stay."""

from __future__ import annotations

import re
import subprocess
import sys
import tkinter as tk
from collections.abc import Callable
from functools import partial
from tkinter import ttk
from typing import Any

from gridpilot.cli.install import COMMAND
from gridpilot.config import MOST_STEP, Hotkeys
from gridpilot.desktop import choose
from gridpilot.errors import GridpilotError
from gridpilot.gui.drawn import tick_boxes
from gridpilot.gui.pages.page import PageWindow
from gridpilot.gui.pages.settings_saved import Saved, key_fault
from gridpilot.gui.recorder import Recorder
from gridpilot.service.daemon.paused_programs import application
from gridpilot.texts import settings_words as words

FILE = (sys.executable, "-m", "gridpilot.gui.pages.page", "settings-file")
CHOICES = {
    "think": ("fast", "default", "deep"),
    "notices": ("all", "problems", "none"),
    "which": ("all", "failures", "none"),
}
MOST_RECORDS = 1000
LOOKS = 1000  # ms between two looks whether the file was changed elsewhere


def fill(root: tk.Tk, _window: int | None) -> None:
    Form(root, Saved())


class Form:
    def __init__(self, root: tk.Tk, saved: Saved) -> None:
        self._window = window = PageWindow(root, "Settings")
        self._root = root
        self._saved = saved
        self._recorder = Recorder(root)
        self._ticks = tick_boxes(root, window.theme, window.scale)
        self._show: list[Callable[[], None]] = []  # of each field: as it stands in the file
        window.button(words.OPEN_FILE, lambda: subprocess.Popen(FILE))
        self._note = window.note()
        self._tabs = ttk.Notebook(root)
        self._tabs.pack(fill="both", expand=True, padx=window.room, pady=(window.room, window.room // 2))
        self._tabs.enable_traversal()
        self._keys(self._tab("keys"))
        self._speed(self._tab("speed"))
        self._messages(self._tab("messages"))
        self._kept(self._tab("kept"))
        self._programs(self._tab("programs"))
        self._look()
        self._tabs.focus_set()

    def _tab(self, name: str) -> ttk.Frame:
        frame = ttk.Frame(self._tabs, padding=self._window.room)
        frame.columnconfigure(1, weight=1)
        self._tabs.add(frame, text=words.TABS[name], underline=0)
        return frame

    def _field(self, frame: ttk.Frame, name: str, widget: tk.Widget) -> None:
        """A row: its name, what changes it, and below a line of help."""
        label, help_ = words.FIELDS[name]
        row = frame.grid_size()[1]
        window = self._window
        ttk.Label(frame, text=label, font=window.font(11, "bold")).grid(row=row, column=0, sticky="w")
        widget.grid(row=row, column=1, sticky="e")
        hint = ttk.Label(frame, text=help_, foreground=window.tones["quiet"], font=window.font(10))
        hint.grid(row=row + 1, column=0, columnspan=2, sticky="w", pady=(0, round(14 * window.scale)))

    # The tabs

    def _keys(self, frame: ttk.Frame) -> None:
        for action in Hotkeys.__slots__:
            button = ttk.Button(frame, width=24)
            button.configure(command=partial(self._record, action, button))
            self._field(frame, action, button)
            self._show.append(partial(self._show_key, action, button))

    def _show_key(self, action: str, button: ttk.Button) -> None:
        button.configure(text=words.key_label(getattr(self._saved.config.hotkeys, action)))

    def _record(self, action: str, button: ttk.Button) -> None:
        self._note(words.PRESS, False)
        button.configure(text="…")
        self._recorder.record(partial(self._recorded, action, button))

    def _recorded(self, action: str, button: ttk.Button, taken: str | None) -> None:
        """`taken` None: the key stays as it is."""
        self._note("", False)
        self._show_key(action, button)
        button.focus_set()
        if taken is None:
            return
        if reason := key_fault(action, taken, self._saved):
            self._note(words.key_refused(reason), True)
        elif self._save("hotkeys", action, taken):
            self._note(words.key_saved(taken), False)

    def _speed(self, frame: ttk.Frame) -> None:
        offered = [words.pace(step) for step in (0, words.WATCHED)]
        box = ttk.Combobox(frame, values=offered, width=28)
        for event in ("<<ComboboxSelected>>", "<Return>", "<FocusOut>"):
            box.bind(event, lambda _: self._paced(box.get()))
        self._show.append(lambda: box.set(words.pace(self._saved.config.pace.step_ms)))
        self._field(frame, "step", box)
        self._choice(frame, "think", "play", "think")

    def _paced(self, text: str) -> None:
        """One of those that are offered, or any number of milliseconds."""
        found = re.search(r"\d+", text)
        step = 0 if text == words.pace(0) else int(found[0]) if found else MOST_STEP + 1
        if step > MOST_STEP:
            self._note(words.key_refused(words.NO_PACE.format(most=MOST_STEP)), True)
        elif step != self._saved.config.pace.step_ms:
            self._save("pace", "step_ms", step)
        self._show_all()

    def _messages(self, frame: ttk.Frame) -> None:
        self._choice(frame, "notices", "notices", "show")
        self._switch(frame, "marks", "hint", "marks", words.SAVED)
        self._switch(frame, "tray", "tray", "show", words.SAVED_FOR_NEXT)
        entry, state = choose.autostart(), tk.BooleanVar(self._root)
        self._show.append(lambda: state.set(bool(entry.command())))
        self._field(frame, "autostart", self._check(frame, state, partial(self._autostart, state)))

    def _autostart(self, state: tk.BooleanVar) -> None:
        entry = choose.autostart()
        try:
            if state.get():
                entry.on(COMMAND)
            else:
                entry.off()
        except OSError as fault:
            self._note(words.key_refused(f"{entry.place}: {fault.strerror or fault}"), True)
            state.set(not state.get())
        else:
            self._note(words.SAVED, False)

    def _kept(self, frame: ttk.Frame) -> None:
        self._choice(frame, "which", "records", "which")
        number = tk.StringVar(self._root)
        box = ttk.Spinbox(frame, from_=0, to=MOST_RECORDS, textvariable=number, width=8)
        self._show.append(lambda: number.set(str(self._saved.config.records.keep)))
        for event in ("<<Increment>>", "<<Decrement>>", "<Return>", "<FocusOut>"):
            box.bind(event, lambda _: self._root.after_idle(self._number, number))
        self._field(frame, "keep", box)
        self._switch(frame, "statistics", "statistics", "keep", words.SAVED)

    def _number(self, number: tk.StringVar) -> None:
        text = number.get().strip()
        if text.isdecimal() and int(text) != self._saved.config.records.keep:
            self._save("records", "keep", int(text))
        elif not text.isdecimal():
            number.set(str(self._saved.config.records.keep))

    def _choice(self, frame: ttk.Frame, name: str, table: str, key: str) -> None:
        values = CHOICES[name]
        box = ttk.Combobox(frame, values=[words.CHOICES[value] for value in values], state="readonly", width=28)
        box.bind("<<ComboboxSelected>>", lambda _: self._save(table, key, values[box.current()]))
        self._show.append(lambda: box.set(words.CHOICES[self._saved.value(table, key)]))
        self._field(frame, name, box)

    def _switch(self, frame: ttk.Frame, name: str, table: str, key: str, done: str) -> None:
        state = tk.BooleanVar(self._root)
        self._show.append(lambda: state.set(self._saved.value(table, key)))
        self._field(frame, name, self._check(frame, state, lambda: self._save(table, key, state.get(), done)))

    @staticmethod
    def _check(frame: ttk.Frame, state: tk.BooleanVar, act: Callable[[], object]) -> ttk.Checkbutton:
        return ttk.Checkbutton(frame, variable=state, command=act)

    def _programs(self, frame: ttk.Frame) -> None:
        window = self._window
        listed = tk.Listbox(
            frame, height=6, font=window.font(11), background=window.theme.board, foreground=window.theme.text,
            selectbackground=window.theme.selected, selectforeground=window.theme.text, relief="flat",
            highlightthickness=1, highlightbackground=window.theme.edge, highlightcolor=window.theme.entered,
        )  # fmt: skip
        ttk.Label(frame, text=words.PAUSED_IN, font=window.font(10)).grid(columnspan=2, sticky="w")
        listed.grid(columnspan=2, sticky="nsew", pady=round(8 * window.scale))
        ttk.Button(frame, text=words.RESUME, command=lambda: self._pause("resume", listed.get("active"))).grid(
            columnspan=2, sticky="e"
        )
        others = ttk.Combobox(frame, state="readonly", width=30, postcommand=lambda: others.configure(values=_open()))
        label = ttk.Label(frame, text=words.OF_WINDOW, font=window.font(10))
        label.grid(columnspan=2, sticky="w", pady=(window.room, 0))
        others.grid(row=4, column=0, sticky="w", pady=round(8 * window.scale))
        ttk.Button(frame, text=words.PAUSE, command=lambda: self._pause("pause", others.get())).grid(
            row=4, column=1, sticky="e"
        )

        def show() -> None:
            names = self._saved.paused
            if list(listed.get(0, "end")) != (names or [words.IN_NONE]):
                listed.delete(0, "end")
                listed.insert("end", *(names or [words.IN_NONE]))

        self._show.append(show)

    def _pause(self, verb: str, name: str) -> None:
        if not name or name == words.IN_NONE:
            return
        try:
            self._saved.pause(verb, name)
        except GridpilotError as fault:
            self._note(fault.sentence or words.NOT_RUNNING, True)
        else:
            self._note(words.SAVED, False)
        self._show_all()

    # Saving and showing

    def _save(self, table: str, key: str, value: Any, done: str = words.SAVED) -> bool:
        """Saves one value. False, with a note, where the file has a fault or cannot be written."""
        fault = self._saved.change(table, key, value)
        self._note(fault or done, bool(fault))
        self._show_all()
        return not fault

    def _show_all(self) -> None:
        for show in self._show:
            show()

    def _look(self) -> None:
        """The file may be changed elsewhere meanwhile: in an editor, by another window."""
        if self._saved.moved():
            self._show_all()
            if fault := self._saved.fault:
                self._note(fault, True)
        self._root.after(LOOKS, self._look)


def _open() -> list[str]:
    """The programs of the windows that can be seen, but for our own."""
    from gridpilot.service.daemon.status import ours

    try:
        seen = choose.focus().visible()
    except GridpilotError:
        return []
    return sorted({application(window) for window in seen if not ours(window)} - {""})
