"""Linux and other systems with an X server."""
