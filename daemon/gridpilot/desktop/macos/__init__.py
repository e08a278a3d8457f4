"""macOS: Quartz for windows and permissions, pynput for input. Never run there: held by types and by fakes only."""
