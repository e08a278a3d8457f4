"""The engines by their names."""

from __future__ import annotations

import pytest

from gridpilot.errors import GridpilotError
from gridpilot.games.twenty48.engines.engine import engine
from gridpilot.games.twenty48.rules import Rules


def test_an_unknown_engine_is_refused_with_the_names_of_the_known_ones():
    with pytest.raises(GridpilotError, match=r"'stockfish'.*auto, network, expectimax, exact, monte-carlo, article"):
        engine("stockfish", Rules(), 1)
