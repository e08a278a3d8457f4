"""What games of 2048 prove: means with bootstrap intervals, tile rates, times of a move, and a picture of the scores.

All intervals are of 95 %. Scores are far from normally distributed, so their mean's and median's intervals are
bootstrapped (2,000 resamples); rates have Wilson's.
"""

from __future__ import annotations

import json
import math
from collections import Counter, defaultdict
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path

    from numpy.typing import NDArray

    Game = dict[str, Any]
    Scores = NDArray[np.float64]

STEP = math.log(1.02)
SHORTEST = 1e-6  # seconds
CLOCKS = "wall", "alone", "cpu"
RESAMPLES = 2000
SURE = 1.96


def time_class(seconds: float) -> int:
    """The times of a million moves are kept as counts of classes, each 2 % longer than the one before."""
    return round(math.log(max(seconds, SHORTEST) / SHORTEST) / STEP)


def times(classes: Iterable[tuple[int, int]]) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Milliseconds in ascending order, and how many moves took each."""
    found = np.array(sorted(classes), np.int64).reshape(-1, 2)
    return SHORTEST * 1000 * np.exp(found[:, 0] * STEP), found[:, 1]


def games(files: Iterable[Path]) -> Iterator[Game]:
    for file in files:
        if file.exists():
            yield from (json.loads(line) for line in file.read_text().splitlines() if line.endswith("}"))


def groups(played: Iterable[Game]) -> dict[str, list[Game]]:
    """The games of each engine in each kind of game."""
    found = defaultdict(list)
    for game in played:
        end = f" until {game['until']}" if game["until"] else ""
        most = f" at most {game['most_moves']} moves" if game["most_moves"] else ""
        name = f"{game['engine']} {game['rows']}x{game['columns']} {game['budget'] * 1000:g} ms{end}{most}"
        found[name].append(game)
    return dict(found)


def interval(scores: Scores, of: Callable[..., Any]) -> tuple[float, float]:
    rng = np.random.default_rng(1)
    drawn = rng.choice(scores, (RESAMPLES, len(scores)))
    low, high = np.percentile(of(drawn, axis=1), (2.5, 97.5))
    return float(low), float(high)


def rate(hits: int, trials: int) -> tuple[float, float]:
    """Wilson's interval."""
    share, z = hits / trials, SURE * SURE / trials
    middle = (share + z / 2) / (1 + z)
    half = SURE * math.sqrt(share * (1 - share) / trials + z / (4 * trials)) / (1 + z)
    return middle - half, middle + half


def table(played: Iterable[Game]) -> str:
    found = groups(played)
    return "\n\n".join(["\n".join(lines(name, of)) for name, of in found.items()] + list(pairs(found)))


def lines(name: str, of: list[Game]) -> Iterator[str]:
    scores = np.array([game["score"] for game in of], float)
    moves = sum(game["moves"] for game in of)
    yield f"{name}: {len(of)} games, {moves} moves"
    for word, how in (("mean", np.mean), ("median", np.median)):
        low, high = interval(scores, how)
        yield f"  {word:8}{how(scores):10,.0f}   {low:,.0f} to {high:,.0f}"
    yield f"  least   {scores.min():10,.0f}   most {scores.max():,.0f}   dead {sum(game['dead'] for game in of)}"
    best = max(game["best"] for game in of)
    for tile in (best >> down for down in range(6)):
        hits = sum(game["best"] >= tile for game in of)
        low, high = rate(hits, len(of))
        yield f"  {tile:<8}{100 * hits / len(of):9.1f} %   {100 * low:.1f} to {100 * high:.1f} %"
    for clock in CLOCKS:
        yield f"  {clock:8}{clocked(of, clock)}"


def clocked(of: list[Game], clock: str) -> str:
    counts: Counter[int] = Counter()
    for game in of:
        counts.update(dict(game.get(clock, ())))
    if not counts:
        return "no moves"
    took, many = times(counts.items())
    below = many.cumsum() / many.sum()
    shares = ((f"p{share:g}", took[np.searchsorted(below, share / 100)]) for share in (50, 95, 99, 99.9))
    parts = [("mean", float((took * many).sum() / many.sum())), *shares, ("max", took[-1])]
    return f"{many.sum()} moves, ms: " + "  ".join(f"{word} {value:.3f}" for word, value in parts)


def pairs(found: dict[str, list[Game]]) -> Iterator[str]:
    """Each group against the first, on the seeds that both played."""
    (first, base), *others = found.items()
    ours = {(game["seed"], game["game"]): game["score"] for game in base}
    for name, of in others:
        both = np.array([(ours[key], game["score"]) for game in of if (key := (game["seed"], game["game"])) in ours])
        if len(both) > 1:
            drawn = np.random.default_rng(1).integers(0, len(both), (RESAMPLES, len(both)))
            ratios = both[drawn, 0].mean(axis=1) / np.maximum(both[drawn, 1].mean(axis=1), 1)
            low, high = np.percentile(ratios, (2.5, 97.5))
            ratio = both[:, 0].mean() / both[:, 1].mean()
            yield f"{first} : {name} = {ratio:.2f} ({low:.2f} to {high:.2f}) on {len(both)} common seeds"


SIZE, MARGIN = (900, 480), 60
COLOURS = ((180, 120, 31), (14, 127, 255), (44, 160, 44), (40, 39, 214), (189, 103, 148))  # blue, green, red


def picture(played: Iterable[Game], file: Path) -> None:
    """Which share of each engine's games scored more than what: one falling line for each, scores on a log scale."""
    import cv2

    found = groups(played)
    every = [game["score"] for of in found.values() for game in of]
    low, high = math.floor(math.log2(max(min(every), 1))), math.ceil(math.log2(max(every) + 1))
    image = np.full((SIZE[1], SIZE[0], 3), 255, np.uint8)
    inner_x, inner_y = SIZE[0] - 2 * MARGIN, SIZE[1] - 2 * MARGIN

    def place(score: float, share: float) -> tuple[int, int]:
        across = (math.log2(max(score, 1)) - low) / (high - low)
        return round(MARGIN + across * inner_x), round(SIZE[1] - MARGIN - share * inner_y)

    def write(words: str, at: tuple[int, int], colour: tuple[int, int, int] = (90, 90, 90)) -> None:
        cv2.putText(image, words, at, cv2.FONT_HERSHEY_SIMPLEX, 0.42, colour, 1, cv2.LINE_AA)

    for power in range(low, high + 1):
        x, y = place(2.0**power, 0)
        cv2.line(image, (x, y), (x, MARGIN), (230, 230, 230))
        write(f"{2**power:,}", (x - 25, y + 18))
    for tenth in range(0, 11, 2):
        x, y = place(2.0**low, tenth / 10)
        cv2.line(image, (x, y), (SIZE[0] - MARGIN, y), (230, 230, 230))
        write(f"{tenth * 10} %", (8, y + 4))
    for index, (name, of) in enumerate(found.items()):
        colour = COLOURS[index % len(COLOURS)]
        scores = sorted(game["score"] for game in of)
        points = [place(score, 1 - rank / len(scores)) for rank, score in enumerate(scores)]
        cv2.polylines(image, [np.array(points, np.int32)], False, colour, 2, cv2.LINE_AA)
        line = 20 + 16 * index
        cv2.rectangle(image, (MARGIN + 8, line - 8), (MARGIN + 16, line), colour, cv2.FILLED)
        write(f"{name}: {len(of)} games, mean {np.mean(scores):,.0f}", (MARGIN + 22, line), colour)
    write("share of games with at least this score", (MARGIN, SIZE[1] - 12))
    cv2.imwrite(str(file), image)
