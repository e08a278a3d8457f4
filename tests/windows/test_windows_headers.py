"""Sizes, offsets, constants and the shape of each function, as we have them, against Windows' own header files.

The compiler of mingw-w64 is asked: a C program states each of them, and none is allowed to be wrong.
"""

import ctypes
import shutil
import subprocess

import pytest
from fakes.elsewhere import windows
from windows_python import COMPILER

HEADERS = ("stddef.h", "windows.h", "dwmapi.h", "sddl.h", "aclapi.h", "objbase.h", "shlobj.h", "shobjidl.h")
HEAD = "#define _WIN32_WINNT 0x0A00\n" + "".join(f"#include <{name}>\n" for name in HEADERS)


def statements() -> dict[str, str]:
    """What is stated -> a C expression that is true if it is right."""
    api, said = windows().api, {}
    for structure in api.STRUCTURES:
        name = structure.__name__
        said[f"sizeof {name}"] = f"sizeof({name}) == {ctypes.sizeof(structure)}"
        for field, kind in structure._fields_:
            where = "mi" if field == "either" else field
            said[f"{name}.{field}"] = f"offsetof({name}, {where}) == {getattr(structure, field).offset}"
            if field != "either":
                said[f"sizeof {name}.{field}"] = f"sizeof((({name} *)0)->{field}) == {ctypes.sizeof(kind)}"
    said |= {name: f"{name} == {value}" for name, value in api.CONSTANTS.items()}
    for functions in api.FUNCTIONS.values():
        for name, (result, *arguments) in functions.items():
            call = f"{name}({', '.join('0' for _ in arguments)})"  # another count would be no call of it
            said[name] = f"sizeof({call}) == {ctypes.sizeof(result)}"
    return said


def faults(said: dict[str, str]) -> str:
    """What the compiler has against them."""
    if not shutil.which(COMPILER):
        pytest.skip(f"not installed: {COMPILER} (scripts/test.py installs it when run as root)")
    program = HEAD + "".join(f'_Static_assert({truth}, "{what}");\n' for what, truth in said.items())
    command = [COMPILER, "-fsyntax-only", "-w", "-x", "c", "-"]
    done = subprocess.run(command, input=program, capture_output=True, text=True, timeout=120)
    return done.stderr


def test_the_header_files_agree():
    said = statements()
    assert len(said) > 130
    assert faults(said) == ""


@pytest.mark.parametrize(
    ("what", "truth"),
    [
        ("SM_CXVIRTUALSCREEN", "SM_CXVIRTUALSCREEN == 77"),
        ("MSG.pt", "offsetof(MSG, pt) == 32"),
        ("too few", "sizeof(IsIconic()) == 4"),
    ],
)
def test_they_would_not_agree_with_a_mistake(what, truth):
    assert "error" in faults({what: truth})
