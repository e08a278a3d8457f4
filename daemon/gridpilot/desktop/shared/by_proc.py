"""What Linux tells of a process."""

from pathlib import Path

from gridpilot import whole_file


def program_of(pid: int) -> tuple[str, str]:
    """The path of the program and its command line, as far as the system tells."""
    if not pid:
        return "", ""
    try:
        executable = str(Path(f"/proc/{pid}/exe").readlink()).removesuffix(" (deleted)")  # replaced while it ran
    except OSError:
        executable = ""
    try:
        words = whole_file.read(Path(f"/proc/{pid}/cmdline")).rstrip(b"\0").split(b"\0")
    except OSError:
        words = []
    return executable, " ".join(word.decode(errors="replace") for word in words)
