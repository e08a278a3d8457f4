"""The daemon's decisions, with a desktop, a worker and a clock that are not there."""

import threading
from contextlib import contextmanager

import msgspec
import pytest
from fakes.desktop import FakeFocus, FakeHotkeys, FakeNotices, FakeTray
from modes import private

from gridpilot.config import ConfigFile
from gridpilot.errors import EnvironmentFault, Problem
from gridpilot.games import DEEDS
from gridpilot.geometry import Cell, Rect
from gridpilot.outcome import Ending, Outcome, StopReason
from gridpilot.pilot.record import outcome_facts
from gridpilot.service.daemon import job_runner
from gridpilot.service.daemon.dependencies import Parts
from gridpilot.service.daemon.loop import Daemon
from gridpilot.service.orders import ORDERS
from gridpilot.service.pages import PAGES
from gridpilot.service.pipe import WARMING, Gone, Said
from gridpilot.texts import words
from gridpilot.texts.messages import outcome_sentence
from gridpilot.window import Window

DONE = Outcome(Ending.VERIFIED, "sudoku", blanks=51, filled=51, board="1" * 81)
STOPPED_BY_KEY = Outcome(Ending.STOPPED, "sudoku", reason=StopReason.USER_KEY, blanks=51, filled=8)
PLAYED = Outcome(Ending.VERIFIED, "2048", moves=1034, score=15344, best=1024, board="1024 2 . .")


AREA = Rect(0, 0, 400, 400)
SUDOKU = Window(7, "Sudoku", "gnome-sudoku", "Gnome-sudoku", 0, "", "", AREA)
TERMINAL = Window(8, "make", "xterm", "XTerm", 0, "", "", AREA)


class FakeFollower:
    """Says that the focus moved when the test calls `on_change`."""

    def __init__(self, on_change):
        self.on_change = on_change
        self.stopped = False

    def stop(self):
        self.stopped = True


class FakeWorker:
    """Writes down its orders; the test says what it answers."""

    def __init__(self, on_event):
        self.on_event = on_event
        self.orders = []
        self.pid = 0
        self.starts = 0
        self.code = 0
        self.job = ""

    def start(self):
        self.starts += 1
        self.pid = 1000 + self.starts

    def order(self, order):
        """As the worker gets it, but for the job's name, which is kept apart."""
        told = msgspec.json.decode(msgspec.json.encode(order))
        self.job = told.pop("job", self.job)
        self.orders.append(told)

    def kill(self):
        self.dies(-9)

    def stop(self):
        self.pid = 0
        return self.code

    def dies(self, code=1):
        """It counts as there until it is put away."""
        self.on_event(Gone(code=code), self.pid)

    def says(self, **event):
        """Of its newest job, where it says of none in particular."""
        self.on_event(msgspec.convert({"job": self.job, **event}, Said), self.pid)


class House:
    """A daemon in a thread of its own; `ask` returns when all that was put before is dealt with."""

    def __init__(self, tmp_path, hotkeys=None, tray=None, keep=None, first=False, follower=None, untold=""):
        self.hotkeys = hotkeys or FakeHotkeys()
        self.over = threading.Event()
        self.tray = FakeTray()
        self.notices = FakeNotices()
        self.file = ConfigFile(tmp_path / "config.toml")
        self.profiles, self.faults = [], ()
        self.said, self.timers, self.released, self.opened, self.kept = [], [], [], [], []
        self.focus = FakeFocus(SUDOKU, TERMINAL)
        self.followers, self.crops = [], {}
        self.clock = 0.0
        self.lost = threading.Event()
        parts = Parts(
            config=self.file,
            profiles=lambda: (self.profiles, self.faults),
            hotkeys=self._make_hotkeys,
            tray=tray or (lambda: self.tray),
            notices=lambda: self.notices,
            worker=self._worker,
            release=lambda: self.released.append(True),
            keep=keep or self.kept.append,
            focus=lambda: self.focus,
            follower=follower or self._follower,
            crop=lambda ended: self.crops.get(ended.outcome.ending),
            name=lambda window: f"the {window.title} game",
            open=lambda *page: self.opened.append(page),
            applications=tmp_path / "paused.json",
            tesseract=True,
            wait_display_lost=self.lost.wait,
            timer=self._timer,
            now=lambda: self.clock,
            say=self.said.append,
            untold=lambda: untold,
        )
        self.daemon = Daemon(parts, started=0.0, first=first)
        self.code = None
        self.thread = threading.Thread(target=self._run)

    def _make_hotkeys(self):
        """One object, but for a trial beside it."""
        in_use = self.hotkeys.bound and not self.hotkeys.stopped
        return FakeHotkeys(self.hotkeys.taken) if in_use else self.hotkeys

    def _follower(self, on_change):
        self.followers.append(FakeFollower(on_change))
        return self.followers[-1]

    def goes_to(self, window):
        """The user clicks another window, and whoever follows the focus hears of it."""
        self.focus.active = window.handle
        for follower in self.followers:
            if not follower.stopped:
                follower.on_change()
        self.status()

    def _worker(self, on_event):
        self.worker = FakeWorker(on_event)
        return self.worker

    def _timer(self, seconds, call):
        entry = [seconds, call]
        self.timers.append(entry)
        return entry.clear

    def _run(self):
        self.code = self.daemon.run()

    def ask(self, do, **request):
        return self.daemon.answer({"do": do, **request})

    def status(self):
        return self.ask("status")

    def press(self):
        self.hotkeys.press("ctrl+alt+s")
        return self.status()

    def ring(self, seconds):
        """The timer of that length goes off."""
        (timer,) = [entry for entry in self.timers if entry and entry[0] == seconds]
        call = timer[1]
        timer.clear()
        call()
        self.status()
        return self.status()  # the first answer may come before the word of what the call led to


@pytest.fixture
def no_signals(monkeypatch):
    """Signals belong to the main thread, which is pytest's here."""
    monkeypatch.setattr("signal.signal", lambda *_: None)


@pytest.fixture
def house(tmp_path, no_signals):
    made = House(tmp_path)
    made.thread.start()
    while not made.tray.states:
        made.status()
    yield made
    made.ask("quit")
    made.lost.set()
    made.thread.join(30)
    assert not made.thread.is_alive()


def test_a_press_starts_a_job_on_the_focused_window(house):
    assert house.press()["busy"]
    assert house.worker.orders == [{"do": "fill", "game": "sudoku"}]


def test_the_worker_hears_how_long_the_key_of_its_job_is_held(house):
    house.hotkeys.hold(True)
    house.press()
    house.hotkeys.hold(False)
    house.status()
    holds = [{"do": "held", "down": down} for down in (True, False)]
    assert house.worker.orders == [holds[0], {"do": "fill", "game": "sudoku"}, holds[1]]


def test_a_second_press_stops_it_and_a_third_does_not_stop_it_twice(house):
    for _ in range(3):
        house.press()
    assert [order["do"] for order in house.worker.orders] == ["fill", "abort"]
    assert house.worker.orders[1]["reason"] == "command"


def test_after_the_outcome_the_next_press_starts_anew(house):
    house.press()
    house.worker.says(event="outcome", outcome=DONE)
    assert not house.status()["busy"]
    assert "51 of 51" in house.status()["last"]
    assert house.said[-1] == house.status()["last"]
    house.press()
    assert [order["do"] for order in house.worker.orders] == ["fill", "fill"]


def test_the_hotkey_whose_first_key_stopped_the_job_starts_none_and_the_next_one_does(house):
    house.press()
    house.worker.says(event="outcome", outcome=STOPPED_BY_KEY)
    assert not house.press()["busy"]
    assert house.press()["busy"]


def test_a_press_is_heard_after_a_job_that_a_key_and_then_the_hotkey_stopped(house):
    house.press()
    house.press()
    house.worker.says(event="outcome", outcome=STOPPED_BY_KEY)
    assert house.press()["busy"]


SHOWN = Outcome(Ending.SHOWN, "sudoku", detail="Look at row 1.", over=True)


def test_a_press_while_a_hint_is_still_looked_for_or_recorded_stops_nothing_and_gets_its_turn(house):
    for keys in ("ctrl+alt+h", "ctrl+alt+h", "ctrl+alt+s"):
        house.hotkeys.press(keys)
    house.worker.says(event="stage", stage="reading")
    assert house.status()["busy"]
    assert [order["do"] for order in house.worker.orders] == ["coach"]
    house.worker.says(event="outcome", outcome=SHOWN)
    assert house.status()["busy"]
    assert [order["do"] for order in house.worker.orders] == ["coach", "coach"]
    house.worker.says(event="outcome", outcome=SHOWN)
    assert house.status()["busy"]
    assert [order["do"] for order in house.worker.orders] == ["coach", "coach", "fill"]
    house.press()
    assert house.worker.orders[-1]["do"] == "abort"
    house.worker.says(event="outcome", outcome=DONE)
    assert not house.status()["busy"]


def test_a_hint_that_types_by_now_is_stopped_by_its_key(house):
    house.hotkeys.press("ctrl+alt+h")
    house.status()
    for stage in ("reading", "filling", "reading"):
        house.worker.says(event="stage", stage=stage)
    house.hotkeys.press("ctrl+alt+h")
    house.status()
    assert [order["do"] for order in house.worker.orders] == ["coach", "abort"]
    house.worker.says(event="outcome", outcome=DONE)
    assert not house.status()["busy"]


@pytest.mark.parametrize(("keys", "then"), [("ctrl+alt+h", []), ("ctrl+alt+2", ["play"])])
def test_an_arrow_that_follows_a_game_leaves_at_its_own_key_and_makes_way_for_another_deed(house, keys, then):
    house.hotkeys.press("ctrl+alt+h")
    house.status()
    house.worker.says(event="stage", stage="following")
    house.hotkeys.press(keys)
    house.status()
    assert [order["do"] for order in house.worker.orders] == ["coach", "abort"]
    house.worker.says(event="outcome", outcome=SHOWN)
    house.status()
    assert [order["do"] for order in house.worker.orders[2:]] == then


def test_what_waits_for_an_arrow_over_a_game_does_not_wait_until_that_is_over(house):
    for _ in range(2):
        house.hotkeys.press("ctrl+alt+h")
    house.status()
    house.worker.says(event="stage", stage="following")
    house.status()
    assert [order["do"] for order in house.worker.orders] == ["coach", "abort"]
    house.worker.says(event="outcome", outcome=SHOWN)
    house.status()
    assert house.worker.orders[-1]["do"] == "coach"


@pytest.mark.parametrize("end", ["stop", "pause", "quit", "a crash"])
def test_what_waits_for_a_hint_is_called_off_with_it(house, end):
    for _ in range(2):
        house.hotkeys.press("ctrl+alt+h")
    house.status()
    if end == "a crash":
        house.worker.dies()
    else:
        house.ask(end)
        house.worker.says(event="outcome", outcome=SHOWN)
    assert end == "quit" or not house.status()["busy"]
    assert [order["do"] for order in house.worker.orders].count("coach") == 1


def test_solve_waits_for_the_outcome_and_gets_it(house):
    replies = []
    asking = threading.Thread(target=lambda: replies.append(house.ask("solve", game="sudoku", window=7)))
    asking.start()
    while not house.status()["busy"]:
        pass
    assert house.worker.orders == [{"do": "fill", "game": "sudoku", "window": 7}]
    house.worker.says(event="outcome", outcome=DONE)
    asking.join(30)
    assert replies == [{"ok": True, "report": outcome_facts(DONE)}]


@contextmanager
def asked_meanwhile(house, do):
    """Yields where its answer will be."""
    replies = []
    asking = threading.Thread(target=lambda: replies.append(house.ask(do)))
    asking.start()
    while not (replies or house.daemon._shift.job.then):
        pass
    yield replies
    asking.join(30)
    assert not asking.is_alive()


@pytest.mark.parametrize("stage", ["reading", "following"])
@pytest.mark.parametrize("do", ["hint", "check", "show", "undo", "solve", "play"])
def test_a_request_while_something_is_shown_ends_that_and_gets_its_own_answer(house, stage, do):
    """An arrow that follows a game would go on; a hint is soon there."""
    house.hotkeys.press("ctrl+alt+h")
    house.status()
    house.worker.says(event="stage", stage=stage)
    with asked_meanwhile(house, do) as replies:
        assert [order["do"] for order in house.worker.orders] == ["coach", *["abort"] * (stage == "following")]
        house.worker.says(event="outcome", outcome=SHOWN)
        house.status()
        assert house.worker.orders[-1] == order_as_told(do)
        assert not replies
        house.worker.says(event="outcome", outcome=DONE)
    assert replies == [{"ok": True, "report": outcome_facts(DONE)}]


def order_as_told(do):
    told = msgspec.to_builtins(ORDERS[do])
    return {key: value for key, value in told.items() if key != "job"}


def test_a_line_of_the_menu_does_the_same(house):
    house.hotkeys.press("ctrl+alt+h")
    house.status()
    house.worker.says(event="stage", stage="following")
    house.daemon._later(house.daemon._chosen, "hint")
    house.status()
    house.worker.says(event="outcome", outcome=SHOWN)
    house.status()
    assert [order["do"] for order in house.worker.orders] == ["coach", "abort", "coach"]


@pytest.mark.parametrize("end", ["stop", "a crash", "quit"])
def test_a_request_that_is_called_off_before_it_has_begun_is_told_so(house, end):
    house.hotkeys.press("ctrl+alt+h")
    house.status()
    with asked_meanwhile(house, "check") as replies:
        if end == "a crash":
            house.worker.dies()
        else:
            house.ask(end)
            house.worker.says(event="outcome", outcome=SHOWN)
    assert [order["do"] for order in house.worker.orders].count("coach") == 1
    assert replies[0]["kind"] == "refused"
    assert replies[0]["error"]["message"] == (words.QUITTING if end == "quit" else words.CALLED_OFF)


def test_solve_is_refused_while_a_job_runs_and_while_paused(house):
    house.press()
    assert "gridpilot stop" in house.ask("solve")["error"]["message"]
    house.worker.says(event="outcome", outcome=DONE)
    house.ask("pause")
    assert "gridpilot resume" in house.ask("solve")["error"]["message"]


def test_paused_the_keys_are_given_back_and_the_job_is_stopped(house):
    house.press()
    house.ask("pause")
    assert not house.hotkeys.bound
    assert house.worker.orders[-1]["do"] == "abort"
    assert house.status()["hotkeys"][0]["live"] is False
    house.ask("resume")
    assert house.hotkeys.bound


def test_the_key_for_pause_works_while_paused_and_the_others_do_not(house):
    house.file.path.write_text('[hotkeys]\npause = "ctrl+alt+p"\n')
    house.status()
    assert house.hotkeys.press("ctrl+alt+p")
    assert house.status()["paused"]
    assert [key["live"] for key in house.status()["hotkeys"]] == [False] * 5 + [True]
    assert not house.hotkeys.press("ctrl+alt+s")
    assert house.hotkeys.press("ctrl+alt+p")
    assert not house.status()["paused"]
    assert house.press()["busy"]


def test_the_key_for_stop_stops_a_job_and_never_starts_one(house):
    house.file.path.write_text('[hotkeys]\nstop = "ctrl+alt+x"\n')
    house.status()
    house.hotkeys.press("ctrl+alt+x")
    assert not house.status()["busy"]
    house.press()
    house.hotkeys.press("ctrl+alt+x")
    house.status()
    assert [order["do"] for order in house.worker.orders] == ["fill", "abort"]


def test_how_a_job_ended_is_shown_as_a_notice(house):
    house.press()
    house.worker.says(event="outcome", outcome=DONE)
    assert house.notices.shown == [(house.status()["last"], "ready")]
    house.press()
    house.worker.says(event="outcome", outcome=Outcome(Ending.NO_BOARD, "sudoku"))
    house.status()
    assert [face for _, face in house.notices.shown] == ["ready", "trouble"]


@pytest.mark.parametrize("first", [True, False])
def test_what_nobody_tells_there_is_said_with_the_end_of_the_very_first_job(tmp_path, no_signals, first):
    house = House(tmp_path, first=first, untold="Nobody tells of your keys.")
    house.thread.start()
    house.status()
    ends = []
    for _ in range(2):
        house.press()
        house.worker.says(event="outcome", outcome=DONE)
        house.status()
        ends.append(house.notices.shown[-1][0])
    assert ["Nobody tells of your keys." in text for text in ends] == [first, False]
    house.ask("quit")
    house.thread.join(10)


@pytest.mark.parametrize("begin", [lambda house: house.press(), lambda house: house.ask("clear")], ids=["job", "teach"])
def test_a_notice_does_not_lie_over_the_board_that_is_looked_at_next(house, begin):
    house.press()
    house.worker.says(event="outcome", outcome=DONE)
    house.status()
    assert house.notices.lying
    begin(house)
    assert not house.notices.lying


@pytest.mark.parametrize(("level", "faces"), [("problems", ["trouble"]), ("none", [])])
def test_the_settings_say_which_notices_are_shown(house, level, faces):
    house.file.path.write_text(f'[notices]\nshow = "{level}"\n')
    for outcome in (DONE, Outcome(Ending.NO_BOARD, "sudoku")):
        house.press()
        house.worker.says(event="outcome", outcome=outcome)
        house.status()
    assert [face for _, face in house.notices.shown] == faces


def test_a_fault_of_the_settings_is_shown_at_once_or_with_the_end_of_the_job_that_the_press_began(house):
    house.file.path.write_text("[[[")
    house.status()
    ((text, face),) = house.notices.shown
    assert text.startswith("The settings have a fault, line 1")
    assert face == "trouble"
    house.file.path.write_text("\n]]]")
    house.press()
    assert len(house.notices.shown) == 1
    house.worker.says(event="outcome", outcome=DONE)
    house.status()
    (text, face) = house.notices.shown[-1]
    assert text.startswith(f"{outcome_sentence(DONE)} The settings have a fault, line 2")
    assert face == "trouble"
    house.status()
    assert len(house.notices.shown) == 2


def test_a_fault_that_the_settings_have_at_the_start_is_shown(tmp_path, no_signals):
    (tmp_path / "config.toml").write_text("[[[")
    house = House(tmp_path)
    house.thread.start()
    house.status()
    ((text, face),) = house.notices.shown
    assert "line 1" in text
    assert face == "trouble"
    house.ask("quit")
    house.thread.join(30)


def test_a_profile_that_is_left_out_is_named_and_warnings_are_not(house):
    house.faults = (Problem("/home/me/mine/profile.toml", 4, "warning", "unknown key fil"),)
    house.press()
    house.faults += (Problem("/home/me/mine/profile.toml", 3, "error", "fill = 'arows' is not known"),)
    house.worker.says(event="outcome", outcome=DONE)
    house.status()
    house.press()
    house.worker.says(event="outcome", outcome=DONE)
    assert house.status()["face"] == "trouble"
    texts = [text for text, _ in house.notices.shown]
    assert texts[0] == outcome_sentence(DONE)
    told = "left out, or stands as it was before: /home/me/mine/profile.toml:3: fill = 'arows' is not known."
    assert any(told in text for text in texts[1:]), texts


def test_a_hotkey_that_another_program_has_is_shown_as_a_notice(tmp_path, no_signals):
    made = House(tmp_path, FakeHotkeys(taken=("ctrl+alt+s",)))
    made.thread.start()
    while not made.tray.states:
        made.status()
    made.ask("quit")
    made.thread.join(30)
    ((text, face),) = made.notices.shown
    assert "Ctrl+Alt+S" in text
    assert face == "trouble"


def test_toggle_goes_back_and_forth(house):
    assert [house.ask("toggle")["paused"] for _ in range(3)] == [True, False, True]


def test_a_job_past_its_budget_is_killed_and_everything_released(house):
    house.press()
    house.worker.says(event="stage", stage="reading")
    house.status()
    status = house.ring(35.0)
    assert house.released == [True]
    assert not status["busy"]
    assert "took too long" in status["last"]
    assert [(outcome.ending, outcome.reason) for outcome in house.kept] == [(Ending.STOPPED, StopReason.BUDGET)]
    assert house.worker.starts == 2


def test_a_worker_that_was_ready_and_says_nothing_to_an_order_is_killed_soon(house):
    house.worker.says(event="ready", ms=700)
    house.press()
    status = house.ring(5.0)
    assert not status["busy"]
    assert "took too long" in status["last"]
    assert house.worker.starts == 2


def test_a_worker_that_hangs_before_it_is_ready_is_killed_soon(house):
    """As one does that hangs a second time, just after it was replaced."""
    house.press()
    status = house.ring(10.0)
    assert not status["busy"]
    assert "took too long" in status["last"]
    assert house.worker.starts == 2


def test_a_worker_that_is_slow_to_get_ready_has_time_if_it_says_so_and_the_whole_time_for_the_job(house):
    house.press()
    for stage in (WARMING, "reading"):
        (first,) = [entry for entry in house.timers if entry]
        house.worker.says(event="stage", stage=stage)
        assert house.status()["job"]["stage"] == stage
        assert first == []  # called off; another one runs
        assert [entry[0] for entry in house.timers if entry] == [35.0]


def test_a_worker_that_has_begun_gets_the_whole_time(house):
    house.worker.says(event="ready", ms=700)
    house.press()
    house.worker.says(event="stage", stage="reading")
    house.worker.says(event="stage", stage="filling")
    house.status()
    assert [entry[0] for entry in house.timers if entry] == [35.0]


def test_a_job_that_does_not_stop_when_told_is_killed_soon(house):
    house.press()
    house.ask("stop")
    status = house.ring(3.0)
    assert house.released == [True]
    assert "you asked for it" in status["last"]


def test_an_outcome_in_time_calls_off_the_timers(house):
    house.press()
    house.ask("stop")
    house.worker.says(event="outcome", outcome=DONE)
    house.status()
    assert [entry for entry in house.timers if entry] == []


def test_three_crashes_in_a_minute_pause_it_and_resume_tries_again(house):
    for second in (1, 2, 3):
        house.clock = float(second)
        if second == 3:
            house.ring(2.0)  # the second time it waits a while
        house.worker.dies()
        status = house.status()
    assert status["paused"]
    assert status["face"] == "trouble"
    assert house.worker.starts == 3
    assert "three times in a minute" in house.said[-1]
    assert house.notices.shown[-1] == (house.said[-1], "trouble")
    house.ask("resume")
    assert house.worker.starts == 4
    assert house.status()["face"] == "ready"


def test_rare_crashes_only_start_it_again(house):
    for minute in range(5):
        house.clock = minute * 61.0
        house.worker.dies()
        assert not house.status()["paused"]
    assert house.worker.starts == 6


def test_a_worker_that_has_done_many_jobs_is_replaced_between_two_and_that_is_no_crash(house, monkeypatch):
    monkeypatch.setattr(job_runner, "MOST_JOBS", 3)
    for starts in (1, 1, 2, 2, 2, 3):
        house.press()
        assert house.worker.pid == 1000 + house.worker.starts
        house.worker.says(event="outcome", outcome=DONE)
        assert (house.status()["face"], house.worker.starts) == ("ready", starts)


def test_a_listener_that_ends_is_replaced_and_after_three_times_in_a_minute_it_pauses(house):
    house.hotkeys.lose()
    house.ring(0.0)
    assert house.press()["busy"]
    house.worker.says(event="outcome", outcome=DONE)
    house.hotkeys.lose()
    house.ring(0.0)
    assert not house.hotkeys.alive()
    house.ring(2.0)
    assert house.hotkeys.alive()
    house.hotkeys.lose()
    status = house.ring(0.0)
    assert (status["paused"], status["face"]) == (True, "trouble")
    assert "hotkeys ended three times" in status["note"]
    assert house.notices.shown[-1] == (status["note"], "trouble")
    assert not house.ask("resume")["paused"]
    assert house.hotkeys.alive()
    assert house.status()["face"] == "ready"


def test_a_listener_that_ends_while_paused_is_replaced_and_the_keys_stay_free(house):
    house.ask("pause")
    house.hotkeys.lose()
    house.ring(0.0)
    assert house.hotkeys.alive()
    assert not house.hotkeys.press("ctrl+alt+s")


def test_an_icon_that_fails_is_made_anew_until_that_happens_all_the_time(tmp_path, no_signals):
    made = []

    class Failing(FakeTray):
        def run(self, *_):
            made.append(self)
            raise ConnectionError("cut")

    house = House(tmp_path, tray=Failing)
    waits = []
    house.daemon._over.wait = lambda pause=None: waits.append(pause)
    house.thread.start()
    house.thread.join(30)
    assert len(made) == 3
    assert waits == [0.0, 2.0, None]  # the last is the wait for the end of the program
    assert "log says why" in house.status()["tray"]["reason"]


def test_a_press_does_not_wait_for_a_worker_that_is_to_start_a_while_later(house):
    for _ in range(2):
        house.worker.dies()
        house.status()
    assert (house.worker.starts, house.worker.pid) == (2, 0)
    assert house.press()["busy"]
    assert house.worker.starts == 3
    assert [entry[0] for entry in house.timers if entry] == [10.0]  # the later start is called off


def test_a_record_that_cannot_be_made_does_not_keep_the_next_worker_from_starting(tmp_path, no_signals):
    def full(_):
        raise EnvironmentFault("A folder cannot be made", "No space left on device.")

    house = House(tmp_path, keep=full)
    house.thread.start()
    while not house.tray.states:
        house.status()
    house.press()
    house.worker.dies()
    status = house.status()
    assert (status["busy"], house.worker.starts) == (False, 2)
    house.ask("quit")
    house.thread.join(30)


@pytest.mark.parametrize(("code", "kept"), [(0, []), (1, [StopReason.CRASHED])])
def test_a_job_that_is_ended_with_the_program_leaves_a_record_by_the_worker_or_by_the_daemon(house, code, kept):
    house.press()
    house.worker.code = code
    house.lost.set()
    house.thread.join(30)
    assert [outcome.reason for outcome in house.kept] == kept
    assert house.worker.orders[-1]["do"] == "abort"


def test_a_fault_in_a_job_reaches_who_asked_for_it(house):
    replies = []
    asking = threading.Thread(target=lambda: replies.append(house.ask("solve")))
    asking.start()
    while not house.status()["busy"]:
        pass
    house.worker.says(event="fault", kind="environment", title="No picture", message="Locked.", fix="Unlock.")
    asking.join(30)
    assert replies[0]["error"] == {"title": "No picture", "message": "Locked.", "fix": "Unlock."}
    assert replies[0]["kind"] == "environment"
    assert house.status()["last"] == "Locked. Unlock."
    assert [(outcome.ending, outcome.detail) for outcome in house.kept] == [(Ending.BLOCKED, "Locked. Unlock.")]


PROGRESS = {"moves": 1034, "score": 15344, "best": 1024, "pace": 4.9}


def test_the_other_hotkey_plays_2048_and_either_stops_it(house):
    house.hotkeys.press("ctrl+alt+2")
    assert house.status()["job"]["game"] == "2048"
    assert house.worker.orders == [{"do": "play", "game": "2048"}]
    house.press()
    assert house.worker.orders[-1] == {"do": "abort", "reason": "command"}


def test_play_carries_its_goal_and_engine_to_the_worker(house):
    asking = threading.Thread(
        target=lambda: house.ask("play", window=7, goal={"until": 4096, "moves": 0, "restart": False}, engine="article")
    )
    asking.start()
    while not house.status()["busy"]:
        pass
    (order,) = house.worker.orders
    assert order == {
        "do": "play",
        "game": "2048",
        "window": 7,
        "goal": {"until": 4096, "moves": 0, "restart": False},
        "engine": "article",
    }
    house.worker.says(event="outcome", outcome=PLAYED)
    asking.join(30)


def test_how_a_game_stands_is_told_while_it_runs(house):
    house.hotkeys.press("ctrl+alt+2")
    assert house.status()["job"]["progress"] is None
    house.worker.says(event="progress", progress=PROGRESS)
    assert house.status()["job"]["progress"] == PROGRESS
    assert "1034 moves" in house.tray.states[-1].tooltip
    assert "4.9 moves/s" in house.tray.states[-1].menu[0].label
    house.worker.says(event="outcome", outcome=PLAYED)
    assert house.status()["job"] is None
    assert "1034 moves" in house.status()["last"]


def test_a_game_that_goes_on_has_no_budget_and_one_that_falls_silent_is_killed(house):
    house.hotkeys.press("ctrl+alt+2")
    house.status()
    for _ in range(3):
        (first,) = [entry for entry in house.timers if entry]
        house.worker.says(event="progress", progress=PROGRESS)
        house.status()
        assert first == []  # called off; another one runs
    status = house.ring(35.0)
    assert not status["busy"]
    assert house.released == [True]


def test_a_sign_of_life_does_not_put_off_the_end_of_a_game_that_was_told_to_stop(house):
    house.hotkeys.press("ctrl+alt+2")
    house.ask("stop")
    house.worker.says(event="progress", progress=PROGRESS)
    assert not house.ring(3.0)["busy"]


def test_the_tray_shows_each_state_by_face_and_menu(house):
    def shown():
        house.status()
        return house.tray.states[-1]

    assert shown().face == "ready"
    actions = ["solve", "play", *DEEDS, "toggle", "toggle-here", *PAGES, "quit"]
    assert [item.action for item in shown().menu if item.action] == actions
    house.press()
    assert shown().face == "busy"
    assert [item.enabled for item in shown().menu if item.action in {"solve", "play", "stop"}] == [False, False, True]
    house.worker.says(event="outcome", outcome=DONE)
    house.ask("pause")
    assert shown().face == "paused"
    assert [item.checked for item in shown().menu if item.action == "toggle"] == [True]
    assert [item.enabled for item in shown().menu if item.action in {"solve", "play"}] == [False, False]


@pytest.mark.parametrize(("action", "key"), [("solve", "busy"), ("play", "busy"), ("toggle", "paused")])
def test_the_menu_does_what_it_says(house, action, key):
    house.tray.click(action)
    assert house.status()[key]


def test_each_page_of_the_menu_is_opened_about_the_window_that_had_the_focus(house):
    house.tray.open()
    for item in ("practice-sudoku", "teach", "profiles", "last", "settings", "doctor"):
        house.tray.click(item)
    house.status()
    assert house.opened == [
        (page, SUDOKU.handle) for page in ("practice-sudoku", "teach", "profiles", "last", "settings", "doctor")
    ]


def test_the_menu_names_what_is_in_the_focused_window_when_it_is_opened(house):
    house.tray.open()
    assert house.tray.states[-1].menu[0].label == "Ready: the Sudoku game"
    house.focus.active = TERMINAL.handle
    house.tray.open()
    assert house.tray.states[-1].menu[0].label == "Ready: the make game"
    house.focus.active = None
    house.tray.open()
    assert house.tray.states[-1].menu[0].label == "Ready: Ctrl+Alt+S"
    assert [item.enabled for item in house.tray.states[-1].menu if item.action == "toggle-here"] == [False]


def test_the_menu_ends_it(house):
    house.tray.click("quit")
    house.thread.join(30)
    assert (house.code, house.tray.stopped, house.hotkeys.stopped, house.worker.pid) == (0, True, True, 0)


def test_a_lost_display_ends_it_with_code_3(house):
    house.lost.set()
    house.thread.join(30)
    assert house.code == 3
    assert "display went away" in house.said[-1]


def test_quit_answers_those_who_wait_for_a_job(house):
    replies = []
    asking = threading.Thread(target=lambda: replies.append(house.ask("solve")))
    asking.start()
    while not house.status()["busy"]:
        pass
    assert house.ask("quit") == {"ok": True}
    asking.join(30)
    assert replies[0]["ok"] is False


def test_a_changed_key_is_bound_at_the_next_question(house):
    house.file.path.write_text('[hotkeys]\nsolve = "f9"\n')
    assert house.status()["hotkeys"][0]["combination"] == "f9"
    house.hotkeys.stopped = False  # the fake is used again for the new binding
    house.hotkeys.press("f9")
    assert house.status()["busy"]


def test_a_key_that_is_taken_is_trouble_but_no_reason_to_stop(tmp_path, no_signals):
    house = House(tmp_path, hotkeys=FakeHotkeys(taken=("ctrl+alt+s", "ctrl+alt+2")))
    house.thread.start()
    status = house.status()
    assert status["face"] == "trouble"
    assert "taken by another program" in status["note"]
    assert any("Or use: gridpilot solve --pick" in line for line in house.said)
    house.ask("quit")
    house.thread.join(30)
    assert house.code == 0


def test_without_a_tray_it_says_why_and_goes_on(tmp_path, no_signals):
    def none():
        raise EnvironmentFault("No tray", "a library is missing.", "Install it.")

    house = House(tmp_path, tray=none)
    house.thread.start()
    assert house.status()["tray"] == {"kind": "", "shown": False, "reason": "a library is missing. Install it."}
    assert any("a library is missing" in line for line in house.said)
    house.ask("quit")
    house.thread.join(30)


def test_the_first_lines_are_five_at_most(house):
    assert len(house.said) <= 5


def test_an_unknown_verb_is_refused(house):
    assert house.ask("dance")["ok"] is False


def test_a_request_that_comes_too_late_is_refused_not_left_waiting(house):
    house.ask("quit")
    assert house.ask("status")["ok"] is False


def here(house):
    """The menu's line about the focused program."""
    house.tray.open()
    return next(item for item in house.tray.states[-1].menu if item.action == "toggle-here")


def test_paused_for_a_program_the_keys_are_its_own_while_it_has_the_focus_and_only_then(house):
    assert here(house).checked is False
    house.tray.click("toggle-here")
    assert house.status()["paused_for"] == ["Gnome-sudoku"]
    assert not house.hotkeys.press("ctrl+alt+s")
    assert [key["live"] for key in house.status()["hotkeys"]] == [False] * 5
    assert house.tray.states[-1].face == "paused"
    assert here(house).checked is True
    house.goes_to(TERMINAL)
    assert house.press()["busy"]
    house.worker.says(event="outcome", outcome=DONE)
    house.goes_to(SUDOKU)
    assert not house.hotkeys.press("ctrl+alt+s")
    house.tray.click("toggle-here")
    assert house.status()["paused_for"] == []
    assert house.followers[-1].stopped
    assert house.press()["busy"]


def test_nobody_follows_the_focus_while_no_program_is_paused(house):
    house.status()
    assert house.followers == []


def test_a_program_is_paused_and_resumed_by_its_name_whatever_its_case(house):
    assert house.ask("pause", application="gnome-SUDOKU")["applications"] == ["gnome-SUDOKU"]
    assert here(house).checked is True
    assert not house.hotkeys.press("ctrl+alt+s")
    assert house.ask("resume", application="Gnome-sudoku")["applications"] == []
    assert house.press()["busy"]


def test_without_a_name_the_focused_program_is_meant_and_without_a_focus_it_is_refused(house):
    assert house.ask("pause", application="")["application"] == "Gnome-sudoku"
    house.focus.active = None
    assert "gridpilot pause --app" in house.ask("resume", application="")["error"]["message"]


def test_a_program_that_was_not_paused_cannot_be_resumed(house):
    assert "not paused for XTerm" in house.ask("resume", application="XTerm")["error"]["message"]
    house.ask("pause", application="XTerm")
    assert "but for: XTerm" in house.ask("resume", application="Other")["error"]["message"]


def test_solve_is_refused_in_a_paused_program_be_it_focused_or_named(house):
    house.ask("pause", application="XTerm")
    house.goes_to(TERMINAL)
    assert "resume --app XTerm" in house.ask("solve")["error"]["message"]
    house.goes_to(SUDOKU)
    assert "resume --app XTerm" in house.ask("solve", window=TERMINAL.handle)["error"]["message"]


def test_where_nobody_tells_of_the_focus_a_paused_programs_key_does_nothing_and_says_so_once(tmp_path, no_signals):
    def none(_on_change):
        raise EnvironmentFault("No window manager", "Nobody tells.")

    house = House(tmp_path, follower=none)
    house.thread.start()
    house.focus.active = TERMINAL.handle
    house.ask("pause", application="Gnome-sudoku")
    house.focus.active = SUDOKU.handle
    for _ in range(2):
        assert not house.press()["busy"]
    assert [face for text, face in house.notices.shown if "paused for Gnome-sudoku" in text] == ["paused"]
    house.focus.active = TERMINAL.handle
    assert house.press()["busy"]
    house.ask("quit")
    house.thread.join(30)


def test_paused_programs_are_remembered_and_the_focus_is_followed_from_the_start(tmp_path, no_signals):
    for seen in ([], ["Gnome-sudoku"]):
        house = House(tmp_path)
        house.thread.start()
        assert house.status()["paused_for"] == seen
        house.status()
        assert house.hotkeys.press("ctrl+alt+s") is not bool(seen)
        house.ask("pause", application="Gnome-sudoku")
        assert private(tmp_path / "paused.json")
        house.ask("quit")
        house.thread.join(30)


@pytest.mark.parametrize("text", ["", "[]", '{"paused": 5}', '{"paused": ["XTerm", 5]}'])
def test_a_broken_memory_of_paused_programs_is_no_reason_to_stop(tmp_path, no_signals, text):
    (tmp_path / "paused.json").write_text(text)
    house = House(tmp_path)
    house.thread.start()
    assert set(house.status()["paused_for"]) <= {"XTerm"}
    house.ask("quit")
    house.thread.join(30)
    assert house.code == 0


def test_the_first_start_is_greeted_with_the_keys_the_icon_and_a_board_to_try_it_on(tmp_path, no_signals):
    house = House(tmp_path, first=True)
    house.thread.start()
    house.status()
    ((text, face),) = house.notices.shown
    assert "Ctrl+Alt+S" in text
    assert "icon" in text
    assert face == "ready"
    house.notices.offers[0][0].accept()
    house.status()
    assert house.opened == [("practice-sudoku", None)]
    house.ask("quit")
    house.thread.join(30)


def test_where_there_is_no_tray_the_first_notice_names_the_commands(tmp_path, no_signals):
    def none():
        raise EnvironmentFault("No tray", "a library is missing.", "Install it.")

    house = House(tmp_path, tray=none, first=True)
    house.thread.start()
    house.status()
    assert "gridpilot pause" in house.notices.shown[0][0]
    house.ask("quit")
    house.thread.join(30)


def test_later_starts_are_quiet(house):
    assert house.notices.shown == []


def test_what_the_worker_still_says_of_a_job_that_is_over_is_not_taken_for_the_next_ones(house):
    house.press()
    over = house.worker.job
    house.worker.dies()
    house.status()
    house.press()
    house.worker.says(event="outcome", outcome=DONE, job=over)
    assert house.status()["busy"]
    house.worker.says(event="outcome", outcome=DONE)
    assert not house.status()["busy"]


def test_a_doubt_is_shown_with_the_picture_of_its_cell(house, tmp_path):
    house.crops["doubtful"] = tmp_path / "r4c7.png"
    for outcome in (DONE, Outcome(Ending.DOUBTFUL, "sudoku")):
        house.press()
        house.worker.says(event="outcome", outcome=outcome)
        house.status()
    assert house.notices.pictures == [None, tmp_path / "r4c7.png"]


@pytest.mark.parametrize(
    ("ending", "blanks", "shown"), [("blocked", 51, True), ("missed", 51, True), ("blocked", 0, False)]
)
def test_a_solution_that_is_known_and_not_typed_is_offered_by_the_notice(house, ending, blanks, shown):
    house.press()
    outcome = Outcome(Ending(ending), "sudoku", "gnome-sudoku", blanks=blanks, detail="no way of typing")
    house.worker.says(event="outcome", outcome=outcome)
    house.status()
    for offer in house.notices.offers[-1]:
        offer.accept()
    house.status()
    assert (house.worker.orders[-1]["do"] == "coach") is shown
    if shown:
        assert house.worker.orders[-1]["what"] == "show"


@pytest.mark.parametrize(("profile", "offers"), [("automatic", 1), ("gnome-sudoku", 0)])
def test_a_window_without_a_profile_may_be_taught_from_the_notice(house, profile, offers):
    house.press()
    house.worker.says(event="outcome", outcome=Outcome(Ending.NO_BOARD, "sudoku", profile))
    house.status()
    assert len(house.notices.offers[-1]) == offers
    for offer in house.notices.offers[-1]:
        offer.accept()
    house.status()
    assert house.opened == [("teach", None)] * offers


@pytest.mark.parametrize(
    ("ending", "game", "profile", "offered"),
    [
        ("doubtful", "sudoku", "automatic", ["Show what is read", "Teach this window…"]),
        ("doubtful", "sudoku", "gnome-sudoku", ["Show what is read"]),
        ("unsolvable", "sudoku", "automatic", ["Show what is read"]),
        ("ambiguous", "sudoku", "gnome-sudoku", ["Show what is read"]),
        ("doubtful", "2048", "gnome-2048", []),
    ],
)
def test_what_was_read_is_offered_where_it_may_be_wrong(house, ending, game, profile, offered):
    house.press()
    house.worker.says(event="outcome", outcome=Outcome(Ending(ending), game, profile, cells=(Cell(3, 6),)))
    house.status()
    offers = house.notices.offers[-1]
    assert [offer.label for offer in offers] == offered
    if offers:
        offers[0].accept()
        house.status()
        assert house.worker.orders[-1] == {"do": "coach", "game": "sudoku", "what": "look"}


def test_no_notice_is_shown_between_the_press_and_the_end_of_the_job(house):
    house.press()
    for stage in ("capture", "read", "filling"):
        house.worker.says(event="stage", stage=stage)
    house.status()
    assert house.notices.shown == []


def test_a_click_on_the_icon_says_what_it_did(house):
    house.tray.click("toggle")
    house.tray.click("toggle")
    house.status()
    assert [face for _, face in house.notices.shown] == ["paused", "ready"]


def test_a_free_key_is_proposed_for_one_that_is_taken(tmp_path, no_signals):
    house = House(tmp_path, hotkeys=FakeHotkeys(taken=("ctrl+alt+s", "ctrl+shift+alt+s")))
    house.thread.start()
    key = house.status()["hotkeys"][0]
    assert (key["live"], key["instead"]) == (False, "super+s")
    assert any("Super+S is free" in line for line in house.said)
    assert house.hotkeys.press("ctrl+alt+2")
    house.ask("quit")
    house.thread.join(30)


@pytest.mark.parametrize("verb", ["solve", "play", "pause", "resume", "toggle"])
@pytest.mark.parametrize(
    "odd",
    [
        {"window": -1}, {"window": 1 << 33}, {"window": 1.5}, {"window": "seven"}, {"window": [7]}, {"game": "chess"},
        {"profile": "x" * 10_000}, {"application": 5}, {"application": ["a"]}, {"application": "x" * 10_000},
    ],
)  # fmt: skip
def test_a_request_with_a_value_out_of_range_is_refused_in_a_sentence_even_while_a_program_is_paused(house, verb, odd):
    house.ask("pause", application="XTerm")
    about_jobs = "application" not in odd
    if about_jobs != (verb in {"solve", "play"}):
        return
    reply = house.ask(verb, **odd)
    assert reply["ok"] is False
    assert reply["error"]["message"].startswith("The request cannot be carried out: ")
    assert house.worker.orders == []
    assert house.status()["paused_for"] == ["XTerm"]


@pytest.mark.parametrize("verb", [None, 5, ["solve"], {"do": 1}, "x" * 10_000])
def test_a_verb_that_is_none_is_refused_in_a_sentence(house, verb):
    reply = house.ask(verb)
    assert reply["ok"] is False
    assert "is no verb" in reply["error"]["message"]
    assert len(reply["error"]["message"]) < 200


def test_the_notice_of_a_pause_says_how_to_go_on(house):
    house.tray.click("toggle")
    house.status()
    text, face = house.notices.shown[-1]
    assert face == "paused"
    assert "click the icon again" in text
    assert "gridpilot resume" in text


def test_a_timer_that_had_gone_off_when_its_job_ended_does_not_end_the_next_one(house):
    house.press()
    ((_, overdue),) = [[*entry] for entry in house.timers if entry]
    house.worker.says(event="outcome", outcome=DONE)
    assert house.press()["busy"]
    overdue()
    house.status()
    assert house.status()["busy"]  # the first answer may come before the word of what the call led to
    assert house.worker.starts == 1


def test_the_end_of_a_worker_that_was_replaced_already_is_not_taken_for_the_next_one_s(house, monkeypatch):
    monkeypatch.setattr(job_runner, "MOST_JOBS", 1)
    house.press()
    house.worker.says(event="outcome", outcome=DONE)
    assert house.press()["busy"]
    house.worker.on_event(Gone(code=1), 1001)
    assert house.status()["busy"]
    assert (house.worker.pid, house.worker.starts) == (1002, 2)


@pytest.mark.parametrize("late", ["press", "death", "timer"])
def test_what_was_told_to_quit_begins_nothing_whatever_comes_then(house, late):
    if late == "timer":
        for _ in range(2):
            house.worker.dies()
            house.status()
    starts = house.worker.starts
    before = {
        "press": lambda: house.hotkeys._on_press("solve"),
        "death": lambda: house.worker.on_event(Gone(code=1), 0),
        "timer": lambda call=[entry[1] for entry in house.timers if entry][-1] if late == "timer" else None: call(),
    }[late]
    house.ask("quit")
    before()
    house.status()
    assert (house.worker.orders, house.worker.starts, house.worker.pid) == ([], starts, 0)
    assert not house.hotkeys.bound


def test_a_press_that_comes_when_it_has_just_been_paused_is_told_so(house):
    on_press = house.hotkeys._on_press
    house.ask("pause")
    on_press("solve")
    assert not house.status()["busy"]
    ((text, face),) = house.notices.shown
    assert "gridpilot is paused" in text
    assert face == "paused"


def test_the_key_for_stop_says_when_there_is_nothing_to_stop(house):
    house.file.path.write_text('[hotkeys]\nstop = "ctrl+alt+x"\n')
    house.status()
    house.hotkeys.press("ctrl+alt+x")
    house.status()
    assert house.notices.shown == [("No job is running.", "ready")]


def test_who_chooses_from_the_menu_what_cannot_be_done_hears_why(house):
    house.focus.active = None
    house.tray.open()
    house.tray.click("toggle-here")
    house.status()
    ((text, face),) = house.notices.shown
    assert "No window has the focus" in text
    assert face == "trouble"


def test_no_notice_lies_over_the_board_of_a_job_that_is_still_being_stopped(house):
    house.press()
    house.tray.click("toggle")
    house.status()
    assert house.notices.shown == []
    house.worker.says(event="outcome", outcome=DONE)
    house.status()
    ((text, face),) = house.notices.shown
    assert text.startswith(f"{outcome_sentence(DONE)} Paused: the hotkeys belong to other programs now.")
    assert face == "paused"


def test_a_lost_listener_that_has_been_replaced_meanwhile_is_not_replaced_once_more(house):
    lost = house.hotkeys
    house.hotkeys.lose()
    house.hotkeys = FakeHotkeys()
    house.file.path.write_text('[hotkeys]\nsolve = "f9"\n')
    house.status()
    assert house.hotkeys.bound["solve"] == "f9"
    stops = []
    house.hotkeys.stop = lambda: stops.append(True)
    house.ring(0.0)
    assert (lost.stopped, stops) == (True, [])
    assert house.hotkeys.press("f9")


def test_a_worker_that_is_replaced_and_does_not_leave_as_it_should_holds_no_key_down(house, monkeypatch):
    monkeypatch.setattr(job_runner, "MOST_JOBS", 1)
    house.worker.code = -9
    house.press()
    house.worker.says(event="outcome", outcome=DONE)
    house.status()
    assert house.worker.starts == 2
    assert house.released == [True]


def test_hotkeys_that_could_not_be_taken_at_all_are_tried_again_at_the_next_request(tmp_path, no_signals):
    made = House(tmp_path)
    begin, troubles = made.hotkeys.start, [EnvironmentFault("No hotkeys", "The display is busy.", "Try again.")]

    def start(*arguments):
        if troubles:
            raise troubles.pop()
        return begin(*arguments)

    made.hotkeys.start = start
    made.thread.start()
    while not made.tray.states:
        made.ask("clear")
    assert not troubles
    assert all(key["live"] for key in made.status()["hotkeys"])
    made.ask("quit")
    made.lost.set()
    made.thread.join(30)
