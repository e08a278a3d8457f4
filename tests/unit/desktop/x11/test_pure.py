"""The parts of the X11 backend that need no X server: combinations, layouts, titles, raw events, rectangles."""

import random
import re
import struct
import sys
from types import SimpleNamespace

import pytest

if sys.platform in ("win32", "darwin"):
    pytest.skip("X11", allow_module_level=True)

from gridpilot.combination import KEYSYMS, Combination, combination_fault, parse
from gridpilot.desktop.shared.clipping import clip
from gridpilot.desktop.x11 import display
from gridpilot.desktop.x11.devices import RAW_MOTION, RawEvent, Travel
from gridpilot.desktop.x11.devices import parse as parse_raw
from gridpilot.desktop.x11.focus import decode
from gridpilot.desktop.x11.keyboard import LOCK, Keyboard, Stroke, down, keysym
from gridpilot.errors import EnvironmentFault
from gridpilot.geometry import Rect


@pytest.mark.parametrize(
    ("text", "modifiers", "key"),
    [
        ("ctrl+alt+s", {"ctrl", "alt"}, "s"),
        (" Control + ALT+S", {"ctrl", "alt"}, "s"),
        ("ctrl+shift+alt+p", {"ctrl", "shift", "alt"}, "p"),
        ("super+f5", {"super"}, "F5"),
        ("win+space", {"super"}, "space"),
        ("f9", set(), "F9"),
        ("ctrl+pageup", {"ctrl"}, "Prior"),
    ],
)
def test_combinations_are_understood_as_people_write_them(text, modifiers, key):
    assert parse(text) == Combination(frozenset(modifiers), key)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("ctrl+alt+", "names no key"),
        ("", "names no key"),
        ("ctrl+alt", "modifiers only"),
        ("ctrl+hyper+s", '"hyper" is no modifier'),
        ("ctrl+sudoku", '"sudoku" is no key'),
        ("ctrl+é", "is no key"),
    ],
)
def test_a_bad_combination_is_refused_with_a_reason(text, why):
    with pytest.raises(ValueError, match=re.escape(why)):
        parse(text)


@pytest.mark.parametrize("text", ["s", "shift+s", "2", "esc", "Shift + Space"])
def test_a_key_that_is_typed_can_be_bound_for_a_moment_and_not_by_the_settings(text):
    assert "taken away from every program" in combination_fault(text)[0]
    assert parse(text)
    assert combination_fault(f"ctrl+{text}") == combination_fault("shift+f5") == ("", "")


@pytest.mark.parametrize("name", KEYSYMS)
def test_every_key_that_the_settings_accept_can_be_bound(name):
    assert combination_fault(f"ctrl+{name}") == ("", "")
    assert keysym(parse(f"ctrl+{name}").key)


def keyboard(rows: dict[int, list[int]], modifiers: dict[int, list[int]] | None = None) -> Keyboard:
    """A keyboard with a core map of these rows, four columns and more; modifiers by bit."""
    table = [rows.get(code, [0, 0, 0, 0]) for code in range(8, 256)]
    return Keyboard(
        SimpleNamespace(
            display=SimpleNamespace(info=SimpleNamespace(min_keycode=8, max_keycode=255)),
            get_keyboard_mapping=lambda first, count: table[first - 8 : first - 8 + count],
            get_modifier_mapping=lambda: [(modifiers or {}).get(bit, [0]) for bit in range(8)],
        )
    )


A, A_BIG, Q, Q_BIG, ONE, TWO, E_ACUTE, EF = ord("a"), ord("A"), ord("q"), ord("Q"), ord("1"), ord("2"), 0xE9, 0x6C6
KP_TWO, KP_DOWN, NUM_LOCK, META, ALT, ALT_R = 0xFFB2, 0xFF99, 0xFF7F, 0xFFE7, 0xFFE9, 0xFFEA


def test_a_shifted_digit_is_typed_with_shift():
    french = keyboard({11: [E_ACUTE, TWO, E_ACUTE, TWO]})
    assert french.stroke("2", 0) == Stroke(11, shift=True)


def test_capslock_does_not_make_letters_big_nor_shift_digits():
    us = keyboard({38: [A, A_BIG, A, A_BIG], 11: [TWO, ord("@"), TWO, ord("@")]})
    assert us.stroke("a", 0) == Stroke(38)
    assert us.stroke("a", LOCK) == Stroke(38, shift=True)
    assert us.stroke("2", LOCK) == Stroke(11)


def test_the_group_in_force_decides():
    """us, then French: 2 is plain in the first group and shifted in the second."""
    both = keyboard({11: [TWO, ord("@"), E_ACUTE, TWO]})
    assert both.stroke("2", 0) == Stroke(11)
    assert both.stroke("2", 1 << 13) == Stroke(11, shift=True)


def test_a_key_with_one_group_keeps_it_in_every_group():
    assert keyboard({11: [TWO, ord("@"), 0, 0]}).stroke("2", 1 << 13) == Stroke(11)


def test_a_digit_that_no_key_has_comes_from_the_keypad():
    persian = keyboard({11: [0x10006F2, ord("@"), 0, 0], 88: [KP_DOWN, KP_TWO, 0, 0]})
    assert persian.stroke("2", 0) == Stroke(88, num_lock=True)


def test_a_key_of_the_keypad_is_that_one_where_another_has_the_digit():
    assert keyboard({11: [TWO, ord("@"), 0, 0], 88: [KP_DOWN, KP_TWO, 0, 0]}).stroke("KP_2", 0) == Stroke(
        88, num_lock=True
    )


def test_a_character_that_no_key_has_is_a_fault_that_names_it():
    with pytest.raises(EnvironmentFault, match="no key for 'q'"):
        keyboard({}).stroke("q", 0)


def test_a_hotkey_sits_on_every_key_that_carries_it_and_on_the_keypad():
    board = keyboard({11: [E_ACUTE, TWO, 0, 0], 99: [TWO, 0, 0, 0], 88: [KP_DOWN, KP_TWO, 0, 0]})
    assert board.hotkey_codes("2") == (11, 88, 99)


def test_a_character_that_only_altgr_gives_is_no_place_for_a_hotkey():
    board = keyboard({11: [E_ACUTE, 0, 0, 0, TWO], 38: [A, A_BIG, 0, 0, Q, Q_BIG]})
    assert board.hotkey_codes("q") == (24,)  # where it is on a US keyboard


def test_a_missing_letter_is_taken_from_its_place_on_a_us_keyboard():
    russian = keyboard({39: [0x6D9, 0x6F9, 0, 0]})
    assert russian.hotkey_codes("s") == (39,)
    assert russian.hotkey_codes("2") == (11,)


def test_modifiers_are_looked_up_not_assumed():
    board = keyboard({77: [NUM_LOCK, 0, 0, 0], 64: [ALT, META, 0, 0]}, {5: [77], 6: [64]})
    assert board.mask_of("num") == 1 << 5
    assert board.mask_of("alt") == 1 << 6
    assert board.locks() == LOCK | 1 << 5
    assert keyboard({}).mask_of("num") == 0


def test_the_key_of_capslock_is_no_modifier_to_be_released():
    board = keyboard({}, {0: [50, 62], 1: [66], 2: [37, 105]})
    assert board.modifier_codes() == {50, 62, 37, 105}


def test_the_keys_that_are_down_are_told_by_number():
    bits = [0] * 32
    bits[37 // 8] |= 1 << 37 % 8
    bits[64 // 8] |= 1 << 64 % 8
    assert down(bits) == {37, 64}


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        ("Sudoku \N{EN DASH} é".encode(), "Sudoku \N{EN DASH} é"),
        (b"Sudoku \xe9", "Sudoku é"),
        (b"Sudoku\0\0", "Sudoku"),
        (b"Sudoku \x1b%G\xe2\x80\x93\x1b%@ 9", "Sudoku \N{EN DASH} 9"),
        (b"\x1b-ASudoku", "Sudoku"),
        (b"", ""),
    ],
)
def test_titles_are_decoded(raw, text):
    assert decode(raw) == text


def test_no_title_makes_decoding_fail():
    chance = random.Random(9)
    pieces = [b"\x1b", b"%G", b"%@", b"\xe2\x80\x93", b"\xff", b"\0", b"a", b"$(B", b"-A"]
    for _ in range(2000):
        raw = b"".join(chance.choices(pieces, k=chance.randrange(8)))
        assert isinstance(decode(raw), str)


def raw_motion(source: int, axes: dict[int, float]) -> bytes:
    mask = sum(1 << axis for axis in axes)
    values = b"".join(
        struct.pack("=iI", int(value // 1), int((value % 1) * 2**32)) for _, value in sorted(axes.items())
    )
    return struct.pack("=HIIHHII", 2, 1234, 0, source, 1, 0, 0) + struct.pack("=I", mask) + values + values


@pytest.mark.parametrize("axes", [{0: 3.0, 1: -4.5}, {1: -0.25}, {2: 15.0}, {}])
def test_raw_events_are_read(axes):
    assert parse_raw(RAW_MOTION, raw_motion(9, axes)) == RawEvent(RAW_MOTION, 9, 0, axes)


def test_a_mouses_motions_are_added_up():
    travel = Travel({})
    motions = [{0: 2.0, 1: -1.0}, {0: -2.0}, {2: 40.0}]  # the last one is its wheel
    assert [travel.of(RawEvent(RAW_MOTION, 9, 0, axes)) for axes in motions] == [3.0, 2.0, 0.0]


def test_a_tablets_positions_are_compared_in_pixels():
    travel = Travel({(9, 0): 0.1, (9, 1): 0.1})
    positions = [{0: 5000.0, 1: 5000.0}, {0: 5010.0, 1: 5000.0}, {1: 4900.0}]
    moved = [travel.of(RawEvent(RAW_MOTION, 9, 0, axes)) for axes in positions]
    assert moved == pytest.approx([0.0, 1.0, 10.0])


@pytest.mark.parametrize(
    ("area", "seen"),
    [
        (Rect(10, 20, 30, 40), Rect(10, 20, 30, 40)),
        (Rect(-10, -20, 30, 40), Rect(0, 0, 20, 20)),
        (Rect(90, 90, 30, 40), Rect(90, 90, 10, 10)),
        (Rect(-5, -5, 500, 500), Rect(0, 0, 100, 100)),
        (Rect(100, 0, 5, 5), None),
        (Rect(0, -5, 5, 5), None),
    ],
)
def test_a_picture_is_cut_to_the_screen(area, seen):
    assert clip(area, Rect(0, 0, 100, 100)) == seen


@pytest.mark.parametrize(
    ("env", "title"),
    [
        ({}, "No display"),
        ({"DISPLAY": "nonsense"}, "No display"),
        ({"DISPLAY": ":4095", "WAYLAND_DISPLAY": "wayland-0"}, "No display"),
    ],
)
def test_a_missing_display_is_said_plainly(monkeypatch, env, title):
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "XDG_SESSION_TYPE"):
        monkeypatch.delenv(name, raising=False)
    for name, value in env.items():
        monkeypatch.setenv(name, value)
    with pytest.raises(EnvironmentFault) as fault:
        display.open_display()
    assert fault.value.title == title
    assert fault.value.message
    assert fault.value.fix


@pytest.mark.parametrize(
    ("extension", "output", "devices", "xwayland"),
    [
        (object(), "HDMI-1", [], True),
        (None, "XWAYLAND0", [], True),
        (None, b"XWAYLAND0", [], True),
        (None, "HDMI-1", [(6, "xwayland-pointer:16")], True),
        (None, "HDMI-1", [(6, b"xwayland-keyboard:16")], True),
        (None, "screen", [(4, "Virtual core XTEST pointer"), (6, "Xephyr virtual mouse")], False),
    ],
)
def test_a_wayland_desktop_is_told_from_an_x_server_started_in_one(extension, output, devices, xwayland):
    found = [SimpleNamespace(deviceid=number, name=name) for number, name in devices]
    server = SimpleNamespace(
        query_extension=lambda name: extension if name == "XWAYLAND" else None,
        has_extension=lambda _: True,
        screen=lambda: SimpleNamespace(
            root=SimpleNamespace(xrandr_get_screen_resources=lambda: SimpleNamespace(outputs=[7]))
        ),
        xrandr_get_output_info=lambda number, _time: SimpleNamespace(name={7: output}[number]),
        xinput_query_device=lambda _: SimpleNamespace(devices=found),
    )
    assert display.is_xwayland(server) is xwayland
