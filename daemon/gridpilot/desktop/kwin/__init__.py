"""KDE Plasma on Wayland: its compositor tells windows by a script of ours in it, and has global keys on the session bus."""
