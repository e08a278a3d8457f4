"""The only place that asks which platform this is: a static choice, so that type checkers follow each branch.

Each platform has a factories.py with the same functions: one for each ability, `prepare`, the first thing that a
process calls, `has_windows`, whether one can be opened, `keep_private`, for a folder whose mode says little there,
`standard_input`, which a worker reads, `key_sign`, by which a hotkey names a key of a toolkit's number, and
`give_back_memory`, for one that rests; importing it opens nothing and imports nothing heavy. On Linux the session says
at run time whether it is X11 or Wayland: see desktop/linux/which.py.
"""

import sys

if sys.platform == "win32":
    from gridpilot.desktop.windows import factories
    from gridpilot.desktop.windows import factories as carrier
elif sys.platform == "darwin":
    from gridpilot.desktop.macos import factories
    from gridpilot.desktop.shared import unix_socket as carrier
else:
    from gridpilot.desktop.linux import factories
    from gridpilot.desktop.shared import unix_socket as carrier

address = carrier.address
appearance = factories.appearance
autostart = factories.autostart
call = carrier.call
focus = factories.focus
follower = factories.follower
give_back_memory = factories.give_back_memory
hotkeys = factories.hotkeys
input_ = factories.input_
has_windows = factories.has_windows
key_sign = factories.key_sign
keep_private = factories.keep_private
launcher = factories.launcher
line = carrier.line
notices = factories.notices
overlay = factories.overlay
prepare = factories.prepare
screen = factories.screen
session = factories.session
shortcuts = factories.shortcuts
standard_input = factories.standard_input
taken = carrier.taken
tray = factories.tray
watch = factories.watch
