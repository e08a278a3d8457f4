"""Hotkeys of profiles: which job each starts, and which keys are given twice."""

from __future__ import annotations

import pytest
from fakes.desktop import FakeHotkeys
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from gridpilot.plan import Goal
from gridpilot.profiles.profile import Profile, Rule
from gridpilot.service.daemon.hotkeys import Care, Keys, doubles
from gridpilot.service.orders import keys_of, order_for, order_of
from gridpilot.service.pipe import Fill, Play, line, told
from gridpilot.texts import words

MINE = Profile("mine", "sudoku", (Rule(title=("x",)),), hotkey="ctrl+alt+z")
TILES = Profile("my-2048", "2048", (Rule(title=("x",)),), hotkey="alt+ctrl+S")
PLAIN = Profile("plain", "sudoku", (Rule(title=("x",)),))


def test_a_profile_with_a_key_of_its_own_gets_its_games_job():
    keys = keys_of([MINE, TILES, PLAIN])
    assert keys == {"solve --profile mine": "ctrl+alt+z", "play --profile my-2048": "alt+ctrl+S"}
    own, plain = order_of("solve --profile mine"), order_of("solve")
    assert own == Fill("sudoku", job=own.job, profile="mine")
    assert isinstance(order_of("play --profile my-2048"), Play)
    assert plain == Fill("sudoku", job=plain.job)
    assert len({own.job, plain.job, ""}) == 3  # each job has a name of its own
    assert order_of("pause") is None


def test_a_request_says_what_its_job_has_besides():
    order = order_for(
        {"do": "play", "window": 7, "goal": {"until": 4096}, "engine": "monte-carlo", "think": 0.2, "profile": None}
    )
    assert order == Play("2048", job=order.job, window=7, goal=Goal(until=4096), engine="monte-carlo", think=0.2)


@pytest.mark.parametrize("odd", [{"window": "seven"}, {"goal": {"until": "high"}}, {"goal": 3}, {"profile": 4}])
def test_a_request_that_no_job_can_be_is_refused(odd):
    with pytest.raises(ValueError, match="Expected"):
        order_for({"do": "play", **odd})


def test_a_key_that_is_given_twice_is_named_and_stays_with_the_first():
    wanted = {"solve": "ctrl+alt+s", "play": "ctrl+alt+2"} | keys_of([MINE, TILES])
    assert doubles(wanted) == {"play --profile my-2048": "it is the key to solve the sudoku."}
    hotkeys = FakeHotkeys()
    care = Care(lambda seconds, call: None, lambda: 0.0, lambda: None, lambda: None, lambda down: None)
    keys = Keys(lambda: hotkeys, lambda action: None, care)
    keys.take(wanted)
    dead = [state for state in keys.states if not state.live]
    assert [(state.action, state.combination) for state in dead] == [("play --profile my-2048", "alt+ctrl+S")]
    line = words.hotkey_line(dead[0])
    assert "Alt+Ctrl+S does not work: it is the key to solve the sudoku" in line
    assert "Or use: gridpilot play --profile my-2048 --pick" in line
    assert "solve the sudoku with mine" in words.hotkeys_line(keys.states)
    keys.settle(free=True)
    keys.settle(free=False)
    assert [state.action for state in keys.states if not state.live] == ["play --profile my-2048"]


ODD = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=9) | st.integers(1 << 31, 1 << 70),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["until", "moves", "x"]), inner),
    max_leaves=5,
)


@settings(suppress_health_check=[HealthCheck.too_slow], deadline=None)
@example(verb="play", request={"think": float("nan")})
@example(verb="solve", request={"window": -1})
@example(verb="solve", request={"window": 1 << 33})
@example(verb="play", request={"goal": {"moves": -1}})
@example(verb="solve", request={"game": "2048"})
@given(
    verb=st.sampled_from(["solve", "play"]),
    request=st.dictionaries(
        st.sampled_from(["window", "profile", "goal", "engine", "think", "game", "job", "do"]), ODD, max_size=4
    ),
)
def test_a_request_is_refused_or_makes_an_order_that_can_be(verb, request):
    try:
        order = order_for(request | {"do": verb})
    except ValueError:
        return
    assert told(line(order)) == order
    assert order.game == {"solve": "sudoku", "play": "2048"}[verb]
    assert order.window is None or 0 <= order.window < 1 << 32
    if verb == "play":
        assert 0 <= order.think <= 3600
        assert order.goal is None or min(order.goal.moves, order.goal.until) >= 0


@pytest.mark.parametrize(
    "odd", [{"window": -1}, {"window": 1 << 33}, {"think": float("nan")}, {"goal": {"moves": -1}}, {"game": "sudoku"}]
)
def test_a_number_out_of_range_is_refused(odd):
    with pytest.raises(ValueError):
        order_for({"do": "play", **odd})
