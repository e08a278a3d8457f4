"""Windows: our own calls of its API for focus, hotkeys and input, the usual libraries for pictures, hooks and icon.

Run under Wine by the tests (tests/windows), never yet on Windows itself.
"""
