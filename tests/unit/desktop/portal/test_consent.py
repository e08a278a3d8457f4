"""The desktop's consent: asked for once, kept by a token, and every refusal one sentence and one dialog."""

import stat
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from fakes.portal import FakePortal

from gridpilot.desktop.portal import cast, remote
from gridpilot.desktop.portal.cast import Cast
from gridpilot.desktop.portal.consent import Consent, ConsentFile
from gridpilot.desktop.portal.input import PortalInput
from gridpilot.errors import EnvironmentFault
from gridpilot.geometry import Point, Rect
from gridpilot.window import Window

MONITOR = Rect(0, 0, 800, 600)


class Still:
    """PipeWire's part."""

    size = 800, 600
    pointer = Point(10, 20)

    def __init__(self, *_given: object) -> None:
        self.closed = False

    def close(self) -> None:
        self.closed = True


@pytest.fixture
def file(tmp_path: Path) -> ConsentFile:
    return ConsentFile(tmp_path / "consent.json")


@pytest.fixture
def shared(portal: FakePortal, file: ConsentFile) -> Iterator[Cast]:
    made = Cast(lambda: file, stream=Still, needs=lambda: None)
    with suppress(EnvironmentFault):
        yield made
    made.close()


@pytest.fixture(autouse=True)
def no_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    """The faked portal has no PipeWire to pass on."""
    monkeypatch.setattr(remote.Remote, "pictures", lambda _self: -1)


def opened_anew(shared: Cast) -> None:
    shared.close()
    shared.pointer()


def refusal(shared: Cast) -> EnvironmentFault:
    with pytest.raises(EnvironmentFault) as said:
        shared.pointer()
    return said.value


def test_the_user_is_asked_once_and_each_token_is_used_once(portal, shared, file):
    shared.pointer()
    assert file.read() == Consent("token-1", MONITOR)
    opened_anew(shared)
    opened_anew(shared)
    assert portal.dialogs == 1
    given = [
        body[1]["restore_token"].value
        for member, body in portal.asked
        if member == "SelectDevices" and "restore_token" in body[1]
    ]
    assert given == ["token-1", "token-2"]
    assert file.read().token == "token-3"


def test_the_token_is_the_users_alone(shared, file):
    shared.pointer()
    assert stat.S_IMODE(file.path.stat().st_mode) == 0o600


def test_a_token_is_gone_before_it_is_used(portal, shared, file):
    file.keep(Consent("token-0", MONITOR))
    portal.refuses.add("Start")
    refusal(shared)
    assert not file.path.exists()


@pytest.mark.parametrize("text", ["", "{", "[]", '{"token": "x"}', '{"token": "x", "monitor": [1]}'])
def test_a_damaged_file_counts_as_none(portal, shared, file, text):
    file.path.write_text(text)
    shared.pointer()
    assert (portal.dialogs, file.read().token) == (1, "token-1")


def test_a_revoked_token_costs_one_dialog(portal, shared, file):
    shared.pointer()
    portal.known.clear()
    opened_anew(shared)
    assert portal.dialogs == 2
    assert file.read().token == "token-2"


def test_no_is_said_once_with_the_next_step_and_not_asked_again_at_once(portal, shared, file):
    portal.start = 1, {}
    said = [refusal(shared) for _ in range(20)]
    assert {str(each) for each in said} == {str(said[0])}
    assert "answered with no" in said[0].message
    assert "Press the key again" in said[0].fix
    assert portal.dialogs == 1
    assert not file.path.exists()


def test_the_next_press_asks_again(portal, shared, monkeypatch):
    monkeypatch.setattr(cast, "NOT_AGAIN", 0.0)
    portal.start = 1, {}
    refusal(shared)
    portal.start = 0, {}
    assert shared.pointer() == Point(10, 20)
    assert portal.dialogs == 2


REFUSALS = {
    "no": (lambda portal: setattr(portal, "start", (1, {})), 20),
    "no word": (lambda portal: setattr(portal, "start", None), 20),
    "a screen without hands": (lambda portal: setattr(portal, "devices", 0), 20),
    "no session": (lambda portal: portal.refuses.add("CreateSession"), 0),
    "no devices": (lambda portal: portal.refuses.add("SelectDevices"), 0),
    "no screens": (lambda portal: portal.refuses.add("SelectSources"), 0),
    "no start": (lambda portal: portal.refuses.add("Start"), 0),
}
"""What makes the portal refuse, and the dialogs that twenty presses of the key cost then."""


@pytest.mark.parametrize("name", REFUSALS)
def test_each_of_twenty_refusals_is_one_sentence_and_one_dialog_at_most(portal, shared, file, monkeypatch, name):
    monkeypatch.setattr(cast, "NOT_AGAIN", 0.0)
    monkeypatch.setattr(remote, "DECIDES", 0.05)
    refuse, dialogs = REFUSALS[name]
    refuse(portal)
    said = [refusal(shared) for _ in range(20)]
    assert {(each.message, each.fix) for each in said} == {(said[0].message, said[0].fix)}
    assert ". " not in said[0].message and ". " not in said[0].fix, said[0]
    assert portal.dialogs == dialogs
    assert not file.path.exists()


@pytest.mark.parametrize("devices", [0, 1, 2])
def test_a_screen_without_hands_is_given_back_and_its_token_thrown_away(portal, shared, file, devices):
    portal.devices = devices
    assert "Allow Remote Interaction" in refusal(shared).fix
    assert not file.path.exists()
    assert portal.members()[-1] == "Close"


def test_nobody_answers(portal, shared, monkeypatch):
    monkeypatch.setattr(remote, "DECIDES", 0.2)
    portal.start = None
    assert "nobody answered in time" in refusal(shared).message
    assert "Close" in portal.members()  # the dialog goes


@pytest.mark.parametrize("member", ["CreateSession", "SelectDevices", "SelectSources", "Start"])
def test_a_portal_that_fails_is_named(portal, shared, member):
    portal.refuses.add(member)
    said = refusal(shared)
    assert f"{member} is refused" in said.message
    assert "gridpilot doctor" in said.fix


def test_no_bus(shared, monkeypatch, tmp_path):
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", f"unix:path={tmp_path}/none")
    assert "session bus cannot be reached" in refusal(shared).message


def test_no_pipewire(file, monkeypatch):
    monkeypatch.setattr("gridpilot.desktop.portal.pipewire.LIBRARY", "libno-such-thing.so.0")
    made = Cast(lambda: file, stream=Still)
    said = refusal(made)
    assert "libno-such-thing.so.0" in said.message
    assert said.fix.startswith("Install it")


def test_the_desktops_stop_button_ends_it_and_nothing_more_is_sent(portal, shared):
    told = []
    hand = PortalInput(shared)
    hand.press("5")
    shared.on_end = lambda: told.append("end")
    portal.end_session()
    until = time.monotonic() + 5
    while not told and time.monotonic() < until:
        time.sleep(0.01)
    assert told == ["end"]
    before = len(portal.asked)
    with pytest.raises(EnvironmentFault, match="ended the sharing"):
        hand.press("6")
    assert [member for member in portal.members()[before:] if member.startswith("Notify")] == []
    assert portal.dialogs == 1


def test_a_portal_of_the_first_version_knows_no_token(portal, shared, file):
    portal.versions["RemoteDesktop"] = 1
    shared.pointer()
    options = [body[-1] for member, body in portal.asked if member == "SelectDevices"]
    assert set(options[0]) == {"types", "handle_token"}


def until_seen(what, seen):
    until = time.monotonic() + 20
    while not seen():
        assert time.monotonic() < until, what
        time.sleep(0.01)


@pytest.mark.parametrize(("version", "untold"), [(2, 900.0), (1, 0.1)])
def test_an_unused_screen_is_given_back(portal, shared, monkeypatch, version, untold):
    monkeypatch.setattr(cast, "LINGERS", 0.05)
    monkeypatch.setattr(cast, "LINGERS_UNTOLD", untold)
    portal.versions["RemoteDesktop"] = version
    shared.pointer()
    until_seen("it was never given back", lambda: "Close" in portal.members())


def test_where_the_desktop_would_ask_again_no_picture_is_taken_between_jobs(portal, file, monkeypatch):
    monkeypatch.setattr(cast, "LINGERS", 0.05)
    portal.versions["RemoteDesktop"] = 1
    streams = []

    def stream(*given):
        streams.append(Still(*given))
        return streams[-1]

    shared = Cast(lambda: file, stream=stream, needs=lambda: None)
    shared.pointer()
    until_seen("pictures go on", lambda: streams[0].closed)
    for number in (2, 3):
        assert shared.pointer() == Point(10, 20)
        assert len(streams) == number
        until_seen("pictures go on", lambda: streams[-1].closed)
    assert (portal.dialogs, "Close" in portal.members()) == (1, False)

    def gone(*_given):
        shared._stream = stream
        raise OSError("no such session")

    shared._stream = gone  # as where the portal was started again
    assert shared.pointer() == Point(10, 20)
    assert portal.dialogs == 2
    told = []
    shared.on_end = lambda: told.append("end")
    portal.end_session()  # by the desktop's stop button, while no job is on
    until_seen("its end", lambda: told)
    monkeypatch.setattr(shared, "_used", time.monotonic() - 60)
    assert shared.pointer() == Point(10, 20)
    assert portal.dialogs == 3
    shared.close()


def test_keys_and_clicks_in_the_order_in_which_they_were_sent(portal, shared):
    hand = PortalInput(shared)
    window = Window(1, "", "", "", 0, "", "", MONITOR)
    assert hand.click(Point(100, 50), into=window) is None
    assert hand.press("5", "Right", into=window) is None
    sent = [body[2:] for member, body in portal.asked if member.startswith("Notify")]
    assert sent == [[42, 100.0, 50.0], [0x110, 1], [0x110, 0], [0x35, 1], [0x35, 0], [106, 1], [106, 0]]


def test_nothing_is_sent_where_the_monitor_is_another(portal, shared):
    hand = PortalInput(shared)
    other = Window(1, "", "", "", 0, "", "", Rect(0, 0, 1024, 768))
    assert hand.press("5", into=other) is not None
    assert hand.click(Point(1, 1), into=other) is not None
    assert not [member for member in portal.members() if member.startswith("Notify")]


def test_what_is_held_is_let_go_of(portal, shared):
    hand = PortalInput(shared)
    with pytest.raises(RuntimeError):
        hand.press("5", while_down=fails)
    hand.release_all()
    sent = [body[2:] for member, body in portal.asked if member.startswith("Notify")]
    assert sent == [[0x35, 1], [0x35, 0]]


def fails() -> None:
    raise RuntimeError
