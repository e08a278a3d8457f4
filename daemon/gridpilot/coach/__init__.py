"""The companion: shows over the user's own board what may help him, and sends no event at all.

`over_board.py` tells the story of such a job. It knows games by `Game` and `Adviser`, and desktops by their protocols.
"""
