"""Windows as its functions answer: one window, a keyboard, queues of messages. Every call is written down.

Stands in for the libraries behind `Api`; a test changes `answers` and the facts at will.
"""

# ruff: noqa: N802 - the names are those of Windows

import queue
import threading
from collections import defaultdict
from collections.abc import Callable
from typing import Any

from fakes.windows_pipes import USER, FakePipes

WM_HOTKEY, WM_TIMER = 0x312, 0x113
HWND, PID = 77, 4242
TOKEN_USER = 1


class FakeWindows(FakePipes):
    """`calls`: name and plain arguments in order; `sent`: the arrays that SendInput got."""

    def __init__(self, missing: str = "") -> None:
        super().__init__()
        self.missing = missing
        self.calls: list[tuple[str, tuple[Any, ...]]] = []
        self.sent: list[list[Any]] = []
        self.answers: dict[str, Callable[..., int]] = {}
        self.error = 0
        self.functions: dict[str, FakeFunction] = {}
        self.rect = [100, 50, 400, 300]
        self.title, self.class_name, self.program = "A game", "Game", r"C:\Games\game.exe"
        self.foreground = HWND
        self.pointer = (0, 0)
        self.screen = {76: 0, 77: 0, 78: 1920, 79: 1080}
        self.down: set[int] = set()
        self.typed: dict[tuple[int, bool], str] = {(ord(sign), False): sign for sign in "0123456789"}
        self.altgr: dict[int, str] = {}
        self.taken: set[tuple[int, int]] = set()
        self.awareness = 2
        self.elevated: dict[int, bool] = {}
        self.cloaked = 0
        self.protected = False
        self._hotkeys: dict[tuple[int, int], tuple[int, int]] = {}  # modifiers and key -> thread and number
        self._queues: dict[int, queue.SimpleQueue[tuple[int, int]]] = defaultdict(queue.SimpleQueue)
        self._ids: dict[int, int] = {}

    def library(self, name: str) -> "FakeLibrary":
        return FakeLibrary(self, name)

    def names(self) -> list[str]:
        return [name for name, _ in self.calls]

    def press(self, modifiers: int, key: int) -> bool:
        """What a user's press does; False when it goes to the focused program."""
        found = self._hotkeys.get((modifiers, key))
        if found:
            self._queues[found[0]].put((WM_HOTKEY, found[1]))
        return found is not None

    def call(self, name: str, arguments: tuple[Any, ...]) -> int:
        self.calls.append((name, arguments))
        answer = self.answers.get(name) or getattr(self, f"_{name}", None)
        return int(answer(*arguments)) if answer else 1

    # The functions, where 1 is not answer enough

    def _me(self) -> int:
        return self._ids.setdefault(threading.get_ident(), len(self._ids) + 1)

    _GetCurrentThreadId = _me

    def _GetForegroundWindow(self) -> int:
        return self.foreground

    def _IsWindowVisible(self, window: int) -> int:
        return window == HWND and bool(self.rect)

    def _IsIconic(self, _window: int) -> int:
        return 0

    def _GetClientRect(self, _window: int, rect: Any) -> int:
        rect._obj.right, rect._obj.bottom = self.rect[2:]
        return 1

    def _ClientToScreen(self, _window: int, point: Any) -> int:
        point._obj.x, point._obj.y = self.rect[:2]
        return 1

    def _GetWindowTextW(self, _window: int, units: Any, _size: int) -> int:
        return _put(self.title, units)

    def _GetClassNameW(self, _window: int, units: Any, _size: int) -> int:
        return _put(self.class_name, units)

    def _QueryFullProcessImageNameW(self, _process: int, _flags: int, units: Any, _size: Any) -> int:
        return _put(self.program, units)

    def _GetWindowThreadProcessId(self, _window: int, pid: Any) -> int:
        if pid is not None:
            pid._obj.value = PID
        return 9

    def _OpenProcess(self, _rights: int, _inherit: int, pid: int) -> int:
        return pid

    def _OpenProcessToken(self, process: int, _rights: int, token: Any) -> int:
        token._obj.value = process
        return 1

    def _GetTokenInformation(self, token: Any, what: int, value: Any, *_: Any) -> int:
        if what == TOKEN_USER:
            value[16 : 16 + len(USER)] = list(USER)
            return 1
        value._obj.value = self.elevated.get(token.value, False)
        return 1

    def _GetNamedSecurityInfoW(self, *_: Any) -> int:
        return 0

    def _GetSecurityDescriptorControl(self, _descriptor: Any, control: Any, _revision: Any) -> int:
        control._obj.value = 0x1000 * self.protected
        return 1

    def _GetTopWindow(self, _parent: int) -> int:
        return HWND

    def _GetWindow(self, _window: int, _which: int) -> int:
        return 0

    def _DwmGetWindowAttribute(self, _window: int, _what: int, value: Any, _size: int) -> int:
        value._obj.value = self.cloaked
        return 0

    def _GetCursorPos(self, point: Any) -> int:
        point._obj.x, point._obj.y = self.pointer
        return 1

    def _GetSystemMetrics(self, which: int) -> int:
        return self.screen.get(which, 0)

    def _GetAsyncKeyState(self, code: int) -> int:
        return -32768 if code in self.down else 0

    def _GetKeyState(self, code: int) -> int:
        return int(code in self.down)

    def _VkKeyScanExW(self, unit: int, _layout: int) -> int:
        return next((code | 256 * shift for (code, shift), sign in self.typed.items() if sign == chr(unit)), -1)

    def _ToUnicodeEx(self, code: int, _scan: int, state: Any, units: Any, *_: Any) -> int:
        held = {key for key in range(256) if state[key] & 0x80}
        sign = self.altgr.get(code, "") if {17, 18} <= held and 16 not in held else ""
        sign = sign or ("" if 17 in held else self.typed.get((code, 16 in held), ""))
        return _put(sign, units)

    def _GetKeyboardLayoutList(self, size: int, layouts: Any) -> int:
        if size:
            layouts[0] = 5
        return 1

    def _GetAwarenessFromDpiAwarenessContext(self, _context: int) -> int:
        return self.awareness

    def _SendInput(self, count: int, events: Any, _size: int) -> int:
        self.sent.append(list(events))
        for event in events:
            if event.type == 0 and event.mi.dwFlags & 1:
                across, down = event.mi.dx * self.screen[78] // 65536, event.mi.dy * self.screen[79] // 65536
                self.pointer = (self.screen[76] + across, self.screen[77] + down)
        return count

    def _RegisterHotKey(self, _window: int, number: int, modifiers: int, key: int) -> int:
        wanted = (modifiers & 15, key)
        if wanted in self._hotkeys or wanted in self.taken:
            self.error = 1409
            return 0
        self._hotkeys[wanted] = (self._me(), number)
        return 1

    def _UnregisterHotKey(self, _window: int, number: int) -> int:
        self._hotkeys = {key: held for key, held in self._hotkeys.items() if held != (self._me(), number)}
        return 1

    def _SetTimer(self, _window: int, _number: int, _ms: int, _call: Any) -> int:
        self._queues[self._me()].put((WM_TIMER, 0))
        return 1

    def _PostThreadMessageW(self, thread: int, message: int, *_: int) -> int:
        self._queues[thread].put((message, 0))
        return 1

    def _GetMessageW(self, message: Any, *_: int) -> int:
        message._obj.message, message._obj.wParam = self._queues[self._me()].get(timeout=30)
        return 1

    def tick(self) -> None:
        """Lets the timers of all threads go off."""
        for waiting in list(self._queues.values()):
            waiting.put((WM_TIMER, 0))


class FakeLibrary:
    def __init__(self, system: FakeWindows, name: str) -> None:
        self._system, self._name = system, name

    def __getattr__(self, name: str) -> "FakeFunction":
        if name == self._system.missing:
            raise AttributeError(name)
        return self._system.functions.setdefault(f"{self._name}.{name}", FakeFunction(self._system, name))


class FakeFunction:
    restype: Any = None
    argtypes: Any = None

    def __init__(self, system: FakeWindows, name: str) -> None:
        self._system, self._name = system, name

    def __call__(self, *arguments: Any) -> int:
        assert len(arguments) == len(self.argtypes), self._name
        return self._system.call(self._name, arguments)


def _put(text: str, units: Any) -> int:
    for index, unit in enumerate(text):
        units[index] = ord(unit)
    return len(text)
