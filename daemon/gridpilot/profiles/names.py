"""Names of profiles, which are names of folders: made of any title, in any script, and of what a user types."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from itertools import chain, count
from pathlib import Path

LONGEST, MARK = 48, 6  # signs
DEVICE = re.compile(r"con|prn|aux|nul|(?:com|lpt)[0-9]")
"""What names a device on Windows, and no folder."""


def plain_name(wish: str) -> str:
    """A name that every file system takes: "Web Sudoku!" gives web-sudoku. Where letters would be lost, as of other
    scripts or of a long title, a mark that is made of all of them stands in their place.
    """
    spelt = unicodedata.normalize("NFKD", wish.casefold())
    letters = "".join(sign for sign in spelt if not unicodedata.combining(sign))
    plain = re.sub(r"[^a-z0-9]+", "-", letters).strip("-")
    lost = any(sign.isalnum() and not sign.isascii() for sign in letters)
    if plain and not lost and len(plain) <= LONGEST and not DEVICE.fullmatch(plain):
        return plain
    mark = hashlib.sha256(spelt.encode("utf-8", "surrogatepass")).hexdigest()[:MARK]
    return f"{plain[: LONGEST - MARK - 1].strip('-') or 'profile'}-{mark}"


def free_name(folder: Path, wish: str) -> str:
    """A name that no profile in the folder has; on some systems A and a are one."""
    there = [each.name.casefold() for each in folder.iterdir()] if folder.is_dir() else []
    taken = {*there, *(name.removesuffix(".toml") for name in there)}
    plain = plain_name(wish)
    numbered = (f"{plain}-{number}" for number in count(2))
    return next(name for name in chain([plain], numbered) if name not in taken)
