"""Wayland desktops that do all by portals, GNOME first: pictures, keys and clicks with their user's consent."""
