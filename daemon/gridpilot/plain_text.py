"""Texts of strangers, such as windows' titles and shared profiles, without what a terminal or a reader would obey.

A control character may move the cursor, change a title or send keys; a mark of direction may show a text in another
order than it has.
"""

from __future__ import annotations

import re

INSTEAD = "\N{REPLACEMENT CHARACTER}"
CONTROLS = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
"""Those of ASCII and of Latin-1, the ends of lines and paragraphs, and halves of characters."""

DIRECTIONS = re.compile(r"[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")


def plain(text: str) -> str:
    """One line that shows what it holds."""
    return DIRECTIONS.sub("", CONTROLS.sub(INSTEAD, text))


def plain_lines(text: str) -> str:
    """The same, but lines and tabs stay."""
    return "\n".join("\t".join(map(plain, line.split("\t"))) for line in text.split("\n"))
