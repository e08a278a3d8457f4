"""The windows in sway's tree: which there are, where their content lies, and which lie over others."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from gridpilot.desktop.shared.by_proc import program_of
from gridpilot.geometry import Rect
from gridpilot.window import Window

Node = dict[str, Any]
TILED, FLOATING = "nodes", "floating_nodes"


def everything(node: Node) -> Iterator[Node]:
    """What lies over others first: sway keeps the topmost of floating ones last."""
    for kind in (FLOATING, TILED):
        for child in reversed(node.get(kind, ())):
            yield from everything(child)
    yield node


def windows(tree: Node) -> Iterator[Node]:
    """Those that can be seen, the topmost first."""
    return (each for each in everything(tree) if each.get("pid") and each.get("visible"))


def focused(tree: Node) -> Node | None:
    return next((each for each in windows(tree) if each.get("focused")), None)


def content(node: Node) -> Rect:
    """Without the border and the title that sway draws."""
    outer, inner = node["rect"], node["window_rect"]
    return Rect(outer["x"] + inner["x"], outer["y"] + inner["y"], inner["width"], inner["height"])


def outer(node: Node) -> Rect:
    """With the border."""
    return Rect(*(node["rect"][name] for name in ("x", "y", "width", "height")))


def window(node: Node) -> Window:
    """X11 programs say their class in the old way."""
    told = node.get("window_properties") or {}
    class_name = node.get("app_id") or told.get("class") or ""
    instance, pid = told.get("instance") or class_name, int(node["pid"])
    executable, command_line = program_of(pid)
    return Window(
        node["id"], node.get("name") or "", instance, class_name, pid, executable, command_line, content(node)
    )
