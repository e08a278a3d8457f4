"""Windows as gridpilot calls it: structures, functions and constants under Windows' own names, and what loads them.

Every field has a fixed width, texts are arrays of UTF-16 units, and nothing asks Windows to call back: so the calls can
be sent to a Windows that is elsewhere, as the tests send them to Wine. 64 bits only, as all of our dependencies.
"""

import ctypes
from ctypes import POINTER, c_int16, c_int32, c_int64, c_uint8, c_uint16, c_uint32, c_uint64, c_void_p
from functools import cache
from typing import Any, ClassVar, Protocol

from gridpilot.errors import EnvironmentFault

HANDLE = c_uint64
UNITS, WORD, BYTES = POINTER(c_uint16), POINTER(c_uint32), POINTER(c_uint8)


class POINT(ctypes.Structure):
    _fields_: ClassVar = [("x", c_int32), ("y", c_int32)]


class RECT(ctypes.Structure):
    _fields_: ClassVar = [("left", c_int32), ("top", c_int32), ("right", c_int32), ("bottom", c_int32)]


class SIZE(ctypes.Structure):
    _fields_: ClassVar = [("cx", c_int32), ("cy", c_int32)]


class MONITORINFO(ctypes.Structure):
    _fields_: ClassVar = [("cbSize", c_uint32), ("rcMonitor", RECT), ("rcWork", RECT), ("dwFlags", c_uint32)]


class BLENDFUNCTION(ctypes.Structure):
    _fields_: ClassVar = [
        ("BlendOp", c_uint8),
        ("BlendFlags", c_uint8),
        ("SourceConstantAlpha", c_uint8),
        ("AlphaFormat", c_uint8),
    ]


class MSG(ctypes.Structure):
    _fields_: ClassVar = [
        ("hwnd", HANDLE),
        ("message", c_uint32),
        ("wParam", c_uint64),
        ("lParam", c_int64),
        ("time", c_uint32),
        ("pt", POINT),
    ]


class MOUSEINPUT(ctypes.Structure):
    _fields_: ClassVar = [
        ("dx", c_int32),
        ("dy", c_int32),
        ("mouseData", c_uint32),
        ("dwFlags", c_uint32),
        ("time", c_uint32),
        ("dwExtraInfo", c_uint64),
    ]


class KEYBDINPUT(ctypes.Structure):
    _fields_: ClassVar = [
        ("wVk", c_uint16),
        ("wScan", c_uint16),
        ("dwFlags", c_uint32),
        ("time", c_uint32),
        ("dwExtraInfo", c_uint64),
    ]


class EITHER(ctypes.Union):
    _fields_: ClassVar = [("mi", MOUSEINPUT), ("ki", KEYBDINPUT)]


class INPUT(ctypes.Structure):
    _anonymous_ = ("either",)
    _fields_: ClassVar = [("type", c_uint32), ("either", EITHER)]


class SECURITY_ATTRIBUTES(ctypes.Structure):  # noqa: N801 - Windows' own name
    _fields_: ClassVar = [("nLength", c_uint32), ("lpSecurityDescriptor", c_uint64), ("bInheritHandle", c_int32)]


class SID_AND_ATTRIBUTES(ctypes.Structure):  # noqa: N801
    """The number of a user, a SID, comes right behind it."""

    _fields_: ClassVar = [("Sid", c_uint64), ("Attributes", c_uint32)]


STRUCTURES = (
    *(POINT, RECT, SIZE, MONITORINFO, BLENDFUNCTION, MSG, MOUSEINPUT, KEYBDINPUT, INPUT),
    *(SECURITY_ATTRIBUTES, SID_AND_ATTRIBUTES),
)

CONSTANTS = {
    "INPUT_MOUSE": 0, "INPUT_KEYBOARD": 1, "KEYEVENTF_EXTENDEDKEY": 1, "KEYEVENTF_KEYUP": 2, "KEYEVENTF_UNICODE": 4,
    "MOUSEEVENTF_MOVE": 1, "MOUSEEVENTF_LEFTDOWN": 2, "MOUSEEVENTF_LEFTUP": 4, "MOUSEEVENTF_RIGHTDOWN": 8,
    "MOUSEEVENTF_RIGHTUP": 16, "MOUSEEVENTF_VIRTUALDESK": 0x4000, "MOUSEEVENTF_ABSOLUTE": 0x8000,
    "MOD_ALT": 1, "MOD_CONTROL": 2, "MOD_SHIFT": 4, "MOD_WIN": 8, "MOD_NOREPEAT": 0x4000,
    "WM_HOTKEY": 0x312, "WM_TIMER": 0x113, "WM_APP": 0x8000, "PM_NOREMOVE": 0, "SW_RESTORE": 9, "GW_HWNDNEXT": 2,
    "WS_EX_TOPMOST": 8, "WS_EX_TRANSPARENT": 0x20, "WS_EX_TOOLWINDOW": 0x80, "WS_EX_LAYERED": 0x80000,
    "WS_EX_NOACTIVATE": 0x8000000, "WS_POPUP": 0x80000000, "SW_SHOWNOACTIVATE": 4, "ULW_ALPHA": 2,
    "AC_SRC_OVER": 0, "AC_SRC_ALPHA": 1, "MONITOR_DEFAULTTONEAREST": 2,
    "ERROR_ACCESS_DENIED": 5, "ERROR_HOTKEY_ALREADY_REGISTERED": 1409, "DWMWA_CLOAKED": 14,
    "SM_SWAPBUTTON": 23, "SM_XVIRTUALSCREEN": 76, "SM_YVIRTUALSCREEN": 77,
    "SM_CXVIRTUALSCREEN": 78, "SM_CYVIRTUALSCREEN": 79, "MAPVK_VK_TO_VSC": 0,
    "PROCESS_QUERY_LIMITED_INFORMATION": 0x1000, "TOKEN_QUERY": 8, "TokenUser": 1, "TokenElevation": 20,
    "PIPE_ACCESS_DUPLEX": 3, "FILE_FLAG_FIRST_PIPE_INSTANCE": 0x80000, "PIPE_REJECT_REMOTE_CLIENTS": 8,
    "PIPE_UNLIMITED_INSTANCES": 255, "GENERIC_READ": 0x80000000, "GENERIC_WRITE": 0x40000000, "OPEN_EXISTING": 3,
    "SECURITY_SQOS_PRESENT": 0x100000, "SECURITY_IDENTIFICATION": 0x10000, "SDDL_REVISION_1": 1,
    "SE_FILE_OBJECT": 1, "DACL_SECURITY_INFORMATION": 4, "SE_DACL_PROTECTED": 0x1000,
    "ERROR_BROKEN_PIPE": 109, "ERROR_ALREADY_EXISTS": 183, "ERROR_PIPE_BUSY": 231, "ERROR_NO_DATA": 232,
    "ERROR_PIPE_CONNECTED": 535, "STD_INPUT_HANDLE": 0xFFFFFFF6,
    "VK_LBUTTON": 1, "VK_BACK": 8, "VK_TAB": 9, "VK_RETURN": 13, "VK_SHIFT": 16, "VK_CONTROL": 17, "VK_MENU": 18,
    "VK_PAUSE": 19, "VK_CAPITAL": 20, "VK_ESCAPE": 27, "VK_SPACE": 32, "VK_PRIOR": 33, "VK_NEXT": 34, "VK_END": 35,
    "VK_HOME": 36, "VK_LEFT": 37, "VK_UP": 38, "VK_RIGHT": 39, "VK_DOWN": 40, "VK_SNAPSHOT": 44,
    "VK_INSERT": 45, "VK_DELETE": 46,
    "VK_LWIN": 91, "VK_RWIN": 92, "VK_NUMPAD0": 96, "VK_F1": 112, "VK_LSHIFT": 160, "VK_RSHIFT": 161,
    "VK_LCONTROL": 162, "VK_RCONTROL": 163, "VK_LMENU": 164, "VK_RMENU": 165,
}  # fmt: skip
"""As the header files have them; the tests compare."""

FUNCTIONS: dict[str, dict[str, tuple[Any, ...]]] = {
    "user32": {
        "AreDpiAwarenessContextsEqual": (c_int32, HANDLE, HANDLE),
        "ClientToScreen": (c_int32, HANDLE, POINTER(POINT)),
        "CreateWindowExW": (
            *(HANDLE, c_uint32, UNITS, UNITS, c_uint32, c_int32, c_int32, c_int32, c_int32),
            *(HANDLE, HANDLE, HANDLE, c_void_p),
        ),
        "DestroyWindow": (c_int32, HANDLE),
        "DispatchMessageW": (c_int64, POINTER(MSG)),
        "GetAsyncKeyState": (c_int16, c_int32),
        "GetAwarenessFromDpiAwarenessContext": (c_int32, HANDLE),
        "GetClassNameW": (c_int32, HANDLE, UNITS, c_int32),
        "GetClientRect": (c_int32, HANDLE, POINTER(RECT)),
        "GetCursorPos": (c_int32, POINTER(POINT)),
        "GetForegroundWindow": (HANDLE,),
        "GetKeyState": (c_int16, c_int32),
        "GetKeyboardLayout": (HANDLE, c_uint32),
        "GetKeyboardLayoutList": (c_int32, c_int32, POINTER(HANDLE)),
        "GetMessageW": (c_int32, POINTER(MSG), HANDLE, c_uint32, c_uint32),
        "GetMonitorInfoW": (c_int32, HANDLE, POINTER(MONITORINFO)),
        "GetSystemMetrics": (c_int32, c_int32),
        "GetThreadDpiAwarenessContext": (HANDLE,),
        "GetTopWindow": (HANDLE, HANDLE),
        "GetWindow": (HANDLE, HANDLE, c_uint32),
        "GetWindowTextW": (c_int32, HANDLE, UNITS, c_int32),
        "GetWindowThreadProcessId": (c_uint32, HANDLE, WORD),
        "IsIconic": (c_int32, HANDLE),
        "IsWindowVisible": (c_int32, HANDLE),
        "KillTimer": (c_int32, HANDLE, c_uint64),
        "MapVirtualKeyExW": (c_uint32, c_uint32, c_uint32, HANDLE),
        "MonitorFromRect": (HANDLE, POINTER(RECT), c_uint32),
        "PeekMessageW": (c_int32, POINTER(MSG), HANDLE, c_uint32, c_uint32, c_uint32),
        "PostThreadMessageW": (c_int32, c_uint32, c_uint32, c_uint64, c_int64),
        "RegisterHotKey": (c_int32, HANDLE, c_int32, c_uint32, c_uint32),
        "SendInput": (c_uint32, c_uint32, POINTER(INPUT), c_int32),
        "SetForegroundWindow": (c_int32, HANDLE),
        "SetProcessDpiAwarenessContext": (c_int32, HANDLE),
        "SetTimer": (c_uint64, HANDLE, c_uint64, c_uint32, c_void_p),
        "ShowWindow": (c_int32, HANDLE, c_int32),
        "ToUnicodeEx": (c_int32, c_uint32, c_uint32, BYTES, UNITS, c_int32, c_uint32, HANDLE),
        "UnregisterHotKey": (c_int32, HANDLE, c_int32),
        "UpdateLayeredWindow": (
            *(c_int32, HANDLE, HANDLE, POINTER(POINT), POINTER(SIZE), HANDLE, POINTER(POINT), c_uint32),
            *(POINTER(BLENDFUNCTION), c_uint32),
        ),
        "VkKeyScanExW": (c_int16, c_uint16, HANDLE),
    },
    "kernel32": {
        "CloseHandle": (c_int32, HANDLE),
        "ConnectNamedPipe": (c_int32, HANDLE, c_void_p),
        "CreateFileW": (HANDLE, UNITS, c_uint32, c_uint32, c_void_p, c_uint32, c_uint32, HANDLE),
        "CreateMutexW": (HANDLE, POINTER(SECURITY_ATTRIBUTES), c_int32, UNITS),
        "CreateNamedPipeW": (
            *(HANDLE, UNITS, c_uint32, c_uint32, c_uint32, c_uint32, c_uint32, c_uint32),
            POINTER(SECURITY_ATTRIBUTES),
        ),
        "GetCurrentProcess": (HANDLE,),
        "GetCurrentProcessId": (c_uint32,),
        "GetCurrentThreadId": (c_uint32,),
        "LocalFree": (HANDLE, HANDLE),
        "OpenProcess": (HANDLE, c_uint32, c_int32, c_uint32),
        "PeekNamedPipe": (c_int32, HANDLE, c_void_p, c_uint32, c_void_p, WORD, c_void_p),
        "ProcessIdToSessionId": (c_int32, c_uint32, WORD),
        "QueryFullProcessImageNameW": (c_int32, HANDLE, c_uint32, UNITS, WORD),
        "ReadFile": (c_int32, HANDLE, BYTES, c_uint32, WORD, c_void_p),
        "SetStdHandle": (c_int32, c_uint32, HANDLE),
        "WaitNamedPipeW": (c_int32, UNITS, c_uint32),
        "WriteFile": (c_int32, HANDLE, BYTES, c_uint32, WORD, c_void_p),
    },
    "advapi32": {
        "ConvertStringSecurityDescriptorToSecurityDescriptorW": (c_int32, UNITS, c_uint32, POINTER(HANDLE), WORD),
        "GetNamedSecurityInfoW": (
            *(c_uint32, UNITS, c_int32, c_uint32),
            *(c_void_p, c_void_p, c_void_p, c_void_p, POINTER(HANDLE)),
        ),
        "GetSecurityDescriptorControl": (c_int32, HANDLE, UNITS, WORD),
        "GetTokenInformation": (c_int32, HANDLE, c_int32, c_void_p, c_uint32, WORD),
        "OpenProcessToken": (c_int32, HANDLE, c_uint32, POINTER(HANDLE)),
        "SetFileSecurityW": (c_int32, UNITS, c_uint32, HANDLE),
    },
    "shell32": {
        "SHGetFolderPathW": (c_int32, HANDLE, c_int32, HANDLE, c_uint32, UNITS),
        "SetCurrentProcessExplicitAppUserModelID": (c_int32, UNITS),
    },
    "ole32": {
        "CoCreateInstance": (c_int32, BYTES, HANDLE, c_uint32, BYTES, POINTER(HANDLE)),
        "CoInitialize": (c_int32, c_void_p),
    },
    "dwmapi": {"DwmGetWindowAttribute": (c_int32, HANDLE, c_uint32, WORD, c_uint32)},
    "gdi32": {
        "CreateBitmap": (HANDLE, c_int32, c_int32, c_uint32, c_uint32, BYTES),
        "CreateCompatibleDC": (HANDLE, HANDLE),
        "DeleteDC": (c_int32, HANDLE),
        "DeleteObject": (c_int32, HANDLE),
        "SelectObject": (HANDLE, HANDLE, HANDLE),
    },
}
"""By library and name: what comes back, then what goes in."""


class Dlls(Protocol):
    def library(self, name: str) -> Any:
        """A library whose functions are its attributes."""

    def last_error(self) -> int:
        """Of the last call of this thread that failed."""


class SystemDlls:
    def library(self, name: str) -> Any:
        return ctypes.WinDLL(name, use_last_error=True)

    def last_error(self) -> int:
        return ctypes.get_last_error()


class Api:
    """All functions as attributes, under their own names; CONSTANTS likewise."""

    def __init__(self, dlls: Dlls) -> None:
        self.last_error = dlls.last_error
        vars(self).update(CONSTANTS)
        for library, functions in FUNCTIONS.items():
            loaded = dlls.library(library)
            for name, (result, *arguments) in functions.items():
                vars(self)[name] = _declared(loaded, name, result, arguments)

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(name)


def _declared(library: Any, name: str, result: Any, arguments: list[Any]) -> Any:
    try:
        function = getattr(library, name)
    except AttributeError as fault:
        raise EnvironmentFault(
            "Windows is too old", f"It has no function {name}.", "Windows 10 of 2017 (1703) or a newer one is needed."
        ) from fault
    function.restype, function.argtypes = result, arguments
    return function


@cache
def system() -> Api:
    """The functions of the machine that we run on."""
    return Api(SystemDlls())


def text(units: ctypes.Array[c_uint16]) -> str:
    """What an array of UTF-16 units holds, up to its zero."""
    return bytes(units).decode("utf-16-le", errors="replace").partition("\0")[0]


def units(words: str) -> ctypes.Array[c_uint16]:
    """A text as Windows takes it, with its zero."""
    encoded = words.encode("utf-16-le") + b"\0\0"
    return (c_uint16 * (len(encoded) // 2)).from_buffer_copy(encoded)
