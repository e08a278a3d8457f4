"""A profile held against its own sample: the picture through the reader, at several scales, against what is on it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from gridpilot import whole_file
from gridpilot.capture import Capture
from gridpilot.errors import GridpilotError
from gridpilot.games import GAMES, game
from gridpilot.geometry import Cell, cells_where
from gridpilot.profiles.profile import Profile
from gridpilot.profiles.store import folder_of
from gridpilot.reading import Reading
from gridpilot.texts import profile_words as words

SCALES = (100, 125, 150, 200)
"""Per cent of the size that the sample was taken in."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """`why` is empty when the sample is read exactly as it should be."""

    percent: int
    why: str
    cells: tuple[Cell, ...] = ()


def held(profile: Profile, scales: Sequence[int] = SCALES) -> tuple[Verdict, ...]:
    """One verdict for each scale; a `GridpilotError` where there is no sample."""
    from gridpilot.vision import pictures
    from gridpilot.vision.pictures import rescaled

    folder = folder_of(Path(profile.source))
    if folder is None:
        raise GridpilotError(*words.no_folder(profile.name))
    try:
        text = whole_file.read_text(folder / "sample.txt")
    except (OSError, UnicodeDecodeError) as fault:
        raise GridpilotError(*words.no_sample(profile.name, str(folder))) from fault
    board, columns = GAMES[profile.game].notation().parsed(text)
    picture = pictures.load(folder / "sample.png")
    return tuple(_verdict(profile, rescaled(picture, percent / 100), percent, board, columns) for percent in scales)


def _verdict(profile: Profile, picture: Capture, percent: int, board: tuple[int, ...], columns: int) -> Verdict:
    reading = _read(profile, picture)
    if reading is None:
        return Verdict(percent, words.NO_BOARD_ON_SAMPLE)
    if reading.size != columns or len(reading.board) != len(board):
        return Verdict(percent, words.other_size(len(reading.board) // reading.size, reading.size))
    wrong = cells_where((seen != right for seen, right in zip(reading.board, board, strict=True)), columns)
    cells = tuple(wrong) or reading.doubts
    if wrong:
        return Verdict(percent, words.misread(cells), cells)
    return Verdict(percent, words.in_doubt(cells) if cells else "", cells)


def _read(profile: Profile, picture: Capture) -> Reading | None:
    if GAMES[profile.game].slides:
        from gridpilot.service import compose

        return compose.sliding_game(profile.game).eyes("").read(picture, None, profile.recogniser, profile.board)
    played = game(profile.game)
    reading = played.read(picture, None, profile.recogniser, profile.board)
    return None if reading is None else played.decide(reading, picture).reading
