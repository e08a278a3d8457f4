"""Compares a board's glyphs with one another. All are of one font: glyphs that look alike are one digit, and glyphs
that do not are different digits.

The net sees one glyph at a time. Where it cannot tell look-alikes apart (1 and 7, 3 and 8), the board may: its sure
glyphs show how much two pictures of one digit differ here. All glyphs of one shape count as one piece of evidence,
however many they are: they would all be wrong together.
"""

from __future__ import annotations

from dataclasses import replace
from math import log

import cv2
import numpy as np
from numpy.typing import NDArray

from gridpilot.games.sudoku.reading.board_font import Candidate
from gridpilot.vision.glyphs import cut
from gridpilot.vision.medians import medians

Bytes = NDArray[np.uint8]
Numbers = NDArray[np.float32]

SURE = 0.99  # probability from which a glyph shows what its digit looks like
LIKELY = 0.8  # the same, where shapes are compared
TWINS = 8  # sure glyphs that have a twin of their digit: with fewer nobody knows how alike twins are on this board
LIMIT = (
    1.7  # nats of unlikeness beyond that of twins: on tune boards 0.5 % of the glyphs of one digit are more unlike the
)
# likest of the others, and 0.3 % of those of another digit less
LEAST = -4.5  # the least unlikeness of twins that is assumed: a pixel's shift makes as much
SLOPE = 5.0  # log-odds per nat; measured 8
FOR, AGAINST = 4.0, -2.0  # log-odds at most: one digit may be drawn in two weights, and heavy digits look alike
TOGETHER = 2.0  # log-odds at most between two shapes that are both unsure
SAME = 0.6  # unlikeness below which two glyphs count as one shape
POSSIBLE = 0.03  # a label counts as possible from this probability on
ABSENT = -4.0  # nats at most against a board that lacks a value: few boards do
OPEN = 1e-4  # labels less likely than this are not considered
TRIALS = 3000  # labellings at most
AT_ONCE = 100  # labellings that are computed together


def compare(candidates: dict[int, Candidate], lowest: float, highest: float, most: int) -> dict[int, Candidate]:
    """Those of the candidates with a digit's height (`lowest` to `highest`) that look different in view of the others.
    Values go up to `most`. Digits on blocks and in frames have no picture here, as they are drawn in another way.
    """
    fit = {i: c for i, c in candidates.items() if c.picture is not None and lowest <= c.box.height <= highest}
    if not fit:
        return {}
    pictures = np.stack([c.picture for c in fit.values() if c.picture is not None])
    alone = np.array([c.chances for c in fit.values()], np.float32)
    weighed, shapes = weigh(pictures, alone, most)
    return {
        index: replace(candidate, chances=chances.tolist(), shape=int(shape))
        for (index, candidate), chances, shape in zip(fit.items(), weighed, shapes, strict=True)
    }


def weigh(pictures: Bytes, chances: Numbers, most: int) -> tuple[Numbers, NDArray[np.int64]]:
    """`pictures`: n x 28 x 28; `chances`: n x values, junk last, of each glyph alone. Returns the chances in view of
    all glyphs, and the number of each glyph's shape, 0 where no other glyph of its value has that shape.
    """
    junk = chances.shape[1] - 1
    apart = _apart(pictures)
    labels, sure = chances.argmax(axis=1), chances.max(axis=1) >= SURE
    sure &= labels < junk
    np.fill_diagonal(apart, np.inf)
    alike = (labels[:, None] == labels) & sure & sure[:, None]
    twins = np.where(alike, apart, np.inf).min(axis=1)
    twins = twins[np.isfinite(twins)]
    if len(twins) < TWINS:
        return chances, np.zeros(len(labels), np.int64)
    apart -= max(float(np.median(twins)), LEAST)
    distance = _to_values(apart, labels, sure, junk)
    own = distance[np.arange(len(labels)), np.minimum(labels, junk - 1)]
    suspect = sure & (distance.min(axis=1) < np.minimum(own, LIMIT)) & ~(own < SAME)
    several = np.zeros_like(labels)
    if len(np.unique(labels[(labels > 0) & (labels <= most)])) < most:
        several = _of_several_shapes(apart, np.where(chances.max(axis=1) >= LIKELY, labels, junk), junk)
    suspect |= several > 0
    anchors = sure & ~suspect
    open_ = (suspect | ~sure) & (chances[:, junk] < 1 - OPEN)
    if open_.any():
        distance = _to_values(apart, labels, anchors, junk)
        groups = _shapes(np.flatnonzero(open_ & (several == 0)), apart, chances)
        groups += [np.flatnonzero(several == shape) for shape in np.unique(several[several > 0])]
        absent = np.zeros(junk)
        absent[1 : most + 1] = max(len(labels) * log(1 - 1 / most), ABSENT)
        absent[labels[anchors]] = 0
        chances = _settled(chances, groups, distance, apart, absent)
    return chances, _numbered(apart, chances.argmax(axis=1), junk)


def _of_several_shapes(apart: Numbers, labels: NDArray[np.int64], junk: int) -> NDArray[np.int64]:
    """The number of each glyph's shape, where its value comes in shapes as unlike as two digits are; 0 elsewhere."""
    shapes = _numbered(apart, labels, junk, LIMIT)
    several = [value for value in np.unique(labels[shapes > 0]) if len({*shapes[labels == value].tolist()} - {0}) > 1]
    return np.where(np.isin(labels, several), shapes, 0)


def _numbered(apart: Numbers, labels: NDArray[np.int64], junk: int, limit: float = SAME) -> NDArray[np.int64]:
    """The shapes of the glyphs, by number: glyphs of one value that are linked by likeness have one shape."""
    alike: list[list[int]] = [[] for _ in labels]
    for one, other in np.argwhere((apart < limit) & (labels[:, None] == labels) & (labels < junk)).tolist():
        alike[one].append(other)
    shapes = [0] * len(labels)
    for glyph in range(len(labels)):
        ahead = [glyph] if alike[glyph] and not shapes[glyph] else []
        while ahead:
            one = ahead.pop()
            shapes[one] = glyph + 1
            ahead += (other for other in alike[one] if not shapes[other])
    return np.array(shapes, np.int64)


def _apart(pictures: Bytes) -> Numbers:
    """How unlike each two pictures are: the logarithm of 1 less the correlation of the pictures, blurred and halved."""
    count, side = len(pictures), cut.SIDE
    strip = cv2.blur(pictures.reshape(count * side, side), (3, 3))
    soft = cv2.resize(strip, (side // 2, count * side // 2), interpolation=cv2.INTER_AREA).reshape(count, -1)
    flat = soft.astype(np.float32)
    flat -= flat.mean(axis=1, keepdims=True)
    flat /= np.linalg.norm(flat, axis=1, keepdims=True) + 1e-6
    unlike: Numbers = np.log(1.001 - np.minimum(flat @ flat.T, 0.9999))
    return unlike


def _to_values(apart: Numbers, labels: NDArray[np.int64], shown: NDArray[np.bool_], count: int) -> Numbers:
    """How unlike each glyph is, n x `count`, to the most similar of the other glyphs of each value that are `shown`;
    infinite where there is none. The most similar counts, as games draw the user's digits in another weight.
    """
    distance = np.full((len(labels), count), np.inf, np.float32)
    for value in np.unique(labels[shown]):
        distance[:, value] = apart[:, shown & (labels == value)].min(axis=1)
    return distance


def _shapes(open_: NDArray[np.int64], apart: Numbers, chances: Numbers) -> list[NDArray[np.int64]]:
    """The open glyphs in groups: the members of a group are all alike, and may all be what the first most likely is."""
    groups: list[list[int]] = []
    for glyph in open_.tolist():
        fitting = [
            group
            for group in groups
            if apart[glyph, group].max() < SAME and chances[glyph, chances[group[0]].argmax()] > POSSIBLE
        ]
        if fitting:
            min(fitting, key=lambda group: float(apart[glyph, group].mean())).append(glyph)
        else:
            groups.append([glyph])
    return [np.array(group) for group in groups]


def _settled(
    chances: Numbers,
    groups: list[NDArray[np.int64]],
    distance: Numbers,
    apart: Numbers,
    absent: NDArray[np.float64],
) -> Numbers:
    """The chances, with those of the groups' members replaced by what all labellings of the groups give. `absent`: the
    log-odds of a board without a glyph of that value, 0 for values that other glyphs have.
    """
    looks = np.stack([np.log(np.maximum(chances[group], 1e-7)).mean(axis=0) for group in groups])
    for look, group in zip(looks, groups, strict=True):
        near = medians(distance[group])
        shown = np.isfinite(near)
        look[:-1][shown] += _kinship(near[shown])
    looks -= looks.max(axis=1, keepdims=True)
    options = [np.flatnonzero(look > np.log(OPEN)) for look in looks]
    after = chances.copy()
    weights = np.exp(looks)
    if 1 < np.prod([len(o) for o in options], dtype=float) <= TRIALS:
        weights = _jointly(looks, options, groups, apart, absent)
    for weight, group in zip(weights / weights.sum(axis=1, keepdims=True), groups, strict=True):
        junk = min(float(weight[-1]), float(chances[group, -1].mean()))  # whether it is junk the others cannot tell
        after[group, :-1] = weight[:-1] * ((1 - junk) / max(float(weight[:-1].sum()), 1e-6))
        after[group, -1] = junk
    return after


def _jointly(
    looks: Numbers,
    options: list[NDArray[np.int64]],
    groups: list[NDArray[np.int64]],
    apart: Numbers,
    absent: NDArray[np.float64],
) -> Numbers:
    """Each group's chances over all labellings. Groups of one digit look alike, groups that do not look alike are
    hardly one digit, and hardly any value is missing on a board.
    """
    nearest = np.stack([apart[group].min(axis=0) for group in groups])
    kin = _kinship(np.stack([nearest[:, group].min(axis=1) for group in groups], axis=1))
    np.fill_diagonal(kin, 0)
    missing = np.flatnonzero(absent)
    weights = np.zeros_like(looks)
    each = np.arange(len(groups))
    labellings = np.stack(np.meshgrid(*options, indexing="ij"), axis=-1).reshape(-1, len(groups))
    for first in range(0, len(labellings), AT_ONCE):
        labels = labellings[first : first + AT_ONCE]
        together = (labels[:, :, None] == labels[:, None]) & (labels < looks.shape[1] - 1)[:, None]
        bonus = np.clip((kin * together).sum(axis=2), AGAINST, TOGETHER) / 2
        lacking = (labels[:, :, None] != missing).all(axis=1) @ absent[missing]
        chance = np.exp(looks[each, labels].sum(axis=1) + bonus.sum(axis=1) + lacking)
        np.add.at(weights, (each, labels), chance[:, None])
    return weights


def _kinship(apart: Numbers) -> Numbers:
    """The log-odds that two glyphs so unlike are one digit."""
    odds: Numbers = np.clip(SLOPE * (LIMIT - apart), AGAINST, FOR)
    return odds
