"""What the user has allowed: the desktop's token, by which it need not ask again, and the monitor that he chose.

A token is good for one time, and whoever has it can see and use the screen: so the file is the user's alone, it is
taken away before the token is used, and what the desktop gives instead is written.
"""

from __future__ import annotations

import contextlib
import json
import logging
from dataclasses import dataclass
from pathlib import Path

from gridpilot import paths, whole_file
from gridpilot.geometry import Rect

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Consent:
    token: str = ""
    monitor: Rect | None = None


NONE = Consent()


class ConsentFile:
    def __init__(self, path: Path | None = None) -> None:
        self.path = path or paths.find().consent

    def read(self) -> Consent:
        """Nothing, where the file says nothing that can be used."""
        try:
            told = whole_file.read_json(self.path)
            return Consent(str(told["token"]), Rect(*(int(each) for each in told["monitor"])))
        except FileNotFoundError:
            return NONE
        except (OSError, ValueError, TypeError, KeyError) as fault:
            log.warning("%s cannot be read: %s", self.path, fault)
            return NONE

    def take(self) -> Consent:
        """What it says, which is gone from it then."""
        found = self.read()
        self.forget()
        return found

    def keep(self, consent: Consent) -> None:
        area = consent.monitor
        if not consent.token or area is None:
            return
        told = {"token": consent.token, "monitor": [area.x, area.y, area.width, area.height]}
        try:
            whole_file.write(self.path, json.dumps(told))
        except OSError as fault:
            log.warning("the desktop will ask again, as its token is not kept: %s", fault)

    def forget(self) -> None:
        with contextlib.suppress(FileNotFoundError):
            self.path.unlink()
