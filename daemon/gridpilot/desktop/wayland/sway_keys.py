"""Keys that sway keeps from every program and tells us instead, by bindings that exist as long as sway is not reloaded.

A binding holds the command `nop`, with words that come back with the news of a press. sway binds what another program
has without saying so: so the user's own configuration is asked first, and of two gridpilots the first has the key by a
name in the kernel, which goes with its process.
"""

from __future__ import annotations

import contextlib
import os
import socket
from pathlib import Path

from gridpilot.desktop.wayland import sway_config
from gridpilot.desktop.wayland.sway_ipc import SwayIpc

DEFAULT = "default"  # the mode in which keys are bound; others are the user's for a while
WORDS = "gridpilot"

TAKEN = "is taken by another program"
OF_THE_USER = "is bound in sway's configuration"


class SwayKeys:
    def __init__(self, ipc: SwayIpc) -> None:
        self._ipc = ipc
        self._bound: dict[str, tuple[str, socket.socket]] = {}  # combination -> its word, and who has it

    def bind(self, combination: str, word: str, release: str = "") -> str:
        """Why it was not done, to be put after the combination; empty when it was. `release`: the word that comes once
        any of its keys is let go of. Raises ValueError where the text is no combination.
        """
        keys = sway_config.in_sway(combination)
        if combination in self._bound:
            return ""
        if (mode := self._ipc.mode()) != DEFAULT:
            return f"cannot be bound while sway is in the mode {mode!r}"
        if sway_config.keys_of(keys) in self._of_the_user():
            return OF_THE_USER
        holder = socket.socket(socket.AF_UNIX)
        try:
            holder.bind(f"\0gridpilot-key-{os.environ.get('SWAYSOCK', '')}-{keys}")
        except OSError:
            holder.close()
            return TAKEN
        if why := self._ipc.run(_binding("--no-repeat", keys, word)):
            holder.close()
            return f"is refused by sway ({why})"
        if release:
            self._ipc.run(_binding("--release", keys, release))
        self._bound[combination] = word, holder
        return ""

    def unbind(self, combination: str) -> None:
        if combination in self._bound:
            _word, holder = self._bound.pop(combination)
            with contextlib.suppress(OSError):
                for flag in ("", "--release"):
                    self._ipc.run(f"unbindsym {flag} {sway_config.in_sway(combination)}")
            holder.close()

    def unbind_all(self) -> None:
        for combination in tuple(self._bound):
            self.unbind(combination)

    def forget_all(self) -> None:
        """After sway did: it was reloaded."""
        for _word, holder in self._bound.values():
            holder.close()
        self._bound.clear()

    def _of_the_user(self) -> frozenset[sway_config.Keys]:
        loaded = Path(self._ipc.version().get("loaded_config_file_name", "/"))
        return sway_config.bound(self._ipc.config(), loaded.parent)


def _binding(flag: str, keys: str, word: str) -> str:
    return f"bindsym {flag} {keys} nop {WORDS} {word}"


def word_of(news: dict[str, object]) -> str:
    """The word of a binding of ours that was pressed, empty for others."""
    binding = news.get("binding")
    command = str(binding.get("command", "")) if isinstance(binding, dict) else ""
    head, _, word = command.partition(f"nop {WORDS} ")
    return word if not head else ""
