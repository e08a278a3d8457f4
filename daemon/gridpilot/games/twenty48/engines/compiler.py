"""Compiles the searches for boards of the size that it is told: `python -m ...engines.compiler 4 4`."""

from __future__ import annotations

import os
import sys

from gridpilot.games.twenty48.engines.choice import learned_search, searched
from gridpilot.games.twenty48.rules import Rules


def main(words: list[str]) -> int:
    getattr(os, "nice", lambda _: 0)(10)
    searched(Rules(), (int(words[0]), int(words[1])))
    learned_search(Rules())
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
