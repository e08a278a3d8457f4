"""How programs on a virtual desktop look, whatever the machine has besides: fonts, theme, icons, locale.

The fonts are those of two packages (setup_debian.py has them): DejaVu, and Liberation for the names that web pages and
old programs ask for. Where they lie elsewhere than on Debian, the machine's own fonts are left as they are.
"""

from __future__ import annotations

from pathlib import Path

FONTS = ("/usr/share/fonts/truetype/dejavu", "/usr/share/fonts/truetype/liberation")
FAMILIES = {
    "sans-serif": "DejaVu Sans",
    "sans": "DejaVu Sans",
    "serif": "DejaVu Serif",
    "monospace": "DejaVu Sans Mono",
    "mono": "DejaVu Sans Mono",
    "Arial": "Liberation Sans",
    "Helvetica": "Liberation Sans",
    "Times New Roman": "Liberation Serif",
    "Times": "Liberation Serif",
    "Courier New": "Liberation Mono",
    "Courier": "Liberation Mono",
}
FONTS_CONF = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
{folders}
<cachedir>{cache}</cachedir>
<match target="pattern">
  <edit name="antialias" mode="append"><bool>true</bool></edit>
  <edit name="hintstyle" mode="append"><const>hintslight</const></edit>
  <edit name="rgba" mode="append"><const>none</const></edit>
</match>
{families}
<match target="pattern"><edit name="family" mode="append_last"><string>DejaVu Sans</string></edit></match>
</fontconfig>
"""
GTK = """[Settings]
gtk-theme-name=Adwaita
gtk-icon-theme-name=Adwaita
gtk-font-name=DejaVu Sans 10
gtk-xft-antialias=1
gtk-xft-hinting=1
gtk-xft-hintstyle=hintslight
gtk-xft-rgba=none
"""


def pinned(home: Path) -> dict[str, str]:
    """Writes the settings into a home folder; returns what the environment needs for them."""
    for version in ("3.0", "4.0"):
        folder = home / ".config" / f"gtk-{version}"
        folder.mkdir(parents=True)
        (folder / "settings.ini").write_text(GTK, "utf-8")
    return {"LANG": "C.UTF-8"} | ({"FONTCONFIG_FILE": str(_fonts(home))} if Path(FONTS[0]).exists() else {})


def _fonts(home: Path) -> Path:
    alias = '<alias binding="same"><family>{}</family><prefer><family>{}</family></prefer></alias>'
    text = FONTS_CONF.format(
        folders="\n".join(f"<dir>{folder}</dir>" for folder in FONTS),
        cache=home / ".cache" / "fontconfig",
        families="\n".join(alias.format(*pair) for pair in FAMILIES.items()),
    )
    file = home / "fonts.conf"
    file.write_text(text, "utf-8")
    return file
