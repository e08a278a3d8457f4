"""The verbs that only tell: `windows`, `detect` (the focused window and its profile), `last`, `stats` and `help`."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Iterator
from dataclasses import asdict
from typing import TYPE_CHECKING

from gridpilot.cli import target
from gridpilot.cli.output import DONE, NOT_DONE, answer, as_json
from gridpilot.texts import command_words, messages, stats_words, teach_words, words

if TYPE_CHECKING:
    from gridpilot.service.last_record import LastRecord


def windows(given: Namespace) -> int:
    """Those that --window takes, the focused one marked."""
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
    from gridpilot.service.last_record import newest

    record, unread = newest(compose.records())
    if given.json:
        told = record.told | {"record": str(record.folder)} if record else {"outcome": None}
        as_json(told | ({"unread": unread} if unread else {}))
        return DONE if record else NOT_DONE
    if record is not None:
        print(*_lines(record), sep="\n")
    elif not unread:
        print(words.NOTHING_YET)
    for line in unread:
        print(line, file=sys.stderr)
    return DONE if record else NOT_DONE


def _lines(record: LastRecord) -> Iterator[str]:
    facts = record.facts
    yield facts.sentence.replace(messages.SEE_LAST, "")  # here it is
    if facts.moves:
        yield words.REPLAY_HINT
    yield " · ".join(f"{stage} {ms:.0f} ms" for stage, ms in facts.ms.items())
    if board := record.drawn():
        yield f"{words.AS_READ}\n{board}"
    yield str(record.folder)


def stats(given: Namespace) -> int:
    """Boards filled and games played, as far as the settings let them be counted."""
    from gridpilot import paths, statistics
    from gridpilot.config import ConfigFile

    found = paths.find()
    counted = ConfigFile(found.config_file).current()[0].statistics.keep
    jobs, unread = statistics.read(found.statistics)
    if given.json:
        summary = statistics.summary(jobs)
        as_json({"counted": counted, **asdict(summary), "best_tiles": summary.best_tiles, "unread": unread})
    else:
        lines = [*stats_words.lines(statistics.summaries(jobs)), *unread]
        print("\n".join(lines if counted else [*lines, stats_words.OFF]))
    return DONE


def guide(given: Namespace) -> int:
    """The guide in the user's browser, or where its file is."""
    from gridpilot.guide import show

    shown = show(given.topic or "")
    facts = {"page": str(shown.page), "opened": shown.opened}
    answer(given, facts, words.guide_line(str(shown.page), opened=shown.opened))
    return DONE
