"""Wayland desktops whose compositor lets programs see and fill windows: sway, and others that are built on wlroots."""
