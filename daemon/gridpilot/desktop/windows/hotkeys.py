"""Global hotkeys by RegisterHotKey: Windows keeps the key from every other program and posts it to this thread's queue.

No hook that a busy Python could lose. Keys belong to the thread that registers them, so one thread does all of it;
others leave a request and wake it by a message.
"""

from ctypes import byref

from gridpilot.combination import Combination, parse
from gridpilot.desktop import HotkeyState
from gridpilot.desktop.shared.event_thread import KeyListener
from gridpilot.desktop.windows.api import MSG, Api, system
from gridpilot.desktop.windows.keyboard import Keyboard

UNKNOWN = -1  # an error that Windows does not name


class WindowsHotkeys(KeyListener):
    def __init__(self, api: Api | None = None) -> None:
        super().__init__()
        self._api = api or system()
        self._keyboard = Keyboard(self._api)
        self._actions: dict[int, str] = {}  # our number of each registered key -> action
        self._id = 0

    def _wake(self) -> None:
        self._api.PostThreadMessageW(self._id, self._api.WM_APP, 0, 0)

    def _listen(self) -> None:
        message = MSG()
        self._id = self._api.GetCurrentThreadId()
        self._api.PeekMessageW(byref(message), 0, 0, 0, self._api.PM_NOREMOVE)  # makes the queue
        self._ready.set()
        while not self._stopping and self._api.GetMessageW(byref(message), 0, 0, 0) > 0:
            if message.message == self._api.WM_HOTKEY:
                self._pressed(message.wParam)
            self._serve()
        self._unregister_all()

    def _pressed(self, number: int) -> None:
        if action := self._actions.get(number):  # else it was given back since it was pressed
            self._press(action)

    def _bind_wanted(self) -> list[HotkeyState]:
        self._unregister_all()
        return [self._register(action, text) for action, text in self._wanted.items()]

    def _unregister_all(self) -> None:
        for number in self._actions:
            self._api.UnregisterHotKey(0, number)
        self._actions = {}

    def _register(self, action: str, text: str) -> HotkeyState:
        try:
            combination = parse(text)
        except ValueError as fault:
            return HotkeyState(action, text, live=False, reason=str(fault))
        codes = self._keyboard.hotkey_codes(combination)
        if not codes:
            return HotkeyState(action, text, live=False, reason=f"the present keyboard layout has no key for {text}")
        errors = [self._register_key(action, combination, code) for code in codes]
        if 0 not in errors:
            return HotkeyState(action, text, live=False, reason=self._refusal(text, errors[0]))
        # AltGr is Ctrl+Alt to Windows: such a key works, but is lost to typing.
        typed = self._keyboard.typed_by(combination)
        clash = f"one of your keyboard layouts types '{typed}' with it, which gridpilot now takes for itself"
        return HotkeyState(action, text, live=True, reason=clash if typed else "")

    def _register_key(self, action: str, combination: Combination, code: int) -> int:
        """0, or Windows' error number."""
        number = next(free for free in range(1, 0xBFFF) if free not in self._actions)
        if not self._api.RegisterHotKey(0, number, self._modifiers(combination), code):
            return int(self._api.last_error()) or UNKNOWN
        self._actions[number] = action
        return 0

    def _modifiers(self, combination: Combination) -> int:
        flags = {"ctrl": "CONTROL", "alt": "ALT", "shift": "SHIFT", "super": "WIN"}
        return int(
            sum(getattr(self._api, f"MOD_{flags[name]}") for name in combination.modifiers) | self._api.MOD_NOREPEAT
        )

    def _refusal(self, text: str, error: int) -> str:
        if error != self._api.ERROR_HOTKEY_ALREADY_REGISTERED:
            return f"Windows refuses {text} (error {error})"
        other = next((action for action in self._actions.values() if self._bindings[action] == text), None)
        return f"{text} is already the key for '{other}'" if other else f"{text} is taken by another program"
