"""`gridpilot profile list|show|test|why|forget|export|import|schema`."""

from __future__ import annotations

import json
from argparse import Namespace
from collections.abc import Iterable, Sequence
from dataclasses import replace
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gridpilot import paths, whole_file
from gridpilot.cli import target
from gridpilot.cli.output import DONE, NOT_DONE, answer, as_json, doing
from gridpilot.errors import GridpilotError, Problem
from gridpilot.games import GAMES
from gridpilot.outcome import AUTOMATIC
from gridpilot.plain_text import plain_lines
from gridpilot.texts import profile_words as words
from gridpilot.toml_file import MOST_BYTES
from gridpilot.window import Window

if TYPE_CHECKING:
    from gridpilot.profiles.profile import Profile
    from gridpilot.profiles.sharing import Parcel
    from gridpilot.service.sample_check import Verdict


def profile(given: Namespace) -> int:
    return VERBS[given.what](given)


def _all() -> tuple[Profile, ...]:
    from gridpilot.service import compose

    return compose.profiles().current()[0]


def _named(name: str) -> Profile:
    from gridpilot.profiles import match

    profiles = _all()
    found = match.named(profiles, name)
    if not found:
        raise GridpilotError(*words.no_profile(name, get_close_matches(name, [each.name for each in profiles], n=1)))
    return found[0]


def _list(given: Namespace) -> int:
    from gridpilot.service import compose

    profiles, problems = compose.profiles().current()
    own = paths.find().profiles
    facts = [
        {"name": each.name, "game": each.game, "yours": Path(each.source).is_relative_to(own), "file": each.source}
        for each in profiles
    ]
    known = {name: learnt for name in [each.name for each in profiles] + [AUTOMATIC] if (learnt := _learnt(name))}
    if given.json:
        as_json({"profiles": facts, "problems": [str(problem) for problem in problems], "learnt": known})
    else:
        _print_list(facts, known, problems)
    return DONE


def _print_list(
    facts: list[dict[str, Any]], known: dict[str, dict[str, dict[str, Any]]], problems: Sequence[Problem]
) -> None:
    for each in facts:
        whose = words.YOURS if each["yours"] else words.BUNDLED
        print(f"{each['game']:7} {each['name']:24} {whose:8} {each['file']}")
    for name, learnt in known.items():
        print(*(f"  {words.LEARNT}: {name}: {words.learnt_of(*one)}" for one in learnt.items()), sep="\n")
    for problem in problems:
        print(f"  ! {words.left_out(str(problem)) if problem.level == 'error' else problem}")


def _learnt(profile: str) -> dict[str, dict[str, Any]]:
    from gridpilot.pilot.window_memory_store import told

    return told(paths.find().learnt, profile)


def _show(given: Namespace) -> int:
    found = _named(given.name)
    text = whole_file.read_text(Path(found.source), MOST_BYTES)
    if given.json:
        as_json({"name": found.name, "game": found.game, "file": found.source, "text": text})
    else:
        print(plain_lines(f"# {found.source}\n{text}"), end="")
    return DONE


def _test(given: Namespace) -> int:
    from gridpilot.service import sample_check

    code = DONE
    for each in [_named(name) for name in given.names] or _sampled():
        doing(f"  {each.name} …")
        verdicts = sample_check.held(each)
        doing("")
        code = max(code, NOT_DONE if any(verdict.why for verdict in verdicts) else DONE)
        if given.json:
            as_json({"profile": each.name, "scales": {str(one.percent): one.why or True for one in verdicts}})
        else:
            _print_verdicts(each.name, verdicts)
    return code


def _sampled() -> list[Profile]:
    """Those that have a sample to be tested with."""
    from gridpilot.profiles.store import folder_of

    folders = ((each, folder_of(Path(each.source))) for each in _all())
    return [each for each, folder in folders if folder and (folder / "sample.png").exists()]


def _print_verdicts(name: str, verdicts: Iterable[Verdict]) -> None:
    lines = (f"  {one.percent:3} %  {one.why or words.READ_RIGHT}" for one in verdicts)
    print(f"{name}:", *lines, sep="\n")


def _why(given: Namespace) -> int:
    from gridpilot.pilot.window_memory_store import kind
    from gridpilot.profiles import match

    window, profiles = target.window(given), _all()
    facts: dict[str, Any] = {"window": {"id": window.handle, "title": window.title, "class": window.class_name}}
    games = [given.game] if given.game else [*GAMES]
    for game in games:
        told = match.explain([each for each in profiles if each.game == game], window, game)
        chosen = match.choose(profiles, window, game)
        facts[game] = {
            "profile": chosen.name,
            "learnt": {of: known for of, known in _learnt(chosen.name).items() if of == kind(chosen, window)},
            "explanations": [{"profile": one.profile, "matched": one.matched, "why": one.why} for one in told],
        }
    if given.json:
        as_json(facts)
    else:
        _print_why(window, {game: facts[game] for game in games})
    return DONE


def _print_why(window: Window, facts: dict[str, Any]) -> None:
    """`facts` by game."""
    print(f"window  {window.handle:#x}  {window.title}  ({window.class_name})")
    for game in facts:
        print(f"{game}: {facts[game]['profile']}")
        for one in facts[game]["learnt"].items():
            print(f"  {words.LEARNT}: {words.learnt_of(*one)}")
        for one in facts[game]["explanations"]:
            print(f"  {'+' if one['matched'] else '-'} {one['profile']}: {one['why']}")


def _forget(given: Namespace) -> int:
    from gridpilot.pilot.window_memory_store import forget

    if given.name != AUTOMATIC:
        _named(given.name)
    count = forget(paths.find().learnt, given.name)
    answer(given, {"profile": given.name, "forgotten": count}, words.forgotten(count, given.name))
    return DONE


def _export(given: Namespace) -> int:
    from gridpilot.profiles import sharing

    found = _named(given.name)
    path = Path(given.output or f"{found.name}.zip")
    try:
        with path.open("xb") as file:
            file.write(sharing.packed(found))
    except FileExistsError:
        raise GridpilotError(*words.exists(str(path))) from None
    except OSError as fault:
        raise GridpilotError("", f"{path}: {fault.strerror}.") from fault
    answer(given, {"profile": found.name, "file": str(path)}, words.exported(found.name, str(path)))
    return DONE


def _import(given: Namespace) -> int:
    from gridpilot.profiles import match, sharing

    parcel = sharing.unpacked(_bytes(given.file, sharing.MOST_BYTES), Path(given.file).stem)
    fitting = [window for window in _open_windows() if match.fits(parcel.profile.match, window)]
    path = _taken_over(parcel, with_hotkey=given.hotkey) if given.yes else None
    shown = replace(parcel.profile, name=path.parent.name) if path else parcel.profile
    if given.json:
        facts = _import_facts(shown, fitting) | {"hotkey_taken": bool(path and shown.hotkey and given.hotkey)}
        as_json(facts | {"files": sorted(parcel.files), "imported": str(path) if path else None})
    else:
        end = words.imported(str(path)) if path else words.NOT_IMPORTED_YET.format(file=given.file)
        problems = (f"  ! {problem}" for problem in parcel.problems)
        told = words.preview(shown, sorted(parcel.files), fitting, with_hotkey=given.hotkey)
        print(told, *problems, end, sep="\n")
    return DONE


def _import_facts(shown: Profile, fitting: Sequence[Window]) -> dict[str, Any]:
    told = dict(words.effects(shown))
    return {
        "profile": shown.name,
        "game": shown.game,
        "match": [words.rule_text(rule) for rule in shown.match],
        "open_windows": [window.title for window in fitting],
        "keys": told["keys"],
        "mouse": told["mouse"],
        "hotkey": shown.hotkey,
    }


def _taken_over(parcel: Parcel, *, with_hotkey: bool) -> Path:
    from gridpilot.profiles import sharing

    folder, hotkey = paths.find().profiles, parcel.profile.hotkey
    note = words.left_out_hotkey(hotkey) if hotkey and not with_hotkey else ""
    try:
        return sharing.imported(folder, parcel, with_hotkey=with_hotkey, note=note)
    except OSError as fault:
        raise GridpilotError(*words.not_written(str(folder), str(fault.strerror))) from fault


def _bytes(file: str, most: int) -> bytes:
    try:
        return whole_file.read(Path(file), most)
    except OSError as fault:
        raise GridpilotError("", f"{file}: {fault.strerror}.") from fault


def _open_windows() -> list[Window]:
    """Those that a preview can be held against; none without a display."""
    from gridpilot.desktop import choose

    try:
        return list(choose.focus().visible())
    except GridpilotError:
        return []


def _schema(_: Namespace) -> int:
    from gridpilot.profiles.format import schema

    print(json.dumps(schema(), indent=1))
    return DONE


VERBS = {
    "list": _list,
    "show": _show,
    "test": _test,
    "why": _why,
    "forget": _forget,
    "export": _export,
    "import": _import,
    "schema": _schema,
}
