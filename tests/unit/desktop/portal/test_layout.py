"""Which key types which digit, by real keymaps and libxkbcommon itself."""

import ctypes

import pytest

from gridpilot.desktop.kwin.fake_input import KEY, FakeKeyboard
from gridpilot.desktop.portal.layout import SHIFT, Layout
from gridpilot.errors import EnvironmentFault

pytestmark = pytest.mark.posix("libxkbcommon")
KEYMAP = """xkb_keymap {{ xkb_keycodes "c" {{ minimum = 8; maximum = 255; <AE01> = 10; <AE02> = 11; }};
xkb_types "t" {{ include "complete" }}; xkb_compatibility "c" {{ include "complete" }};
xkb_symbols "s" {{ {} }}; }};"""
PLAIN = KEYMAP.format("key <AE01> { [ 1, exclam ] }; key <AE02> { [ 2, at ] };").encode()
SHIFTED = KEYMAP.format("key <AE01> { [ ampersand, 1 ] }; key <AE02> { [ eacute, 2 ] };").encode()
BOTH = KEYMAP.format("key <AE01> { [ 1, exclam ], [ ampersand, 1 ] };").encode()


class Sent:
    def __init__(self):
        self.keys = []

    def request(self, _number, opcode, _kinds, *arguments):
        assert opcode == KEY
        self.keys.append(arguments)


@pytest.mark.parametrize(
    ("keymap", "group", "codes"),
    [(PLAIN, 0, (2,)), (SHIFTED, 0, (SHIFT, 2)), (BOTH, 0, (2,)), (BOTH, 1, (SHIFT, 2)), (PLAIN, 3, (2,))],
    ids=["plain", "with Shift, as in France", "the first of two layouts", "the second", "a key with one layout"],
)
def test_a_digit_is_found_on_the_user_s_keyboard(keymap, group, codes):
    assert Layout(keymap, group).codes("1") == codes


def test_keys_without_a_sign_are_the_same_everywhere():
    assert Layout(b"").codes("Up") == (103,)
    assert Layout(b"").codes("KP_5") == (76,)


def test_shift_goes_down_first_and_up_last():
    wire = Sent()
    keyboard = FakeKeyboard(wire, 5, lambda: Layout(SHIFTED))
    keyboard.check("2")
    keyboard.key("2", press=True)
    assert keyboard.down == {"2"}
    keyboard.key("2", press=False)
    assert wire.keys == [(SHIFT, 1), (3, 1), (3, 0), (SHIFT, 0)]


def test_a_layout_without_digits_is_said_and_nothing_is_sent():
    wire = Sent()
    with pytest.raises(EnvironmentFault, match="No key of the present layout types '9'"):
        FakeKeyboard(wire, 5, lambda: Layout(PLAIN)).check("9")
    assert not wire.keys


def test_a_keymap_that_cannot_be_read_and_a_missing_library_are_said(monkeypatch):
    with pytest.raises(EnvironmentFault, match="its keymap cannot be read"):
        Layout(b"nonsense").codes("1")
    monkeypatch.setattr(ctypes, "CDLL", lambda _: (_ for _ in ()).throw(OSError("no such file")))
    with pytest.raises(EnvironmentFault, match=r"libxkbcommon.so.0 is missing"):
        Layout(PLAIN).codes("1")
