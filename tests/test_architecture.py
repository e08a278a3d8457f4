"""Who may import whom, who owns which dependency, and the few habits that keep the house in order.

The tables are the design; a module that breaks one is wrong, or the design has changed: then change the table with it.
Patterns are shell-like and match dotted names inside gridpilot ("games.*" is every module below games/); OWN stands
for the module's own folder.
"""

from __future__ import annotations

import ast
import graphlib
import subprocess
import sys
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "daemon" / "gridpilot"

VOCABULARY = "geometry window capture reading plan outcome drawing errors plain_text"
GAMES = "games games.protocols games.deeds"
PILOT = "pilot pilot.*"
STEPS = "games.sudoku.grid games.sudoku.techniques.*"
SENTENCES = "texts.messages texts.language texts.file_words"
ROOM = f"{VOCABULARY} whole_file {SENTENCES} texts.hurdles texts.find* {GAMES} desktop profiles profiles.* pilot OWN"
DESKTOPS = "desktop.kwin.* desktop.portal.* desktop.wayland.* desktop.x11.*"
COMMON = f"{VOCABULARY} {SENTENCES} paths config toml_file whole_file combination installation provenance statistics"

# Who (the first line that fits)                 may import, of gridpilot's own modules
LAYERS = (
    (VOCABULARY, VOCABULARY),
    ("texts texts.*", f"{COMMON} desktop {GAMES} {STEPS} texts.* profiles.profile pilot.teach_trial"),
    ("config", f"{COMMON} games"),
    ("statistics", f"{COMMON} games texts.stats_words"),
    ("paths toml_file combination installation provenance whole_file", COMMON),
    ("vision vision.*", f"{VOCABULARY} whole_file vision vision.*"),
    ("games games.protocols", f"{VOCABULARY} games.protocols games.deeds games.about games.*.about"),
    ("games.about games.deeds games.*.about", f"{VOCABULARY} texts.language games.protocols games.about OWN"),
    (
        "games.*.reading games.*.reading.* games.*.game",
        f"{VOCABULARY} whole_file {GAMES} vision vision.* OWN",
    ),
    ("games.*.adviser", f"{VOCABULARY} {GAMES} texts.technique_words OWN"),
    ("games.*.formats games.*.formats.*", f"{VOCABULARY} whole_file {GAMES} texts.puzzle_words OWN"),
    ("games.*", f"{VOCABULARY} whole_file {GAMES} OWN"),
    ("profiles profiles.*", f"{VOCABULARY} games whole_file toml_file combination OWN profiles profiles.*"),
    ("desktop", VOCABULARY),
    ("desktop.choose", "desktop desktop.*"),
    (
        "desktop.linux.*",
        f"{VOCABULARY} whole_file combination desktop desktop.shared.* {DESKTOPS} OWN",
    ),
    (
        "desktop.portal.*",
        f"{VOCABULARY} paths whole_file combination desktop desktop.shared.* desktop.wayland.* OWN",
    ),
    (
        "desktop.kwin.*",
        f"{VOCABULARY} combination desktop desktop.shared.* desktop.portal.* desktop.wayland.* OWN",
    ),
    ("desktop.*", f"{VOCABULARY} whole_file combination desktop desktop.shared.* OWN"),
    ("pilot.guard pilot.guard.*", ROOM),
    ("pilot.eyes pilot.eyes.*", f"{ROOM} pilot.guard.*"),
    ("pilot.hands pilot.hands.*", f"{ROOM} pilot.guard.* pilot.eyes.*"),
    ("pilot.moves pilot.moves.*", f"{ROOM} pilot.guard.* pilot.eyes.* pilot.hands pilot.hands.*"),
    ("pilot.way pilot.way.*", f"{ROOM} pilot.guard.* pilot.eyes.* pilot.hands pilot.hands.*"),
    ("pilot.entry pilot.entry.*", f"{ROOM} pilot.guard.* pilot.eyes.* pilot.hands.* pilot.way.*"),
    (
        PILOT,
        f"{VOCABULARY} whole_file {SENTENCES} texts.hurdles texts.find* {GAMES} desktop profiles profiles.* {PILOT}",
    ),
    (
        "coach coach.*",
        f"{VOCABULARY} {SENTENCES} texts.coach_words {GAMES} desktop profiles profiles.* {PILOT} coach coach.*",
    ),
    ("web web.*", f"{VOCABULARY} provenance texts.* {GAMES} profiles.* pilot.guard.abort pilot.guard.clock web web.*"),
    ("guide", ""),
    ("doctor doctor.*", f"{COMMON} desktop desktop.* profiles profiles.* pilot.pace_test doctor doctor.*"),
    ("cli cli.* service service.* gui gui.* __main__", "*"),
    ("__init__", ""),
)

# Third-party package (or costly standard one)     the modules that may import it
OWNERS = {
    "pynput": "desktop.shared.by_pynput desktop.*.*",
    "Xlib": "desktop.x11.*",
    "mss": "desktop.*.*",
    "ctypes": "desktop.*.* games.*.engines.*",
    **dict.fromkeys(("AppKit", "HIServices", "PyObjCTools", "Quartz", "quickmachotkey"), "desktop.macos.*"),
    "pystray": "desktop.*.tray* desktop.shared.pystray_tray",
    "dbus_fast": "desktop.*.tray* desktop.*.notices desktop.*.appearance desktop.portal.* desktop.kwin.*",
    "PIL": "desktop.*.tray* desktop.x11.pixels desktop.shared.* vision vision.* gui gui.*",
    "cv2": "vision vision.* games.*.reading.* desktop.shared.by_mss",
    "pytesseract": "vision.glyphs.tesseract",
    "platformdirs": "paths",
    "msgspec": "config statistics service.orders service.pipe service.last_record",
    "gi": "desktop.x11.tray.*",
    "selenium": "web.chromium",
    "tkinter": "gui gui.*",
}

HEAVY = ("numpy", "cv2", "tkinter", "pytesseract", "gridpilot.coach.shown", "gridpilot.desktop.shared.overlay_picture")
"""What the resident process must not load: it would cost more memory than all the rest. What is shown over a board is
the worker's.
"""

MAY_SLEEP = "pilot.guard.clock desktop.*"
MOST_FUNCTION_LINES = 60


@dataclass(frozen=True)
class Import:
    """`target` is a full dotted name; `typing` marks an import under `if TYPE_CHECKING`."""

    target: str
    line: int
    typing: bool


def modules() -> dict[str, str]:
    """Every module of the package by its name inside gridpilot, with its source."""
    found = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        parts = path.relative_to(PACKAGE).with_suffix("").parts
        name = ".".join(parts[:-1] if parts[-1] == "__init__" and len(parts) > 1 else parts)
        found[name] = path.read_text("utf-8")
    return found


MODULES = modules()
PACKAGES = {".".join(p.relative_to(PACKAGE).parent.parts) for p in PACKAGE.rglob("__init__.py")}
KNOWN = {f"gridpilot.{name}" for name in MODULES}


def fits(name: str, patterns: str) -> bool:
    return any(fnmatchcase(name, pattern) for pattern in patterns.split())


@cache
def imports(module: str, source: str) -> list[Import]:
    """All imports in the source, late ones and both spellings (`import a.b`, `from a import b`) included."""
    tree = ast.parse(source)
    guarded = {
        id(node)
        for block in ast.walk(tree)
        if isinstance(block, ast.If) and ast.unparse(block.test).endswith("TYPE_CHECKING")
        for statement in block.body
        for node in ast.walk(statement)
    }
    found = []
    for node in ast.walk(tree):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = absolute(module, node)
            names = [submodule(base, alias.name) for alias in node.names]
        found += [Import(name, node.lineno, id(node) in guarded) for name in names]
    return found


def absolute(module: str, node: ast.ImportFrom) -> str:
    if not node.level:
        return node.module or ""
    parts = ["gridpilot", *module.split(".")]
    folder = parts[: len(parts) - node.level + (module in PACKAGES)]
    return ".".join([*folder, *([node.module] if node.module else [])])


def submodule(base: str, name: str) -> str:
    """`from gridpilot import screen` imports the module screen; `from gridpilot.window import Window` the module
    window."""
    whole = f"{base}.{name}"
    return whole if base == "gridpilot" or whole in KNOWN else base


def strays(module: str, source: str) -> list[str]:
    """Imports of gridpilot's own modules that the module's layer does not allow."""
    allowed = next((may for who, may in LAYERS if fits(module, who)), None)
    if allowed is None:
        return [f"{module} belongs to no layer: give it a line in LAYERS"]
    own = ".".join(module.split(".")[:2])
    allowed = allowed.replace("OWN", f"{own} {own}.*")
    return [
        f"{module}:{one.line} imports {one.target}"
        for one in imports(module, source)
        if one.target.split(".")[0] == "gridpilot"
        and not fits(one.target.removeprefix("gridpilot").removeprefix("."), allowed)
        and one.target not in ("gridpilot", "gridpilot.__version__")
    ]


def thefts(module: str, source: str) -> list[str]:
    """Imports of dependencies that another module owns."""
    return [
        f"{module}:{one.line} imports {one.target}"
        for one in imports(module, source)
        if (owners := OWNERS.get(one.target.split(".")[0])) is not None and not fits(module, owners)
    ]


def foreigners(module: str, source: str) -> list[str]:
    """Imports into the vocabulary from outside the standard library; numpy's types may be named, not loaded."""
    return [
        f"{module}:{one.line} imports {one.target}"
        for one in imports(module, source)
        if (root := one.target.split(".")[0]) not in sys.stdlib_module_names
        and root != "gridpilot"
        and not (one.typing and root == "numpy")
    ]


def sleeps(module: str, source: str) -> list[str]:
    if fits(module, MAY_SLEEP):
        return []
    return [
        f"{module}:{node.lineno} sleeps"
        for node in ast.walk(ast.parse(source))
        if (isinstance(node, ast.Attribute) and ast.unparse(node) == "time.sleep")
        or (isinstance(node, ast.ImportFrom) and node.module == "time" and "sleep" in {a.name for a in node.names})
    ]


READERS = "whole_file profiles.sharing games.twenty48.engines.network games.twenty48.engines.book gui.tray_menu"
"""Modules that may read by themselves: the one that does it for all; what is packed in a zip, with its own limit; files
of the package; and the menu's lines, from the process that opens it.
"""


def bare_reads(module: str, source: str) -> list[str]:
    """Files and pipes that are read without a limit, or without a look at what they are."""
    calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    return [f"{module}:{call.lineno} reads" for call in calls if not fits(module, READERS) and _reads(call)]


def _reads(call: ast.Call) -> bool:
    name = ast.unparse(call.func)
    if name.endswith((".read_text", ".read_bytes")):
        return not name.startswith("whole_file.")
    if name in {"tomllib.load", "json.load", "plistlib.load", "sys.stdin.read", "sys.stdin.buffer.read"}:
        return True
    if name in {"Image.open", "os.open"}:
        harmless = ("O_WRONLY", "O_RDWR", "os.devnull", "Image.open(file,")
        return not any(mark in ast.unparse(call) for mark in harmless)
    mode = [ast.unparse(word) for word in (call.args[1:] if name == "open" else call.args)][:1] or ["'r'"]
    return (name == "open" or name.endswith(".open")) and mode[0] in {"'r'", "'rb'", "'rt'"}


def platform_questions(module: str, source: str) -> list[str]:
    """Uses of sys.platform outside choose.py."""
    if module == "desktop.choose":
        return []
    return [
        f"{module}:{node.lineno} asks for the platform"
        for node in ast.walk(ast.parse(source))
        if (
            (isinstance(node, ast.Attribute) and ast.unparse(node) in ("sys.platform", "os.name"))
            or (
                isinstance(node, ast.ImportFrom) and node.module == "sys" and "platform" in {a.name for a in node.names}
            )
        )
    ]


def sprawl(module: str, source: str) -> list[str]:
    long = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            length = (node.end_lineno or node.lineno) - node.lineno + 1
            long += [f"{module}:{node.lineno} {node.name} has {length} lines"] * (length > MOST_FUNCTION_LINES)
    return long


@pytest.mark.parametrize(("who", "may"), LAYERS, ids=[who.split()[0] for who, _ in LAYERS])
def test_a_layer_imports_only_what_it_may(who: str, may: str) -> None:
    first = {m: next((w for w, _ in LAYERS if fits(m, w)), "") for m in MODULES}
    assert [fault for m, source in MODULES.items() if first[m] == who for fault in strays(m, source)] == []


def test_no_modules_import_one_another_in_a_circle() -> None:
    """Late imports, and those for types alone, count too: who needs whom must be clear to who reads."""
    needed = {
        f"gridpilot.{module}": {each.target for each in imports(module, source)} & KNOWN - {f"gridpilot.{module}"}
        for module, source in MODULES.items()
    }
    graphlib.TopologicalSorter(needed).prepare()


def test_every_module_belongs_to_a_layer() -> None:
    assert [m for m in MODULES if not any(fits(m, who) for who, _ in LAYERS)] == []


@pytest.mark.parametrize("dependency", OWNERS)
def test_a_dependency_has_one_owner(dependency: str) -> None:
    found = [fault for m, source in MODULES.items() for fault in thefts(m, source)]
    assert [fault for fault in found if fault.split()[-1].split(".")[0] == dependency] == []


@pytest.mark.parametrize("module", VOCABULARY.split())
def test_the_vocabulary_needs_only_the_standard_library(module: str) -> None:
    assert foreigners(module, MODULES[module]) == []


@pytest.mark.parametrize("rule", [sleeps, platform_questions, bare_reads, sprawl], ids=lambda rule: rule.__name__)
def test_no_module_has(rule) -> None:
    assert [fault for m, source in MODULES.items() for fault in rule(m, source)] == []


def test_the_daemon_folder_is_no_package() -> None:
    """A distribution on the package index owns the import name `daemon`; with this file either would break."""
    assert not (PACKAGE.parent / "__init__.py").exists()


RESIDENT = (
    "gridpilot.service.daemon.loop",
    "gridpilot.cli.main",
    "gridpilot.texts.messages",
    "gridpilot.config",
    "gridpilot.paths",
)
RESIDENT_X11 = tuple(f"gridpilot.desktop.x11.{name}" for name in ("hotkeys", "focus", "input", "interference"))


@pytest.mark.parametrize("module", (*RESIDENT, *(RESIDENT_X11 if sys.platform == "linux" else ())))
def test_the_resident_process_loads_nothing_heavy(module: str) -> None:
    code = f"import {module}, sys; print(*sorted(set({HEAVY}) & sys.modules.keys()))"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=PACKAGE.parent, capture_output=True, text=True, timeout=120, check=False
    )
    assert (done.returncode, done.stdout.strip(), done.stderr) == (0, "", "")


OFFENDERS = [
    (strays, "games.sudoku.solve.solver", "from gridpilot.desktop import Screen"),
    (strays, "games.sudoku.solve.solver", "from gridpilot import desktop"),
    (strays, "games.sudoku.solve.solver", "import gridpilot.vision.lattice.search"),
    (strays, "games.sudoku.reading.reader", "from gridpilot.games.twenty48 import board"),
    (strays, "games.sudoku.solve.solver", "from ....pilot import fill"),
    (strays, "games.sudoku.solve.solver", "def late():\n    from gridpilot.profiles.profile import Profile"),
    (strays, "vision.lattice.search", "from gridpilot.games import Game"),
    (strays, "desktop.x11.focus", "from gridpilot.desktop.windows import focus"),
    (strays, "desktop.x11.focus", "from gridpilot.profiles.profile import Rule"),
    (strays, "pilot.fill", "from gridpilot.games.sudoku.grid import Grid"),
    (strays, "pilot.fill", "from gridpilot.desktop.x11.input import X11Input"),
    (strays, "profiles.store", "from gridpilot.desktop import Focus"),
    (strays, "geometry", "from gridpilot import config"),
    (strays, "novelty", "import sys"),
    (thefts, "pilot.fill", "import cv2"),
    (thefts, "service.daemon.loop", "def late():\n    import tkinter as tk"),
    (thefts, "desktop.windows.focus", "from Xlib import X"),
    (thefts, "vision.glyphs.cut", "from pytesseract import image_to_string"),
    (thefts, "desktop.x11.input", "import pystray"),
    (foreigners, "capture", "import numpy"),
    (foreigners, "capture", "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import cv2"),
    (sleeps, "pilot.fill", "import time\ntime.sleep(1)"),
    (sleeps, "service.worker.loop", "from time import sleep"),
    (platform_questions, "service.daemon.loop", "import sys\nif sys.platform == 'linux': pass"),
    (platform_questions, "desktop.x11.focus", "import sys\ndef f(): return sys.platform"),
    (platform_questions, "paths", "from sys import platform"),
    (bare_reads, "cli.tell", "from pathlib import Path\nPath('a').read_text()"),
    (bare_reads, "cli.tell", "file.read_bytes()"),
    (bare_reads, "cli.tell", "path.open('rb')"),
    (bare_reads, "cli.tell", "open('a')"),
    (bare_reads, "cli.tell", "sys.stdin.buffer.read()"),
    (bare_reads, "gui.pages.last", "Image.open(path)"),
    (sprawl, "pilot.fill", "def f():\n" + "    x = 1\n" * 61),
]

INNOCENT = [
    (strays, "games.sudoku.reading.reader", "from gridpilot.vision.lattice.search import Lattice\nfrom .. import grid"),
    (strays, "pilot.fill", "from gridpilot.games import Game\nfrom gridpilot.desktop import Input"),
    (strays, "service.compose", "from gridpilot.desktop import choose\nfrom gridpilot import __version__"),
    (strays, "vision", "from gridpilot.vision import lattice"),
    (thefts, "games.sudoku.reading.reader", "import cv2"),
    (thefts, "desktop.x11.tray.xembed", "from PIL import Image"),
    (foreigners, "capture", "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from numpy import uint8"),
    (sleeps, "pilot.guard.clock", "import time\ntime.sleep(1)"),
    (sleeps, "service.worker.loop", "import time\ntime.monotonic()"),
    (platform_questions, "desktop.choose", "import sys\nsys.platform"),
    (bare_reads, "whole_file", "path.read_bytes()"),
    (bare_reads, "cli.tell", "whole_file.read_text(path)\npath.open('x')\npage.open(name)"),
    (sprawl, "pilot.fill", "x = 1\n" * 301 + "def f():\n" + "    x = 1\n" * 59),
]


@pytest.mark.parametrize(("rule", "module", "source"), OFFENDERS)
def test_a_rule_finds_its_offender(rule, module: str, source: str) -> None:
    assert len(rule(module, source)) == 1


@pytest.mark.parametrize(("rule", "module", "source"), INNOCENT)
def test_a_rule_leaves_the_innocent_alone(rule, module: str, source: str) -> None:
    assert rule(module, source) == []


def test_a_window_of_ours_is_opened_only_after_the_system_was_told_of_its_scale() -> None:
    """Windows scales the windows of a program that does not say that it knows: its pictures and clicks would be off."""
    for name, opens in (("gui/pages/page", "tk.Tk("), ("cli/main", "dispatch(given)\n    except")):
        source = (PACKAGE / f"{name}.py").read_text(encoding="utf-8")
        main = source[source.index("\ndef main(") :]
        assert 0 < main.find("choose.prepare()") < main.index(opens), name
