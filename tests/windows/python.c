/* python.exe, as CPython's own: all of it is in python311.dll. */
#include <windows.h>

typedef int (*Main)(int, wchar_t **);

int wmain(int argc, wchar_t **argv)
{
    HMODULE python = LoadLibraryW(L"python311.dll");
    Main start = python ? (Main)(void *)GetProcAddress(python, "Py_Main") : NULL;
    return start ? start(argc, argv) : 127;
}
