"""Completion by the Tab key: what a shell is told, and the names that only this machine knows."""

from __future__ import annotations

import os
from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from typing import Any

SHELLS = ("bash", "zsh", "fish")
ASKED = "_ARGCOMPLETE"
"""The variable by which a shell asks for completions."""


def completion(given: Namespace) -> int:
    from gridpilot.cli.output import DONE, answer

    code = script(given.shell)
    answer(given, {"shell": given.shell, "script": code}, code)
    return DONE


def script(shell: str) -> str:
    from argcomplete.shell_integration import shellcode

    return shellcode(["gridpilot"], shell=shell)


def complete(parser: Callable[[], ArgumentParser]) -> None:
    """Answers a shell that asks, and ends the process; does nothing otherwise."""
    if ASKED in os.environ:
        import argcomplete

        argcomplete.autocomplete(parser())


def profile_names(**_: Any) -> list[str]:
    from gridpilot.service import compose

    return [profile.name for profile in compose.profiles().current()[0]]
