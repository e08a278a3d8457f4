"""Who may do what with our pipe and our files. Windows has a list for each, which names users by their numbers."""

import struct
from ctypes import byref, c_uint8, c_uint16, c_uint32, sizeof
from pathlib import Path

from gridpilot.desktop.windows.api import HANDLE, SID_AND_ATTRIBUTES, Api, units

LONGEST_SID = 68
SYSTEM, ADMINISTRATORS = "SY", "BA"  # they keep the rights that they have in a user's own folders


def keep_private(api: Api, folder: Path) -> None:
    """Nobody but the user gets at what lies in the folder, or will, whatever the folders around it allow. A list that
    was set once stays as it is. Raises OSError where the disk knows no such lists.
    """
    if _has_a_list_of_its_own(api, folder):
        return
    everything = "".join(f"(A;OICI;FA;;;{who})" for who in (user(api), SYSTEM, ADMINISTRATORS))
    wanted = descriptor(api, f"D:P{everything}")
    try:
        for each in (folder, *folder.rglob("*")):
            if not api.SetFileSecurityW(units(str(each)), api.DACL_SECURITY_INFORMATION, wanted):
                raise failed(api, "SetFileSecurityW")
    finally:
        api.LocalFree(wanted)


def _has_a_list_of_its_own(api: Api, folder: Path) -> bool:
    """And not that of the folder around it."""
    found, control, revision = HANDLE(), c_uint16(), c_uint32()
    name, what = units(str(folder)), api.DACL_SECURITY_INFORMATION
    error = api.GetNamedSecurityInfoW(name, api.SE_FILE_OBJECT, what, None, None, None, None, byref(found))
    if error:
        raise OSError(error, f"GetNamedSecurityInfoW: error {error}")
    api.GetSecurityDescriptorControl(found, byref(control), byref(revision))
    api.LocalFree(found)
    return bool(control.value & api.SE_DACL_PROTECTED)


def descriptor(api: Api, words: str) -> HANDLE:
    """What Windows makes of such a list in words; LocalFree takes it back."""
    made = HANDLE()
    if not api.ConvertStringSecurityDescriptorToSecurityDescriptorW(
        units(words), api.SDDL_REVISION_1, byref(made), None
    ):
        raise failed(api, "ConvertStringSecurityDescriptorToSecurityDescriptorW")
    return made


def user(api: Api) -> str:
    """The number of the user whose process this is, as Windows writes it: S-1-5-..."""
    token, found, size = HANDLE(), (c_uint8 * (sizeof(SID_AND_ATTRIBUTES) + LONGEST_SID))(), c_uint32()
    if not api.OpenProcessToken(api.GetCurrentProcess(), api.TOKEN_QUERY, byref(token)):
        raise failed(api, "OpenProcessToken")
    known = api.GetTokenInformation(token, api.TokenUser, found, sizeof(found), byref(size))
    api.CloseHandle(token)
    if not known:
        raise failed(api, "GetTokenInformation")
    revision, count, *authority = bytes(found)[sizeof(SID_AND_ATTRIBUTES) :][:8]
    parts = struct.unpack_from(f"<{count}I", found, sizeof(SID_AND_ATTRIBUTES) + 8)
    return "-".join(map(str, ("S", revision, int.from_bytes(authority, "big"), *parts)))


def failed(api: Api, function: str) -> OSError:
    error = api.last_error()
    return OSError(error, f"{function}: error {error}")
