"""The games. A new one is a folder here, one line in `game()`, and a profile folder."""
