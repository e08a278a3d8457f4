"""The command line: which verbs there are, and the one place where faults become sentences and exit codes.

Exit codes: 0 done, 1 not done (the answer says why), 2 usage, 3 the environment lacks something, 4 no daemon.
"""

from __future__ import annotations

import argparse
import sys
import time
from importlib import import_module
from typing import TYPE_CHECKING

from gridpilot import __version__, guide
from gridpilot.desktop import choose
from gridpilot.errors import GridpilotError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

STARTED = time.monotonic()

PAUSES = ("pause", "resume", "toggle")
LONGEST_THOUGHT = 3600  # seconds

EPILOG = """\
exit codes: 0 done, 1 not done (the answer says why), 2 usage, 3 the environment lacks something, 4 no daemon.
Every verb takes --json. Bind `gridpilot solve` in your desktop's settings where the hotkey cannot work.
"""


def parser() -> argparse.ArgumentParser:
    top = argparse.ArgumentParser(
        prog="gridpilot",
        description="Press a key; the sudoku in the focused window is solved and filled in, or the 2048 played.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    top.add_argument("--version", action="version", version=f"gridpilot {__version__}")
    common = argparse.ArgumentParser(add_help=False)
    common.add_argument("--json", action="store_true", help="answer with one JSON line")
    verbs = top.add_subparsers(dest="verb", metavar="VERB", title="verbs (without one: run)")
    for name, text in {
        "run": "the resident program: hotkeys, and an icon where there is a tray",
        "status": "what the resident program does, which hotkeys are live and why not",
        "pause": "give the hotkeys back to other programs",
        "resume": "take them again",
        "toggle": "pause or resume",
        "stop": "stop the running job",
        "quit": "end the resident program",
    }.items():
        verb = verbs.add_parser(name, parents=[common], help=text, description=text)
        if name in PAUSES:
            verb.add_argument(
                "--app", nargs="?", const="", metavar="NAME",
                help="only for one program: that of the focused window, or the class that `gridpilot detect` tells",
            )  # fmt: skip
    _add_solve(verbs.add_parser("solve", parents=[common], help="fill the focused window, or print a solution"))
    _add_play(verbs.add_parser("play", parents=[common], help="play 2048 in the focused window, or name the best move"))
    read = verbs.add_parser("read", parents=[common], help="what is on pictures of boards")
    read.add_argument("images", nargs="+", metavar="IMAGE")
    read.add_argument("--game", choices=["sudoku", "2048"], help="look for this one only; else sudoku, then 2048")
    read.add_argument(
        "--crops", metavar="FOLDER", help="write a picture of each doubtful cell there, by image and cell"
    )
    who = read.add_mutually_exclusive_group()
    who.add_argument("--tesseract", action="store_true", help="let Tesseract read the digits of a sudoku")
    who.add_argument("--templates", metavar="FOLDER", help="read them by the pictures 1.png to 9.png in a folder")
    detect = verbs.add_parser("detect", parents=[common], help="the focused window, and which profile it gets and why")
    detect.add_argument("--game", choices=["sudoku", "2048"], default="sudoku", help="whose profiles are asked")
    detect.add_argument("--window", type=_number, metavar="ID", help="another window, by its number")
    _add_web(verbs.add_parser("web", parents=[common], help="fill the sudoku in a web page, as the page itself has it"))
    _add_profile(verbs.add_parser("profile", help="the profiles: which there are, are they right, give and take them"))
    _add_teach(
        verbs.add_parser("teach", parents=[common], help="make a profile for a window: its board, how it is filled")
    )
    verbs.add_parser("last", parents=[common], help="what the last job did")
    replay = verbs.add_parser("replay", parents=[common], help="show a recorded game of 2048 again, and check it")
    replay.add_argument("record", nargs="?", default="", help="its folder; the newest one without")
    replay.add_argument("--delay", type=float, default=0.1, metavar="S", help="seconds between two moves, else 0.1")
    practice = verbs.add_parser("practice", help="a board to practise on", add_help=False)
    practice.add_argument("game", choices=["sudoku", "2048"])
    practice.add_argument("rest", nargs=argparse.REMAINDER)
    config = verbs.add_parser("config", parents=[common], help="the settings file: where it is, is it right, edit it")
    config.add_argument("what", choices=["path", "check", "edit"])
    doctor = verbs.add_parser("doctor", parents=[common], help="tries what gridpilot needs, and says what to mend")
    doctor.add_argument("--self-test", action="store_true", help="fill a practice board, too: a window opens")
    autostart = verbs.add_parser("autostart", parents=[common], help="whether gridpilot is started at login")
    autostart.add_argument("what", choices=["on", "off", "status"])
    _add_help(verbs.add_parser("help", parents=[common], help="the guide, in your browser"))
    return top


def _add_profile(profile: argparse.ArgumentParser) -> None:
    verbs = profile.add_subparsers(dest="what", metavar="VERB", title="verbs", required=True)

    def add(name: str, text: str) -> argparse.ArgumentParser:
        verb = verbs.add_parser(name, help=text, description=text)
        verb.add_argument("--json", action="store_true", help="answer with JSON lines")
        return verb

    add("list", "all profiles, in the order in which they are asked")
    add("show", "the file of a profile").add_argument("name", metavar="NAME")
    test = add("test", "read the samples of profiles at 100, 125, 150 and 200 %%, and compare")
    test.add_argument("names", nargs="*", metavar="NAME", help="without any: all that have a sample")
    why = add("why", "which profile a window gets, and why not the others")
    why.add_argument("--window", type=_number, metavar="ID", help="another window than the focused one")
    why.add_argument("--game", choices=["sudoku", "2048"], help="of one game only")
    forget = add("forget", "forget what was learnt of a profile's windows: ways, paces, looks")
    forget.add_argument("name", metavar="NAME", help="`automatic` for windows that have none")
    export = add("export", "write a profile and its sample to a zip, to give to others")
    export.add_argument("name", metavar="NAME")
    export.add_argument("-o", "--output", metavar="FILE", help="NAME.zip here, without")
    take = add("import", "look at a profile from others; with --yes, take it over")
    take.add_argument("file", metavar="FILE")
    take.add_argument("--yes", action="store_true", help="write it; else it is only shown")
    add("schema", "the JSON schema of profile files, for editors")


def _add_solve(solve: argparse.ArgumentParser) -> None:
    solve.add_argument("--profile", default="", metavar="NAME", help="by this profile; else by the first that fits")
    what = solve.add_mutually_exclusive_group()
    what.add_argument("--window", type=_number, metavar="ID", help="fill this window instead of the focused one")
    what.add_argument("--image", metavar="FILE", help="print the solution of the board on a picture")
    what.add_argument("--text", metavar="T", help="print the solution of a puzzle, or of a file of them (JSON lines)")
    what.add_argument("--clipboard", action="store_true", help="print the solution of the copied picture or text")
    solve.add_argument(
        "--regions", metavar="MAP", help="with --text: a sign for each cell, the same in cells of one box or region"
    )


def _add_play(play: argparse.ArgumentParser) -> None:
    play.add_argument("game", nargs="?", choices=["2048"], default="2048")
    play.add_argument("--profile", default="", metavar="NAME", help="by this profile; else by the first that fits")
    what = play.add_mutually_exclusive_group()
    what.add_argument("--window", type=_number, metavar="ID", help="play in this window instead of the focused one")
    what.add_argument("--board", metavar="B", help='print the best move on a board: "2 0 0 4/0 0 0 0/..."')
    play.add_argument("--until", type=_tile, default=0, metavar="TILE", help="stop at this tile, e.g. 4096")
    play.add_argument("--moves", type=int, default=0, metavar="N", help="stop after N moves; else when it is over")
    play.add_argument("--restart", action="store_true", help="begin a new game when one is over before that")
    play.add_argument("--engine", default="", metavar="E", help="who chooses: auto, expectimax, monte-carlo, article")
    play.add_argument("--budget", type=_seconds, metavar="S", help="with --board: seconds to think, 0.1 if not given")


def _add_web(web: argparse.ArgumentParser) -> None:
    web.add_argument("url", nargs="?", default="", metavar="URL", help="the page; without, all of those in --attach")
    web.add_argument("--profile", default="", metavar="NAME", help="one that says where the page has its board, [dom]")
    web.add_argument(
        "--attach", type=int, default=0, metavar="PORT", help="to a browser run with --remote-debugging-port=PORT"
    )
    web.add_argument("--headless", action="store_true", help="without a window; closed at the end")
    web.add_argument("--close", action="store_true", help="close the browser at the end; else it stays open")
    web.add_argument("--option", action="append", default=[], metavar="O", help="the browser's: --option=--no-sandbox")


def _add_teach(teach: argparse.ArgumentParser) -> None:
    teach.add_argument("--window", type=_number, metavar="ID", help="this window instead of the focused one")
    teach.add_argument("--game", choices=["sudoku", "2048"], default="", help="look for its board only")
    teach.add_argument("--name", default="", help="what the profile is to be called; else as the window")
    teach.add_argument("--yes", action="store_true", help="save what is proposed, and open no window")
    teach.add_argument(
        "--try", action="store_true", dest="try_out", help="with --yes: find out by one cell, or one move"
    )
    teach.add_argument("--dark", action="store_true", help="a dark window")
    teach.add_argument("--scale", type=float, help="size of the window, 1, 1.5 or 2; by default the display's")


def _add_help(page: argparse.ArgumentParser) -> None:
    page.add_argument("topic", nargs="?", choices=guide.TOPICS, help="one of the guide's pages")


def _seconds(text: str) -> float:
    seconds = float(text)
    if not 0 < seconds <= LONGEST_THOUGHT:
        raise argparse.ArgumentTypeError(f"{text} is not between 0 and {LONGEST_THOUGHT} seconds")
    return seconds


def _tile(text: str) -> int:
    """A tile's value."""
    value = int(text) if text.isdecimal() else 0
    if value < 4 or value & (value - 1):
        raise argparse.ArgumentTypeError(f"{text} is no tile to reach: give 4, 8, 16 ... such as 4096")
    return value


def _number(text: str) -> int:
    """Window numbers as xwininfo and xdotool print them: 0x2a00007 or 44040199."""
    return int(text, 0)


VERBS = {
    "run": "daemon_verbs.run",
    "status": "daemon_verbs.status",
    "pause": "daemon_verbs.pause",
    "resume": "daemon_verbs.pause",
    "toggle": "daemon_verbs.pause",
    "stop": "daemon_verbs.stop",
    "quit": "daemon_verbs.leave",
    "solve": "solve.solve",
    "play": "play.play",
    "read": "read.read",
    "detect": "detect_last.detect",
    "web": "web.web",
    "profile": "profile.profile",
    "teach": "teach.teach",
    "last": "detect_last.last",
    "replay": "replay.replay",
    "practice": "practice.practice",
    "config": "settings.config",
    "doctor": "doctor.doctor",
    "autostart": "autostart.autostart",
    "help": "guide.show",
}


def dispatch(given: argparse.Namespace) -> int:
    """Imports only the verb's own module: `status` answers in a blink, and `run` stays small."""
    module, function = VERBS[given.verb].split(".")
    verb: Callable[[argparse.Namespace], int] = getattr(import_module(f"gridpilot.cli.{module}"), function)
    return verb(given)


def main(argv: Sequence[str] | None = None) -> int:
    choose.prepare()
    words = list(sys.argv[1:] if argv is None else argv)
    if not words or words[0] == "--json":
        words = ["run", *words]
    given = parser().parse_args(words)
    given.started = STARTED
    try:
        return dispatch(given)
    except GridpilotError as error:
        from gridpilot.cli.output import fault

        return fault(error, json_wanted=getattr(given, "json", False))
    except KeyboardInterrupt:
        return 1
    except BrokenPipeError:
        return 1  # `gridpilot read ... | head`


if __name__ == "__main__":
    sys.exit(main())
