"""The program's entry in the Start menu, and the name and icon under which Windows shows its notices.

Windows is asked where the entry goes (`SHGetFolderPathW`). The file is written by Windows' own object for it,
IShellLink, whose methods are known by their places in its table (shobjidl.h of the Windows SDK).
"""

import ctypes
import winreg
from contextlib import suppress
from ctypes import byref, c_uint8, c_uint16
from pathlib import Path
from typing import Any
from uuid import UUID

from gridpilot.desktop.windows.api import HANDLE, Api, system, text
from gridpilot.desktop.windows.awareness import NAME as ID

PROGRAMS = 2  # CSIDL_PROGRAMS
LONGEST_PATH = 260  # that function's own limit
SHELL_LINK = UUID("00021401-0000-0000-c000-000000000046")
I_SHELL_LINK = UUID("000214f9-0000-0000-c000-000000000046")
I_PERSIST_FILE = UUID("0000010b-0000-0000-c000-000000000046")
IN_PROCESS = 1  # CLSCTX_INPROC_SERVER
QUERY_INTERFACE, RELEASE = 0, 2
SET_DESCRIPTION, SET_ARGUMENTS, SET_ICON, SET_PATH = 7, 11, 17, 20
SAVE = 6

ICON = Path(__file__).with_name("gridpilot.ico")
NOTICES = rf"Software\Classes\AppUserModelId\{ID}"
WORDS = "run --or-settings"
SAYS = "Reads, solves and fills the puzzle in front of you when you press its key"


class StartMenu:
    def __init__(self, api: Api | None = None) -> None:
        self._api = api or system()

    def on(self, command: Path, *, link: bool) -> tuple[Path, ...]:  # noqa: ARG002 - pip's folder is on the PATH or not
        entry = self._entry()
        entry.parent.mkdir(parents=True, exist_ok=True)
        windowless = command.with_name(f"{command.stem}w{command.suffix}")
        self._write(entry, windowless if windowless.exists() else command)
        with winreg.CreateKey(winreg.HKEY_CURRENT_USER, NOTICES) as key:
            winreg.SetValueEx(key, "DisplayName", 0, winreg.REG_SZ, ID)
            winreg.SetValueEx(key, "IconUri", 0, winreg.REG_SZ, str(ICON))
        return (entry,)

    def off(self, command: Path, *, link: bool) -> tuple[Path, ...]:  # noqa: ARG002 - there is one entry
        with suppress(FileNotFoundError):
            winreg.DeleteKey(winreg.HKEY_CURRENT_USER, NOTICES)
        entry = self._entry()
        if not entry.exists():
            return ()
        entry.unlink()
        return (entry,)

    def _entry(self) -> Path:
        path = (c_uint16 * LONGEST_PATH)()
        self._api.SHGetFolderPathW(0, PROGRAMS, 0, 0, path)
        return Path(text(path)) / f"{ID}.lnk"

    def _write(self, entry: Path, program: Path) -> None:
        api, link, file = self._api, HANDLE(), HANDLE()
        api.CoInitialize(None)  # for the rest of the process, which ends soon
        try:
            _checked(api.CoCreateInstance(_number(SHELL_LINK), 0, IN_PROCESS, _number(I_SHELL_LINK), byref(link)))
            _method(link, SET_PATH, str(program))
            _method(link, SET_ARGUMENTS, WORDS)
            _method(link, SET_DESCRIPTION, SAYS)
            _method(link, SET_ICON, str(ICON), 0)
            _method(link, QUERY_INTERFACE, _number(I_PERSIST_FILE), byref(file))
            _method(file, SAVE, str(entry), 1)
        finally:
            for each in (file, link):
                if each.value:
                    _method(each, RELEASE)


def _number(number: UUID) -> ctypes.Array[c_uint8]:
    return (c_uint8 * 16).from_buffer_copy(number.bytes_le)


def _method(this: HANDLE, place: int, *arguments: Any) -> None:
    """Calls an object's method; its arguments are texts, numbers and references. Raises OSError."""
    table = ctypes.cast(ctypes.c_void_p(this.value), ctypes.POINTER(ctypes.POINTER(ctypes.c_void_p)))
    kind = ctypes.WINFUNCTYPE(ctypes.c_int32, *[ctypes.c_void_p] * (1 + len(arguments)))
    result = kind(table[0][place])(this.value, *arguments)
    if place != RELEASE:  # which answers with a count
        _checked(result)


def _checked(result: int) -> None:
    if result < 0:
        raise OSError(result, f"the Start menu's entry: error {result & 0xFFFFFFFF:#x}")
