"""Draws the program's icon in the sizes that desktops look for, into the package's share/icons, and Windows' own file.

.venv/bin/python scripts/icon_files.py
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from gridpilot.desktop.shared.icon_drawing import draw

PACKAGE = Path(__file__).parents[1] / "daemon/gridpilot"
THEME = PACKAGE / "share/icons/hicolor"
WINDOWS = PACKAGE / "desktop/windows/gridpilot.ico"
SIZES = (16, 22, 24, 32, 48, 64, 128, 256)


def main() -> int:
    for size in SIZES:
        file = THEME / f"{size}x{size}/apps/gridpilot.png"
        file.parent.mkdir(parents=True, exist_ok=True)
        draw("ready", size).save(file, optimize=True)
    *others, largest = (draw("ready", size) for size in SIZES)
    largest.save(WINDOWS, sizes=[(size, size) for size in SIZES], append_images=others)
    return 0


if __name__ == "__main__":
    argparse.ArgumentParser(description=__doc__).parse_args()
    sys.exit(main())
