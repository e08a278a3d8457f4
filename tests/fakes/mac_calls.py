"""macOS as its frameworks answer: windows in front of one another, permissions, a keyboard. Calls are written down.

`installed` puts it in the place of Quartz, AppKit, HIServices, PyObjCTools, quickmachotkey and pynput's controllers.
"""

import sys
from types import ModuleType, SimpleNamespace
from typing import Any

PID = 4242


class FakeMac:
    def __init__(self) -> None:
        self.windows = [self.facts(77, "A game", PID)]
        self.may_type = self.may_look = True
        self.sees_windows = True
        self.down: set[int] = set()
        self.keys_pressed = 0
        self.pointer = (0.0, 0.0)
        self.typed: list[tuple[str, Any]] = []
        self.registered: dict[tuple[int, int], Any] = {}
        self.later: list[tuple[Any, ...]] = []

    @staticmethod
    def facts(number: int, title: str, pid: int, layer: int = 0) -> dict[str, Any]:
        bounds = {"X": 100.0, "Y": 50.0, "Width": 400.0, "Height": 300.0}
        return {
            "kCGWindowNumber": number, "kCGWindowName": title, "kCGWindowOwnerName": "Game", "kCGWindowOwnerPID": pid,
            "kCGWindowLayer": layer, "kCGWindowBounds": bounds,
        }  # fmt: skip

    def press(self, mask: int, code: int) -> bool:
        """What a user's press does; False when it goes to the focused program."""
        handler = self.registered.get((mask, code))
        if handler:
            handler()
        return handler is not None

    def modules(self) -> dict[str, ModuleType]:
        url = SimpleNamespace(path=lambda: "/Applications/Game.app/Contents/MacOS/Game")
        program = SimpleNamespace(executableURL=lambda: url, activateWithOptions_=lambda _: True)
        running = SimpleNamespace(runningApplicationWithProcessIdentifier_=lambda _: program)
        constants = module(
            "quickmachotkey.constants", kVK_ANSI_S=1, kVK_ANSI_2=19, kVK_F5=96, controlKey=1, optionKey=2, cmdKey=4
        )
        helper = module("PyObjCTools.AppHelper", callAfter=lambda *call: self.later.append(call))
        mouse = SimpleNamespace(Controller=lambda: Mouse(self), Button=SimpleNamespace(left="left"))
        codes = SimpleNamespace(from_vk=lambda code: f"<code {code}>")
        keyboard = SimpleNamespace(Controller=lambda: Keyboard(self), Key=Names(), KeyCode=codes)
        return {
            "Quartz": module(
                "Quartz",
                CGWindowListCopyWindowInfo=lambda _which, _relative: self.windows,
                CGPreflightScreenCaptureAccess=lambda: self.may_look,
                CGWindowListCreateImage=lambda *_: object() if self.sees_windows else None,
                CGImageGetWidth=lambda _: 400,
                CGEventSourceKeyState=lambda _state, code: code in self.down,
                CGEventSourceCounterForEventType=lambda _state, _kind: self.keys_pressed,
                **dict.fromkeys(("kCGWindowListOptionOnScreenOnly", "kCGWindowListExcludeDesktopElements"), 0),
                **dict.fromkeys(("kCGWindowListOptionIncludingWindow", "kCGWindowImageBoundsIgnoreFraming"), 0),
                **dict.fromkeys(("kCGNullWindowID", "kCGEventKeyDown", "CGRectNull"), 0),
            ),
            "AppKit": module("AppKit", NSRunningApplication=running),
            "HIServices": module("HIServices", AXIsProcessTrusted=lambda: self.may_type),
            "PyObjCTools": module("PyObjCTools", AppHelper=helper),
            "PyObjCTools.AppHelper": helper,
            "quickmachotkey": module(
                "quickmachotkey", mask=lambda *keys: sum(keys), quickHotKey=self._hotkey, constants=constants
            ),
            "quickmachotkey.constants": constants,
            "pynput": module("pynput", mouse=mouse, keyboard=keyboard),
        }  # fmt: skip

    def _hotkey(self, *, virtualKey: int, modifierMask: int, immediately: bool) -> Any:  # noqa: N803 - its own names
        assert not immediately

        def made(handler: Any) -> Any:
            handler.register = lambda: self.registered.update({(modifierMask, virtualKey): handler})
            handler.unregister = lambda: self.registered.pop((modifierMask, virtualKey))
            return handler

        return made


class Names:
    def __getitem__(self, name: str) -> str:
        return f"<{name}>"


class Keyboard:
    def __init__(self, mac: FakeMac) -> None:
        self._mac = mac

    def tap(self, key: Any) -> None:
        self._mac.typed.append(("tap", key))

    def release(self, key: Any) -> None:
        self._mac.typed.append(("release", key))


class Mouse:
    def __init__(self, mac: FakeMac) -> None:
        self._mac = mac

    @property
    def position(self) -> tuple[float, float]:
        return self._mac.pointer

    @position.setter
    def position(self, at: tuple[float, float]) -> None:
        self._mac.pointer = at

    def press(self, button: str) -> None:
        self._mac.typed.append(("press", button))

    def release(self, button: str) -> None:
        self._mac.typed.append(("release", button))


def module(name: str, **contents: Any) -> ModuleType:
    made = ModuleType(name)
    vars(made).update(contents)
    return made


def installed(patch: Any) -> FakeMac:
    """`patch` is pytest's monkeypatch."""
    mac = FakeMac()
    for name, made in mac.modules().items():
        patch.setitem(sys.modules, name, made)
    return mac
