"""The companion: shows over the user's own board what may help him, and sends no event at all.

`over_board.py` tells the story of such a job. It knows games by `Game` and `Adviser`, and desktops by their protocols.
"""

READING, FOLLOWING = "reading", "following"
"""The stages of a job that only shows: it is soon over, or follows a game's moves until it is stopped."""
