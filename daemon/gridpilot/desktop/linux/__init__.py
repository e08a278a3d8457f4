"""What the desktops of Linux share, and which of them this is."""
