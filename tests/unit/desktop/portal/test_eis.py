"""The compositor's input server: what is sent comes in order and in its place, and what the server does is heard."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from fakes.eis import BUTTON, KEYBOARD, POINTER, FakeEis
from fakes.portal import FakePortal

from gridpilot.desktop.portal import remote
from gridpilot.desktop.portal.cast import Cast
from gridpilot.desktop.portal.consent import ConsentFile
from gridpilot.desktop.portal.eis import LEFT, Eis
from gridpilot.desktop.portal.input import PortalInput
from gridpilot.errors import EnvironmentFault
from gridpilot.geometry import Point, Rect
from gridpilot.outcome import StopReason
from gridpilot.window import Window

pytestmark = pytest.mark.posix("libxkbcommon, sockets that carry files")
CODES = "".join(f"<AE{i:02}> = {i + 9}; " for i in range(1, 10))
DIGITS = "".join(f"key <AE{i:02}> {{ [ {i} ] }}; " for i in range(1, 10))
MONITOR = Rect(0, 0, 800, 600)
SCREEN = (("", (0, 0, 800, 600)),)
Made = Callable[..., tuple[FakeEis, Eis]]


COMPLETE = 'xkb_types "t" { include "complete" }; xkb_compatibility "c" { include "complete" };'
KEYMAP = (
    f'xkb_keymap {{ xkb_keycodes "c" {{ minimum = 8; maximum = 255; {CODES} }}; {COMPLETE} '
    f'xkb_symbols "s" {{ {DIGITS} }}; }};'
)


def with_one(keys: str) -> bytes:
    """The keymap, with another key for the 1."""
    return KEYMAP.replace("[ 1 ]", keys).encode()


@pytest.fixture
def made() -> Iterator[Made]:
    both = []

    def make(
        monitor: Rect = MONITOR, name: str = "", regions=SCREEN, text: bytes = KEYMAP.encode()
    ) -> tuple[FakeEis, Eis]:
        server = FakeEis(text, regions)
        both.append((server, Eis(server.file, monitor, name)))
        return both[-1]

    yield make
    for server, eis in both:
        eis.close()
        if server.ours.fileno() >= 0:
            server.close()
        assert not server.fault


def test_all_comes_in_order_and_is_answered_once(made: Made) -> None:
    server, eis = made()
    eis.move(Point(10, 20))
    for press in (True, False):
        eis.button(press=press)
    for press in (True, False):
        eis.key("7", press=press)
    eis.key("Left", press=True)
    eis.sync()
    assert server.sent == [
        (POINTER, 10.0, 20.0),
        (BUTTON, LEFT, 1),
        (BUTTON, LEFT, 0),
        (KEYBOARD, 8, 1),
        (KEYBOARD, 8, 0),
        (KEYBOARD, 105, 1),
    ]
    assert (server.syncs, server.pongs) == (1, 1)


@pytest.mark.parametrize(
    ("regions", "place"),
    [
        ((("other", (0, 0, 800, 600)), ("mine", (800, 0, 1600, 1200))), (820.0, 40.0)),
        ((("", (0, 0, 10, 10)), ("", (1000, 0, 800, 600))), (1010.0, 20.0)),
        ((("", (5, 5, 400, 300)),), (10.0, 15.0)),
    ],
)
def test_the_pointer_goes_to_the_monitor_that_is_shared(made: Made, regions, place) -> None:
    server, eis = made(Rect(1000, 0, 800, 600), "mine", regions)
    eis.move(Point(10, 20))
    eis.sync()
    assert server.sent == [(POINTER, *place)]


def test_a_key_that_types_another_sign_in_another_layout_is_not_pressed(made: Made) -> None:
    _server, eis = made(text=with_one("[ 1 ], [ ampersand ]"))
    assert not eis.has_digits()
    with pytest.raises(EnvironmentFault, match="'1'"):
        eis.check("1")
    eis.check("Left")


def test_layouts_that_agree_are_as_good_as_one(made: Made) -> None:
    _server, eis = made(text=with_one("[ 1 ], [ 1, exclam ]"))
    assert eis.has_digits()


def test_another_layout_brings_another_keyboard(made: Made) -> None:
    server, eis = made()
    assert eis.has_digits()
    server.change_layout(with_one("[ ampersand, 1 ]"))
    eis.key("1", press=True)
    eis.sync()
    assert server.sent == [(KEYBOARD, 42, 1), (KEYBOARD, 2, 1)]


@pytest.mark.parametrize("how", ["end", "take_back"])
def test_what_the_desktop_ends_takes_nothing_more(made: Made, how: str) -> None:
    server, eis = made()
    eis.sync()
    getattr(server, how)()
    with pytest.raises(OSError, match="the desktop"):
        eis.key("1", press=True)
    assert not server.sent


class Still:
    """PipeWire's part."""

    size = 800, 600
    pointer = Point(10, 20)

    def __init__(self, *_given: object) -> None: ...

    def close(self) -> None: ...


@pytest.fixture
def hand(portal: FakePortal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[PortalInput]:
    monkeypatch.setattr(remote.Remote, "pictures", lambda _self: -1)
    shared = Cast(lambda: ConsentFile(tmp_path / "consent.json"), stream=Still, needs=lambda: None)
    yield PortalInput(shared)
    shared.close()


def test_no_event_is_a_call_where_there_is_an_input_server(portal: FakePortal, hand: PortalInput) -> None:
    servers = [FakeEis(KEYMAP.encode(), SCREEN)]
    portal.input_server = lambda: servers[0].file
    window = Window(1, "", "", "", 0, "", "", MONITOR)
    assert hand.click_and_press(Point(100, 50), "5", window) is None
    assert hand.press("Right", into=window) is None
    hand.flush()
    assert hand.at_once
    assert [each[0] for each in servers[0].sent] == [POINTER, BUTTON, BUTTON, *[KEYBOARD] * 4]
    assert servers[0].syncs == 1
    assert not [member for member in portal.members() if member.startswith("Notify")]
    servers[0].close()


def test_keys_with_more_to_come_go_with_the_last_of_them_or_not_at_all(portal: FakePortal, hand: PortalInput) -> None:
    server = FakeEis(KEYMAP.encode(), SCREEN)
    portal.input_server = lambda: server.file
    with hand._cast.remote() as remote:
        assert hand.press("Left", more=True) is None
        remote.hands.sync()
        assert not server.sent
        hand.release_all()
        assert hand.press("Right", more=True) is None
        assert hand.press("5") is None
        remote.hands.sync()
    assert [code for _, code, _ in server.sent] == [106, 106, 6, 6]
    hand.press("Left", more=True)
    hand.flush()
    assert [code for _, code, _ in server.sent[4:]] == [105, 105]
    hand.press("Left", more=True)
    gone = Window(1, "", "", "", 0, "", "", Rect(0, 0, 1, 1))
    assert hand.press("5", into=gone, more=True) is StopReason.WINDOW_MOVED
    hand.flush()
    assert len(server.sent) == 6
    server.close()


def test_layouts_that_differ_are_left_to_the_desktop_and_nobody_is_asked_twice(portal, hand) -> None:
    servers = [FakeEis(with_one("[ 1 ], [ ampersand ]"), SCREEN)]
    portal.input_server = lambda: servers[0].file
    assert hand.press("1") is None
    assert not hand.at_once
    assert [body[2:] for member, body in portal.asked if member.startswith("Notify")] == [[0x31, 1], [0x31, 0]]
    assert (portal.dialogs, portal.tokens) == (1, 2)
    assert portal.members().count("ConnectToEIS") == 1
    servers[0].close()


def test_an_input_server_that_ends_is_a_session_that_ends(portal: FakePortal, hand: PortalInput) -> None:
    server = FakeEis(KEYMAP.encode(), SCREEN)
    portal.input_server = lambda: server.file
    hand.press("5")
    hand.flush()
    server.end()
    with pytest.raises(EnvironmentFault, match="no key or click"):
        hand.press("6")
    assert len(server.sent) == 2
