"""The command line's words: every verb with its options. Nothing here does anything."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterable, Sequence
from typing import Any, NoReturn, cast

from gridpilot import __version__, guide, provenance
from gridpilot.cli import completion, numbers, practice
from gridpilot.errors import Misused
from gridpilot.games import ACTIONS, DEEDS, FIRST, GAMES
from gridpilot.games.about import About

WIDTH = 80  # columns, where nobody knows
PAUSES = ("pause", "resume", "toggle")

EPILOG = """\
exit codes: 0 done, 1 not done (the answer says why), 2 usage, 3 the environment lacks something, 4 no daemon.
Every verb takes --json and --help. Bind `gridpilot solve` in your desktop's settings where the hotkey cannot work.
"""


class Help(argparse.RawDescriptionHelpFormatter):
    """As wide as the terminal. argparse would ask shutil, which costs each start a fifth of its time."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, width=_columns() - 2)


def _columns() -> int:
    if (wish := os.environ.get("COLUMNS", "")).isdecimal() and int(wish):
        return int(wish)
    try:
        return os.get_terminal_size(sys.__stdout__.fileno()).columns or WIDTH  # type: ignore[union-attr]
    except (OSError, ValueError, AttributeError):  # no terminal, closed, or none at all
        return WIDTH


class Parser(argparse.ArgumentParser):
    """Names what was meant where a word is mistyped; a fault is raised, so that --json can tell it, too."""

    def __init__(self, **options: Any) -> None:
        super().__init__(formatter_class=Help, **options)

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        if action.choices is not None and value not in action.choices:
            known = [str(choice) for choice in action.choices]
            verbs = isinstance(action, argparse._SubParsersAction)  # noqa: SLF001 - it has no other name
            what = str(action.metavar).lower() if verbs else "choice"
            raise argparse.ArgumentError(action, f"{value!r} is no {what}{meant(str(value), known)}")

    def error(self, message: str) -> NoReturn:
        raise Misused("", message if message.endswith("?") else f"{message}.", f"See: {self.prog} --help")

    def refuse(self, unknown: Iterable[str]) -> NoReturn:
        """Words that no option or argument takes."""
        told = [f"{word} is not known{meant(word, self._option_string_actions, 'it has')}" for word in unknown]
        self.error("; ".join(told))


class Unasked:
    """In the place of a verb's parser, where the words do not name the verb: it takes all options, and keeps none. To
    make them all costs as much as the rest of a start.
    """

    def __getattr__(self, _name: str) -> Unasked:
        return self

    def __call__(self, *_options: object, **_more: object) -> Unasked:
        return self


def meant(word: str, known: Iterable[str], otherwise: str = "there are") -> str:
    """What is nearest, or all that there is."""
    from difflib import get_close_matches

    choices = list(known)
    near = get_close_matches(word, choices, n=1)
    return f"; did you mean {near[0]}?" if near else f"; {otherwise} {', '.join(choices)}"


class Version(argparse.Action):
    """Asked for late: the commit of a checkout is known to git alone."""

    def __call__(self, parser: argparse.ArgumentParser, *_: Any, **__: Any) -> None:
        kind, commit = provenance.kind(), provenance.commit()
        print(f"gridpilot {__version__} ({', '.join(word for word in (kind, commit) if word)})")
        parser.exit()


def parser(words: Sequence[str] | None = None) -> Parser:
    """With the options of the verbs that the words name; without words, of all."""

    def made(**options: Any) -> Parser | Unasked:
        verb = options["prog"].rpartition(" ")[2]
        return Parser(**options) if words is None or verb in words else Unasked()

    top = Parser(
        prog="gridpilot",
        description="Press a key; the sudoku in the focused window is solved and filled in, or the 2048 played.",
        epilog=EPILOG,
    )
    top.add_argument("--version", action=Version, nargs=0, help="the version, how it was installed, and the commit")
    top.add_argument("--json", action="store_true", help="answer with JSON, one object a line")
    verbs = top.add_subparsers(
        dest="verb", metavar="VERB", title="verbs (without one: run)", parser_class=cast("type[Parser]", made)
    )
    _add_resident(verbs)
    for about in GAMES.values():
        _add_job(_verb(verbs, about.verb, about.help), about)
    _add_read(_verb(verbs, "read", "what is on pictures of boards"))
    _add_coach(verbs)
    for deed in DEEDS.values():
        if deed.verb != "hint":  # which is more than a deed: see above
            verb = _verb(verbs, deed.verb, deed.help, act="jobs.fill" if deed.types else "jobs.over")
            verb.set_defaults(job=FIRST)
            _add_window(verb)
            _add_profile_name(verb, "--profile", default="", help="by this profile; else by the first that fits")
    detect = _verb(verbs, "detect", "the focused window, and which profile it gets and why", act="tell.detect")
    detect.add_argument("--game", choices=GAMES, default=FIRST, help="whose profiles are asked")
    _add_window(detect)
    _add_web(_verb(verbs, "web", "fill the sudoku in a web page, as the page itself has it"))
    _add_profile(verbs.add_parser("profile", help="the profiles: which there are, are they right, give and take them"))
    _add_teach(_verb(verbs, "teach", "make a profile for a window: its board, how it is filled"))
    _verb(verbs, "last", "what the last job did", act="tell.last")
    _verb(verbs, "stats", "boards filled and games played so far", act="tell.stats")
    report = _verb(verbs, "report", "write one zip for a question or a report of a fault, and say what is in it")
    report.add_argument("-o", "--output", metavar="FILE", help="gridpilot-report-DATE.zip here, without")
    report.add_argument("--pictures", action="store_true", help="the last jobs' pictures of windows, too")
    replay = _verb(verbs, "replay", "show a recorded game of 2048 again, and check it")
    replay.add_argument("record", nargs="?", default="", help="its folder; without, the newest one with a game in it")
    replay.add_argument("--delay", type=numbers.delay, default=0.1, metavar="S", help="seconds between two moves: 0.1")
    boards = verbs.add_parser("practice", help="a board to practise on")
    games = boards.add_subparsers(dest="game", metavar="GAME", title="games", required=True, parser_class=Parser)
    for name, (options, _show) in practice.BOARDS.items():
        options(_verb(games, name, f"a {name} board to practise on"))
    _verb(verbs, "windows", "the windows that --window takes", act="tell.windows")
    config = _verb(verbs, "config", "the settings file: where it is, is it right, edit it", act="settings.config")
    config.add_argument("what", choices=["path", "check", "edit"], metavar="path|check|edit")
    _verb(verbs, "settings", "the settings in a window", act="settings.window")
    doctor = _verb(verbs, "doctor", "tries what gridpilot needs, and says what to mend")
    doctor.add_argument("--self-test", action="store_true", help="fill a practice board, too: a window opens")
    autostart = _verb(verbs, "autostart", "whether gridpilot is started at login", act="install.autostart")
    autostart.add_argument("what", choices=["on", "off", "status"], metavar="on|off|status")
    _add_installing(verbs)
    completed = _verb(verbs, "completion", "what a shell needs to complete gridpilot's words by the Tab key")
    completed.add_argument("shell", choices=completion.SHELLS, metavar="|".join(completion.SHELLS))
    page = _verb(verbs, "help", "the guide, in your browser", act="tell.guide")
    page.add_argument("topic", nargs="?", choices=guide.TOPICS, help="one of the guide's pages")
    return top


def _verb(verbs: Any, name: str, text: str, **facts: str) -> Parser:
    """`facts`: `act`, where the verb's function is not `NAME.NAME`."""
    verb: Parser = verbs.add_parser(name, help=text, description=text)
    verb.add_argument("--json", action="store_true", help="answer with JSON, one object a line")
    verb.set_defaults(parser=verb, **facts)
    return verb


def _add_resident(verbs: Any) -> None:
    for name, function, text in (
        ("run", "run", "the resident program: hotkeys, and an icon where there is a tray"),
        ("status", "status", "what the resident program does, which hotkeys are live and why not"),
        ("pause", "pause", "give the hotkeys back to other programs"),
        ("resume", "pause", "take them again"),
        ("toggle", "pause", "pause or resume"),
        ("stop", "stop", "stop the running job"),
        ("quit", "leave", "end the resident program"),
        ("press", "press", "do what that hotkey does; for a shortcut of the desktop's own"),
    ):
        verb = _verb(verbs, name, text, act=f"daemon_verbs.{function}")
        if name == "run":
            verb.add_argument("--or-settings", action="store_true", help="where it runs already, open its settings")
        if name == "press":
            verb.add_argument("action", choices=(*ACTIONS, "pause", "stop"), help="whose hotkey")
        if name in PAUSES:
            verb.add_argument(
                "--app", nargs="?", const="", metavar="NAME",
                help="only for one program: that of the focused window, or the class that `gridpilot detect` tells",
            )  # fmt: skip
            _add_window(verb)


def _add_installing(verbs: Any) -> None:
    install = _verb(verbs, "install", "put gridpilot in the desktop's menu, and its command on your PATH")
    install.add_argument("--autostart", action="store_true", help="start it at login, too")
    bind = _verb(
        verbs, "bind", "give your hotkeys to a desktop that keeps all keys to itself, as GNOME on Wayland does"
    )
    bind.add_argument("--yes", action="store_true", help="without asking")
    bind.add_argument("--undo", action="store_true", help="take them away again")
    uninstall = _verb(verbs, "uninstall", "end gridpilot, and take away all that it wrote, but for your settings",
                      act="install.uninstall")  # fmt: skip
    uninstall.add_argument("--settings", action="store_true", help="your settings and profiles, too")


def _add_window(verb: Any) -> None:
    """Which window: the focused one; typed in a terminal, the one that is clicked next."""
    if isinstance(verb, Parser):
        verb = verb.add_mutually_exclusive_group()
    verb.add_argument("--window", type=numbers.window, metavar="ID", help="this window, by its number: see `windows`")
    verb.add_argument("--delay", type=numbers.delay, default=0, metavar="S", help="the window focused in S seconds")
    verb.add_argument("--pick", action="store_true", help="the window that you click next")


def _add_profile_name(verb: Any, name: str, **options: Any) -> None:
    verb.add_argument(name, metavar="NAME", **options).completer = completion.profile_names


def _add_read(read: Parser) -> None:
    read.add_argument("images", nargs="+", metavar="IMAGE", help="a picture's file, - for standard input")
    read.add_argument("--game", choices=GAMES, help=f"look for this one only; else {', then '.join(GAMES)}")
    read.add_argument(
        "--crops", metavar="FOLDER", help="write a picture of each doubtful cell there, by image and cell"
    )
    who = read.add_mutually_exclusive_group()
    who.add_argument("--tesseract", action="store_true", help="let Tesseract read the digits of a sudoku")
    who.add_argument("--templates", metavar="FOLDER", help="read them by the pictures 1.png to 9.png in a folder")


def _add_profile(profile: argparse.ArgumentParser) -> None:
    verbs = profile.add_subparsers(dest="what", metavar="VERB", title="verbs", required=True, parser_class=Parser)
    _verb(verbs, "list", "all profiles, in the order in which they are asked")
    _add_profile_name(_verb(verbs, "show", "the file of a profile"), "name")
    test = _verb(verbs, "test", "read the samples of profiles at 100, 125, 150 and 200 %%, and compare")
    _add_profile_name(test, "names", nargs="*", help="without any: all that have a sample")
    why = _verb(verbs, "why", "which profile a window gets, and why not the others")
    _add_window(why)
    why.add_argument("--game", choices=GAMES, help="of one game only")
    forget = _verb(verbs, "forget", "forget what was learnt of a profile's windows: ways, paces, looks")
    _add_profile_name(forget, "name", help="`automatic` for windows that have none")
    export = _verb(verbs, "export", "write a profile and its sample to a zip, to give to others")
    _add_profile_name(export, "name")
    export.add_argument("-o", "--output", metavar="FILE", help="NAME.zip here, without")
    take = _verb(verbs, "import", "look at a profile from others; with --yes, take it over")
    take.add_argument("file", metavar="FILE")
    take.add_argument("--yes", action="store_true", help="write it; else it is only shown, with all that it will do")
    take.add_argument("--hotkey", action="store_true", help="with its hotkey, if it has one, which else is left out")
    _verb(verbs, "schema", "the JSON schema of profile files, for editors")


def _add_job(verb: Parser, about: About) -> None:
    """The command of a game: which window, which profile; and what only that game can do."""
    verb.set_defaults(job=about.name, act="jobs.play" if about.slides else "jobs.fill")
    _add_profile_name(verb, "--profile", default="", help="by this profile; else by the first that fits")
    what = verb.add_mutually_exclusive_group()
    _add_window(what)
    if about.verb == "solve":
        _add_solve(verb, what)
    if about.verb == "play":
        _add_board(verb, what)
    if about.slides:
        _add_goal(verb)


def _add_solve(solve: Parser, what: Any) -> None:
    solve.set_defaults(act="solve.solve")
    what.add_argument("--image", metavar="FILE", help="print the solution of the board on a picture, - for stdin")
    what.add_argument(
        "--text",
        metavar="T",
        help="print the solution of a puzzle, a link, or of all in a file, or in stdin: -",
    )
    what.add_argument("--clipboard", action="store_true", help="print the solution of the copied picture or text")
    solve.add_argument("--cell", metavar="CELL", help="fill one cell of the window alone: r4c7")
    solve.add_argument(
        "--regions", metavar="MAP", help="with --text: a sign for each cell, the same in cells of one box or region"
    )


def _add_coach(verbs: Any) -> None:
    hint = _verb(verbs, "hint", "the next step of a sudoku: where to look, why, and what follows", act="coach.hint")
    hint.add_argument("--rung", type=int, choices=(1, 2, 3), help="1: where to look, 2: why, 3: what; 3")
    hint.add_argument("--over", action="store_true", help="shown over the board itself; each time, it tells more")
    hint.add_argument("--marks", action="store_true", help="your own pencil marks count, where they can be read")
    hint.set_defaults(job=FIRST, profile="")
    explain = _verb(verbs, "explain", "the whole way to a sudoku's solution, step by step", act="coach.explain")
    rate = _verb(verbs, "rate", "how hard sudokus are, and which techniques they take", act="coach.rate")
    rate.add_argument("files", nargs="*", metavar="FILE", help="files with puzzles in them, - for standard input")
    for verb in (hint, explain, rate):
        _add_sudoku(verb)
    made = _verb(verbs, "generate", "sudokus to order, one a line", act="generate.generate")
    made.add_argument(
        "--rating", type=numbers.ratings, default=(numbers.EASIEST, numbers.HARDEST), metavar="R",
        help="as `rate` tells it, 3.0, or from 3.5..4.0; else any",
    )  # fmt: skip
    made.add_argument("--symmetry", action="store_true", help="a cell is given just when the cell opposite is")
    made.add_argument("--count", type=numbers.count, default=1, metavar="N", help="so many, 1")
    made.add_argument("--size", type=int, choices=(4, 6, 9), default=9, help="rows and columns, 9")
    made.add_argument("--seed", type=numbers.seed, help="a number, to get the same ones again")


def _add_sudoku(verb: Any) -> None:
    """Whose board: that of a window, where nothing else is given."""
    what = verb.add_mutually_exclusive_group()
    what.add_argument("--text", metavar="T", help="a puzzle, a link, or those in a file, or in stdin: -")
    what.add_argument("--image", metavar="FILE", help="the board on a picture, - for stdin")
    what.add_argument("--clipboard", action="store_true", help="the copied picture or text")
    _add_window(what)
    verb.add_argument("--regions", metavar="MAP", help="with --text: a sign for each cell, the same in one region")


def _add_board(play: Parser, what: Any) -> None:
    play.set_defaults(act="play.play")
    play.add_argument("game", nargs="?", choices=["2048"], default="2048")
    what.add_argument("--board", metavar="B", help='print the best move on a board: "2 0 0 4/0 0 0 0/...", - for stdin')


def _add_goal(play: Parser) -> None:
    """When to stop, and who chooses the moves."""
    play.add_argument("--until", type=numbers.tile, default=0, metavar="TILE", help="stop at this tile, e.g. 4096")
    play.add_argument("--moves", type=numbers.moves, default=0, metavar="N", help="stop after N moves; else at the end")
    play.add_argument("--restart", action="store_true", help="begin a new game when one is over before that")
    play.add_argument("--engine", default="", metavar="E", help="who chooses: auto, network, expectimax, monte-carlo")
    play.add_argument(
        "--think", type=numbers.thought, default=0.0, metavar="T", help="about a move: fast, default, deep, or seconds"
    )


def _add_web(web: Parser) -> None:
    web.add_argument("url", nargs="?", default="", metavar="URL", help="the page; without, all of those in --attach")
    _add_profile_name(web, "--profile", default="", help="one that says where the page has its board, [dom]")
    web.add_argument(
        "--attach", type=numbers.port, default=0, metavar="PORT",
        help="to a browser run with --remote-debugging-port=PORT",
    )  # fmt: skip
    web.add_argument("--headless", action="store_true", help="without a window; closed at the end")
    web.add_argument("--close", action="store_true", help="close the browser at the end; else it stays open")
    web.add_argument("--option", action="append", default=[], metavar="O", help="the browser's: --option=--no-sandbox")


def _add_teach(teach: Parser) -> None:
    _add_window(teach)
    teach.add_argument("--game", choices=GAMES, default="", help="look for its board only")
    teach.add_argument("--name", default="", help="what the profile is to be called; else as the window")
    teach.add_argument("--yes", action="store_true", help="save what is proposed, and open no window")
    teach.add_argument(
        "--try", action="store_true", dest="try_out", help="with --yes: find out by one cell, or one move"
    )
    looks = teach.add_mutually_exclusive_group()
    looks.add_argument("--dark", action="store_true", default=None, help="a dark window")
    looks.add_argument("--light", action="store_false", dest="dark", help="a light one; without either, as the desktop")
    teach.add_argument("--scale", type=numbers.scale, help="size of the window, 1, 1.5 or 2; else the display's")
