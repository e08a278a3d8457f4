"""The guide as it is shipped: its links lead somewhere, its pictures and commands exist, its pages are alike."""

from __future__ import annotations

import json
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import urlsplit

import draw_techniques
import pytest
from named_commands import refused

from gridpilot import guide
from gridpilot.cli.main import main
from gridpilot.games.sudoku.techniques.ladder import TECHNIQUES

FOLDER = guide.page().parent
PAGES = ("", *guide.TOPICS)


class Page(HTMLParser):
    """What the tests ask of a page. `code` holds the lines of its code, `open` what is not closed yet."""

    SINGLE = ("meta", "link", "img", "br")

    def __init__(self, topic: str, file: Path | None = None) -> None:
        super().__init__()
        self.topic = topic or "index"
        self.links: list[str] = []
        self.nav: list[str] = []
        self.pictures: list[dict[str, str]] = []
        self.loads: list[str] = []
        self.ids: set[str] = set()
        self.code: list[str] = []
        self.open: list[str] = []
        self.faults: list[str] = []
        self.feed((file or guide.page(topic)).read_text("utf-8"))
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag not in self.SINGLE:
            self.open.append(tag)
        if "id" in given:
            self.ids.add(given["id"])
        if tag == "a":
            (self.nav if "nav" in self.open else self.links).append(given["href"])
        if tag == "img":
            self.pictures.append(given)
        if tag == "code":
            self.code.append("")
        if tag in ("link", "img"):
            self.loads.append(given["href" if tag == "link" else "src"])

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.faults.append(f"</{tag}> at line {self.getpos()[0]} closes nothing")

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] == "code":
            self.code[-1] += data

    @property
    def commands(self) -> list[str]:
        lines = [line for code in self.code for line in code.splitlines()]
        return [line for line in lines if line.split()[:1] == ["gridpilot"]]


@pytest.fixture(params=PAGES, ids=lambda topic: topic or "index")
def page(request: pytest.FixtureRequest) -> Page:
    return Page(request.param)


def test_every_tag_is_closed(page: Page) -> None:
    assert (page.faults, page.open) == ([], [])


def test_links_inside_the_guide_lead_somewhere(page: Page) -> None:
    for link in (*page.links, *page.nav):
        parts = urlsplit(link)
        assert not parts.scheme, f"{link}: the guide works offline"
        target = parts.path.removesuffix(".html") or page.topic
        assert target in ("index", *guide.TOPICS, *(f"techniques/{name}" for name in TECHNIQUES)), link
        if parts.fragment:
            assert parts.fragment in Page("" if target == "index" else target).ids, link


def test_what_a_page_loads_is_there(page: Page) -> None:
    assert [name for name in page.loads if not (FOLDER / name).is_file()] == []
    assert "guide.css" in page.loads


def test_pictures_say_what_is_on_them_and_keep_their_room(page: Page) -> None:
    for picture in page.pictures:
        assert picture.get("alt"), picture
        assert picture.get("width"), picture
        assert picture.get("height"), picture


def test_the_command_line_takes_every_command_that_a_page_names(page: Page) -> None:
    assert [command for command in page.commands if refused(command)] == []


def test_all_pages_have_the_same_list_of_pages() -> None:
    lists = {tuple(Page(topic).nav) for topic in PAGES}
    assert lists == {tuple(f"{topic or 'index'}.html" for topic in PAGES)}


def test_the_pages_on_techniques_are_those_that_the_script_draws() -> None:
    stale = [path.name for path, text in draw_techniques.pages().items() if path.read_text("utf-8") != text]
    assert stale == []


@pytest.mark.parametrize("name", TECHNIQUES)
def test_a_technique_has_a_page_with_a_drawn_board(name: str) -> None:
    file = FOLDER / "techniques" / f"{name}.html"
    page = Page(name, file)
    assert (page.faults, page.open) == ([], [])
    assert page.nav == [f"../{link}" for link in Page("").nav]
    assert [link for link in (*page.links, *page.nav, *page.loads) if not (file.parent / link).is_file()] == []
    text = file.read_text("utf-8")
    assert text.count('class="removed"') + text.count('class="placed"') > 0


def test_the_guide_names_commands_at_all_and_a_wrong_one_is_found() -> None:
    assert len([command for topic in PAGES for command in Page(topic).commands]) > 20
    assert refused("gridpilot slove")
    assert refused("gridpilot profile wy")
    assert not refused("gridpilot profile show NAME")


def test_no_file_of_the_guide_is_without_a_page() -> None:
    pages = [guide.page(topic) for topic in PAGES]
    loaded = {FOLDER / name for topic in PAGES for name in Page(topic).loads}
    pages += [FOLDER / "techniques" / f"{name}.html" for name in TECHNIQUES]
    here = {path for path in FOLDER.rglob("*") if path.suffix in (".html", ".css", ".png", ".gif", ".svg")}
    assert here == {*pages, *loaded}


@pytest.mark.posix("a program that is a shell script")
def test_help_opens_the_page_in_the_browser_that_the_user_named(tmp_path, monkeypatch, capsys) -> None:
    seen = tmp_path / "seen"
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" > "{seen}"\n', "utf-8")
    browser.chmod(0o755)
    _only_browser(monkeypatch, f"{browser} %s")
    assert main(["help", "trouble"]) == 0
    assert seen.read_text("utf-8").strip() == guide.page("trouble").as_uri()
    assert str(guide.page("trouble")) in capsys.readouterr().out


def test_help_tells_the_file_where_there_is_no_browser(monkeypatch, capsys) -> None:
    _only_browser(monkeypatch, "")
    assert main(["help", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"page": str(guide.page()), "opened": False}


def _only_browser(monkeypatch, command: str) -> None:
    """As on a machine with this browser alone; webbrowser asks once in the life of a process."""
    import webbrowser

    for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER", "TERM"):
        monkeypatch.delenv(name, raising=False)
    if command:
        monkeypatch.setenv("BROWSER", command)
    monkeypatch.setattr(webbrowser, "_browsers", {})
    monkeypatch.setattr(webbrowser, "_tryorder", None)
