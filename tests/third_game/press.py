"""Presses the toy game's key in a daemon whose desktop is a fake, and tells what became of it, as JSON.

Run by test_third_game.py with the package that has the toy game. Between the key and the picture all is real: the
daemon, the pipe's lines, the worker, its jobs, the profiles.
"""

import io
import json
import sys
import threading
import time
from pathlib import Path

import numpy as np
from fakes.board_window import FakeClock
from fakes.desktop import Clicked, FakeDesk, FakeFocus, FakeHotkeys, FakeNotices, FakeTray, Pressed

from gridpilot.capture import Capture
from gridpilot.config import DEFAULT_TEXT, ConfigFile
from gridpilot.geometry import Rect, View
from gridpilot.pilot import Desk
from gridpilot.pilot.guard import clock
from gridpilot.profiles.format import schema
from gridpilot.service import compose, pipe
from gridpilot.service.daemon.dependencies import Parts
from gridpilot.service.daemon.loop import Daemon
from gridpilot.service.last_record import newest
from gridpilot.service.worker.loop import Worker
from gridpilot.texts import menu_words, settings_words, words
from gridpilot.window import Window

AREA = Rect(0, 0, 300, 300)
WINDOW = Window(7, "A square", "toy", "Toy", 1, "/usr/games/toy", "toy", AREA)


class Toy:
    """A program: a click selects a cell, a digit goes into it."""

    def __init__(self):
        self.board = [1, 2, 0, 0, 3, 0, 0, 0, 2]
        self.selected = None

    def take(self, event):
        if isinstance(event, Clicked):
            self.selected = event.at.y // 100 * 3 + event.at.x // 100
        elif isinstance(event, Pressed) and event.key.isdecimal():
            self.board[self.selected] = int(event.key)

    def picture(self, area):
        shades = np.array(self.board, np.uint8).reshape(3, 3) * 20
        whole = np.repeat(np.kron(shades, np.ones((10, 10), np.uint8))[..., None], 3, axis=2)
        if self.selected is not None:
            row, column = self.selected // 3 * 10, self.selected % 3 * 10
            whole[row, column : column + 10] = whole[row : row + 10, column] = 255
        cut = np.ascontiguousarray(
            whole[area.y // 10 : (area.y + area.height) // 10, area.x // 10 : (area.x + area.width) // 10]
        )
        return Capture(cut, View(area, cut.shape[1], cut.shape[0]))


class Follower:
    def stop(self):
        pass


class OwnWorker:
    """A worker in this process: it is started with an order, and its orders end when it has said how that ended."""

    def __init__(self, on_event):
        self.on_event, self.pid = on_event, 1

    def start(self):
        pass

    def order(self, order):
        over, answers = threading.Event(), io.StringIO()

        def orders():
            yield pipe.line(order)
            over.wait()

        class Answers(io.StringIO):
            def write(self, line):
                answers.write(line)
                if isinstance(pipe.said(line), pipe.Ended | pipe.Failed):
                    over.set()

        Worker(compose.RealJobs, orders(), Answers()).serve()
        for line in answers.getvalue().splitlines():
            self.on_event(pipe.said(line), self.pid)

    def stop(self):
        return 0


def main(folder):
    toy = Toy()
    fake = FakeDesk(WINDOW, toy.picture, toy.take)
    compose.desk = lambda: Desk(fake.focus, fake.screen, fake.input, fake.watch)
    clock.RealClock = FakeClock
    hotkeys, tray = FakeHotkeys(), FakeTray()
    parts = Parts(
        config=ConfigFile(folder / "config.toml"),
        profiles=lambda: ([], []),
        hotkeys=lambda: hotkeys,
        tray=lambda: tray,
        notices=FakeNotices,
        worker=OwnWorker,
        release=lambda: None,
        keep=lambda _: None,
        focus=lambda: FakeFocus(WINDOW),
        follower=lambda _: Follower(),
        crop=lambda _: None,
        name=lambda window: window.title,
        open=lambda *_: None,
        applications=folder / "paused.json",
        tesseract=False,
        wait_display_lost=threading.Event().wait,
        timer=lambda _seconds, _call: lambda: None,
        now=lambda: 0.0,
        say=lambda _: None,
    )
    daemon = Daemon(parts, started=0.0)
    seen = {}

    def press():
        while not tray.states:  # the icon comes in its own time
            time.sleep(0.01)
        seen["pressed"] = hotkeys.press("ctrl+alt+l")
        seen.update(daemon.answer({"do": "status"}))
        daemon.answer({"do": "quit"})

    threading.Thread(target=press, daemon=True).start()
    daemon.run()
    told = {
        "default": [line for line in DEFAULT_TEXT.splitlines() if "complete" in line],
        "setting": settings_words.FIELDS.get("complete"),
        "menu": menu_words.menu_labels().get("complete"),
        "lines": [item.action for item in tray.states[-1].menu],
        "hotkey": [key for key in seen["hotkeys"] if key["action"] == "complete"],
        "line": words.action_name("complete"),
        "games": schema()["properties"]["game"]["enum"],
        "pressed": seen["pressed"],
        "board": toy.board,
        "record": newest(compose.records())[0] and newest(compose.records())[0].told,
    }
    print(json.dumps(told))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
