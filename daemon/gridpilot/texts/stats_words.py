"""What `gridpilot stats` and the menu's Statistics say."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from gridpilot.games import GAMES
from gridpilot.texts.language import _
from gridpilot.texts.menu_words import program_name

if TYPE_CHECKING:
    from gridpilot.statistics import Boards, Summary

NOTHING = _("Nothing has been counted yet: press the key over a board.")
OFF = _("Nothing is counted: the settings say so, [statistics] keep = false.")
TILES = _("Best tile of each game")
SCORES = _("Score of each game, oldest first")
WIDTH = 40  # characters of the longest bar


def head(title: str, summary: Summary) -> str:
    """The line above the figures of one game."""
    return _games(title, summary) if summary.games else _boards(title, summary)


def _boards(title: str, summary: Summary) -> str:
    count = sum(each.count for each in summary.boards)
    cells = sum(each.cells for each in summary.boards)
    return _("{game}: boards filled: {count} (cells: {cells}); left alone or not finished: {missed}").format(
        game=title, count=f"{count:,}", cells=f"{cells:,}", missed=f"{summary.not_filled:,}"
    )


def boards(each: Boards) -> str:
    if each.count == 1:
        return _("1, in {fastest:.1f} s").format(fastest=each.fastest)
    return _("{count}, half of them within {median:.1f} s, the fastest in {fastest:.1f} s").format(
        count=f"{each.count:,}", median=each.median, fastest=each.fastest
    )


def program(each: Boards) -> str:
    return program_name(each.program) if each.program else _("Unknown program")


def _games(title: str, summary: Summary) -> str:
    scores = [job.score for job in summary.games]
    return _("{game}: games: {count} (moves: {moves}); best tile: {best}; best score: {score}").format(
        game=title,
        count=f"{len(scores):,}",
        moves=f"{sum(job.moves for job in summary.games):,}",
        best=max(job.best for job in summary.games),
        score=f"{max(scores):,}",
    )


def bars(counts: dict[int, int]) -> list[str]:
    """A chart made of characters: tile, bar, number of games."""
    most = max(counts.values())
    return [f"{tile:>7} {'█' * max(1, round(count / most * WIDTH))} {count}" for tile, count in counts.items()]


def lines(summaries: Mapping[str, Summary]) -> list[str]:
    """`summaries`: by game."""
    told = []
    for game, summary in summaries.items():
        told.append(head(GAMES[game].title, summary))
        width = max((len(program(each)) for each in summary.boards), default=0)
        told += [f"  {program(each):{width}}  {boards(each)}" for each in summary.boards]
        if summary.games:
            told += [f"  {TILES}:", *bars(summary.best_tiles)]
    return told or [NOTHING]
