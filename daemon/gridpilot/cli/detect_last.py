"""The verbs that only tell: `detect` (the focused window and its profile) and `last` (what the last job did)."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from gridpilot.cli import target
from gridpilot.cli.output import DONE, NOT_DONE, as_json
from gridpilot.texts import messages, teach_words, words

if TYPE_CHECKING:
    from argparse import Namespace


def detect(given: Namespace) -> int:
    from gridpilot.profiles import match
    from gridpilot.service import compose

    window = target.window(given)
    profiles, problems = compose.profiles().current()
    explanations = match.explain(profiles, window, given.game)
    chosen = match.choose(profiles, window, given.game)
    area = window.content
    facts = {
        "window": {
            "id": window.handle, "title": window.title, "instance": window.instance, "class": window.class_name,
            "pid": window.pid, "executable": window.executable,
            "content": [area.x, area.y, area.width, area.height],
        },
        "profile": chosen.name,
        "explanations": [{"profile": e.profile, "matched": e.matched, "why": e.why} for e in explanations],
        "problems": [str(problem) for problem in problems],
    }  # fmt: skip
    if given.json:
        as_json(facts)
        return DONE
    print(f"window      {window.handle:#x}  {window.title}")
    print(f"class       {window.class_name} (instance {window.instance})")
    print(f"program     {window.executable or '?'} (pid {window.pid})")
    print(f"content     {area.width} x {area.height} at {area.x}, {area.y}")
    print(f"profile     {chosen.name}")
    for each in explanations:
        print(f"  {'+' if each.matched else '-'} {each.profile}: {each.why}")
    for problem in problems:
        print(f"  ! {problem}")
    if not chosen.source:
        print(teach_words.hint(window.handle))
    return DONE


def last(given: Namespace) -> int:
    from gridpilot.service import compose
    from gridpilot.service.last_reading import last_board

    facts = compose.records().latest()
    if given.json:
        as_json(facts or {"outcome": None})
    elif facts is None:
        print(words.NOTHING_YET)
    else:
        print(facts["sentence"].replace(messages.SEE_LAST, ""))  # here it is
        if facts.get("moves"):
            print(words.REPLAY_HINT)
        print(" · ".join(f"{stage} {ms:.0f} ms" for stage, ms in facts["ms"].items()))
        if board := last_board(Path(facts["record"]), facts["game"]):
            print(f"{words.AS_READ}\n{board}")
        print(facts["record"])
    return DONE if facts else NOT_DONE
