"""What is seen of a window, and what has changed in it."""
