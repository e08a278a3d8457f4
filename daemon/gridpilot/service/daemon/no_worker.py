"""In the worker's place where the session lets nobody work: says what the matter is, and starts no process for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridpilot.service.daemon.supervisor import Supervisor
from gridpilot.service.pipe import Failed

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridpilot.errors import EnvironmentFault
    from gridpilot.service.pipe import Said, Told


class AbsentWorker(Supervisor):
    def __init__(self, fault: EnvironmentFault, on_event: Callable[[Said], None]) -> None:
        self._fault = fault
        self._on_event = on_event

    @property
    def pid(self) -> int:
        return 0

    def start(self) -> None:
        self._tell()

    def order(self, order: Told) -> None:  # noqa: ARG002 - none can be carried out
        """What `start` has told ended the job; what is told outside of one stays on the icon."""
        self._tell()

    def kill(self) -> None: ...

    def stop(self) -> None: ...

    def _tell(self) -> None:
        fault = self._fault
        self._on_event(Failed(kind="environment", title=fault.title, message=fault.message, fix=fault.fix))
