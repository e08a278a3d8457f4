"""One value changed in the text of a settings file, whose comments and order are its user's and stay."""

from __future__ import annotations

import json
import re


def changed(text: str, table: str, key: str, value: str | bool | int) -> str:
    """The text with `key = value` in [table]: where the key stands, else where a comment proposes it, else after the
    table's header, else with a header at the end.
    """
    lines = text.splitlines()
    written = f"{key} = {json.dumps(value, ensure_ascii=False)}"
    begin, end = _extent(lines, table)
    if begin < 0:
        return "\n".join([*lines, *([""] if lines and lines[-1] else []), f"[{table}]", written, ""])
    at = next((n for pattern in (rf"\s*{key}\s*=", rf"\s*#\s*{key}\s*=") for n in range(begin, end)
               if re.match(pattern, lines[n])), None)  # fmt: skip
    if at is None:
        lines.insert(begin, written)
    else:
        lines[at] = written + _comment(lines[at])
    return "\n".join([*lines, ""])


def _extent(lines: list[str], table: str) -> tuple[int, int]:
    """The lines after the table's header, up to the next one; -1 where there is no such table."""
    headers = [n for n, line in enumerate(lines) if re.match(r"\s*\[", line)]
    begin = next((n + 1 for n in headers if re.match(rf"\s*\[\s*{table}\s*\]", lines[n])), -1)
    return begin, next((n for n in headers if n >= begin), len(lines))


def _comment(line: str) -> str:
    """What stands behind the value, with the room before it."""
    found = re.match(r"""[^#"']*(?:"[^"]*"|'[^']*')?[^#"']*?(\s+#.*)$""", line.lstrip(" #"))
    return found[1] if found else ""
