"""`gridpilot web` on a page in a real Chromium: the page itself is asked, filled and asked again; and says the same."""

import json
import subprocess
import sys
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any
from urllib.parse import urlencode

import pytest
from cdp import Page, port_of
from games import PAGES
from rows import ROW_1, start_sudoku_table
from truth import NO_SOLUTION, TWO_SOLUTIONS, Puzzle
from virtual import Desktop, desktop

pytestmark = pytest.mark.gui

NO_SANDBOX = "--option=--no-sandbox"  # tests may run as root, for whom Chromium does not start otherwise


@pytest.fixture(scope="module")
def desk():
    with desktop() as made:
        yield made


@pytest.fixture(scope="module")
def server():
    quiet = type("Quiet", (SimpleHTTPRequestHandler,), {"log_message": lambda *_: None})
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(quiet, directory=PAGES)) as served:
        Thread(target=served.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{served.server_port}"
        served.shutdown()


def web(desk: Desktop, *words: str, env: dict[str, str] | None = None) -> tuple[int, dict[str, Any]]:
    command = [sys.executable, "-m", "gridpilot", "web", *words, "--json"]
    done = subprocess.run(command, env=desk.env | (env or {}), capture_output=True, text=True, timeout=120)
    assert done.stdout.count("\n") == 1, done
    return done.returncode, json.loads(done.stdout)


def page(server: str, puzzle: Puzzle, **query: str) -> str:
    return f"{server}/sudoku-table.html?{urlencode({'puzzle': puzzle.givens} | query)}"


def test_a_page_is_opened_and_filled_and_stays_open(desk, server):
    folder = desk.home / "opened"
    options = (NO_SANDBOX, f"--option=--user-data-dir={folder}")
    code, told = web(desk, page(server, ROW_1), "--profile", "sudoku-table", *options)
    assert (code, told["outcome"], told["profile"]) == (0, "verified", "sudoku-table"), told
    assert told["cells_filled"] == told["cells_blank"] == ROW_1.blanks
    assert told["board"] == ROW_1.solution
    opened = Page(folder)
    assert opened.ask("window.board()") == ROW_1.solution
    opened.ask("window.close()")


def test_a_page_in_a_running_browser_is_filled_and_stays_open(desk):
    game = start_sudoku_table(desk, ROW_1)
    code, told = web(desk, "--attach", str(port_of(desk.home / "chromium")))
    assert (code, told["outcome"]) == (0, "verified"), told
    assert game.board() == ROW_1.solution
    assert game.window in desk.windows()


@pytest.mark.parametrize(
    ("puzzle", "query", "outcome", "says"),
    [
        (ROW_1, {"break": "table"}, "no-board", "the page has no table#sudoku_main_board"),
        (ROW_1, {"break": "cell"}, "no-board", "9 rows of 8 to 9 cells"),
        (ROW_1, {"deaf": "1"}, "missed", "r1c2"),
        (TWO_SOLUTIONS, {}, "ambiguous", "solution"),
        (NO_SOLUTION, {}, "unsolvable", "r1c"),
    ],
    ids=["no table", "a cell less", "a deaf cell", "two solutions", "no solution"],
)
def test_what_cannot_be_filled_is_said_in_a_sentence(desk, server, puzzle, query, outcome, says):
    code, told = web(desk, page(server, puzzle, **query), "--headless", NO_SANDBOX)
    assert (code, told["outcome"]) == (1, outcome), told
    assert says in told["sentence"]
    if outcome != "missed":
        assert told["cells_filled"] == 0


def test_without_selenium_it_is_said_how_to_install_it(desk, tmp_path):
    (tmp_path / "selenium").mkdir()
    (tmp_path / "selenium" / "__init__.py").write_text("raise ImportError")
    hidden = {"PYTHONPATH": f"{tmp_path}:{desk.env.get('PYTHONPATH', '')}"}
    code, told = web(desk, "http://127.0.0.1:9/", env=hidden)
    assert code == 3
    assert told["error"]["title"] == "Selenium is missing"
    assert "install selenium" in told["error"]["fix"]


def test_without_a_browser_or_a_page_it_is_said_what_to_do(desk, tmp_path):
    code, told = web(desk, "--attach", "9")
    assert (code, told["error"]["title"]) == (3, "The browser cannot be reached")
    assert "--remote-debugging-port=9" in told["error"]["fix"]
    code, told = web(desk, "http://127.0.0.1:9/", env={"PATH": str(tmp_path)})
    assert (code, told["error"]["title"]) == (3, "The browser does not start")
    code, told = web(desk, "http://127.0.0.1:9/", "--headless", NO_SANDBOX)  # a port that browsers do not ask
    assert (code, told["error"]["title"]) == (1, "The page cannot be opened")
    code, told = web(desk, "http://127.0.0.1:10009/", "--headless", NO_SANDBOX)
    assert (code, told["error"]["title"]) == (1, "The page cannot be opened")


def test_it_needs_a_page_and_a_profile_that_knows_pages(desk):
    done = subprocess.run([sys.executable, "-m", "gridpilot", "web"], env=desk.env, capture_output=True, text=True)
    assert done.returncode == 2
    assert "--attach" in done.stderr
    code, told = web(desk, "http://127.0.0.1:9/", "--profile", "gnome-sudoku")
    assert (code, told["error"]["title"]) == (1, "No such profile")
    assert "sudoku-table" in told["error"]["fix"]
