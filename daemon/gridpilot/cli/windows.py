"""`gridpilot windows`: the windows that --window takes, the focused one marked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridpilot.cli.output import DONE, NOT_DONE, as_json
from gridpilot.texts import command_words

if TYPE_CHECKING:
    from argparse import Namespace


def windows(given: Namespace) -> int:
    from gridpilot.desktop import choose

    focus = choose.focus()
    found, focused = focus.visible(), focus.focused()
    for one in found:
        has_focus = focused is not None and one.handle == focused.handle
        area = one.content
        if given.json:
            place = [area.x, area.y, area.width, area.height]
            facts = {"id": one.handle, "title": one.title, "class": one.class_name, "pid": one.pid, "content": place}
            as_json(facts | {"focused": has_focus})
        else:
            size = f"{area.width}x{area.height}"
            print(f"{'*' if has_focus else ' '} {one.handle:#010x}  {size:>9}  {one.class_name:20} {one.title}")
    if not found and not given.json:
        print(command_words.NO_WINDOWS)
    return DONE if found else NOT_DONE
