"""gridpilot: press a key; the puzzle in front of you is read, solved, filled in and checked."""

__version__ = "0.1.0"
