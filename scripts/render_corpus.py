#!/usr/bin/env python3
"""Renders the glyph corpus that the digit net is trained on, from the fonts of Debian packages.

Fonts are held out by *package*: no face of a test or tune package, and no near-duplicate of one, is ever trained on.
Every glyph goes through gridpilot.vision.glyphs, the same functions that cut cells on a screen.

    render_corpus.py --list-packages       the apt-get line that installs the fonts
    render_corpus.py --out FOLDER          glyphs.npy, labels.npy, sizes.npy, faces.npy, faces.json
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from dataclasses import asdict
from multiprocessing import Pool
from pathlib import Path

import cv2
import numpy as np
from font_packages import PACKAGES, TEST, TUNE
from glyph_painter import DIGITS, Face, Painter, labels_of, stamp
from PIL import ImageFont

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "daemon"))
from gridpilot.geometry import Box
from gridpilot.vision import glyphs

JUNK = 10
NEAR = 0.97  # mean correlation of the digits (24 x 24, blurred) above which two faces draw them alike


def installed_faces() -> list[Face]:
    """All faces of the listed packages that fontconfig knows."""
    listing = subprocess.run(
        ["fc-list", "--format", "%{file}\t%{index}\t%{family[0]} %{style[0]}\n"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    rows = sorted({tuple(line.split("\t")) for line in listing.splitlines() if line.count("\t") == 2})
    owners = package_of({row[0] for row in rows})
    versions = dict(
        line.split("\t")
        for line in subprocess.run(
            ["dpkg-query", "-W", "-f", "${Package}\t${Version}\n", "fonts-*"],
            capture_output=True,
            text=True,
            check=True,
        ).stdout.splitlines()
    )
    faces = []
    for path, index, name in rows:
        package = owners.get(path, "")
        if package in PACKAGES and int(index) < 0x10000:
            role = "test" if package in TEST else "tune" if package in TUNE else "train"
            faces.append(Face(path, int(index), name, package, versions.get(package, ""), role))
    return faces


def package_of(paths: set[str]) -> dict[str, str]:
    """File -> Debian package, by one dpkg call."""
    found = subprocess.run(["dpkg", "-S", *sorted(paths)], capture_output=True, text=True, check=False).stdout
    pairs = (line.rsplit(": ", 1) for line in found.splitlines())
    return {path: owners.split(",")[0].split(":")[0] for owners, path in pairs}


def descriptor(face: Face) -> np.ndarray | None:
    """The ten digits of a face as 24 x 24 unit vectors; None where a face has no ten distinct, sound digits."""
    try:
        font = ImageFont.truetype(face.path, 48, index=face.index, layout_engine=ImageFont.Layout.BASIC)
        missing = stamp(font, "\ufffe")
        rows, heights = [], []
        for digit in DIGITS:
            ink = stamp(font, digit)
            if min(ink.shape) < 2 or ink.shape[0] < 10 or np.array_equal(ink, missing):
                return None
            heights.append(ink.shape[0])
            scale = 24 / max(ink.shape)
            size = max(1, round(ink.shape[1] * scale)), max(1, round(ink.shape[0] * scale))
            square = np.zeros((24, 24), np.float32)
            small = cv2.resize(ink, size, interpolation=cv2.INTER_AREA)
            top, left = (24 - size[1]) // 2, (24 - size[0]) // 2
            square[top : top + size[1], left : left + size[0]] = small
            square = cv2.GaussianBlur(square, (0, 0), 0.8)  # hinting must not make twins look different
            vector = square.ravel() - square.mean()
            rows.append(vector / (np.linalg.norm(vector) + 1e-6))
    except (OSError, ValueError, SyntaxError):
        return None
    # Metrics check: figures of one face are of similar height (old-style ones differ by up to 1.8), and all differ.
    if max(heights) > 2.2 * min(heights) or max(heights) > 80:
        return None
    table = np.stack(rows)
    alike = table @ table.T - np.eye(10)
    return None if alike.max() > 0.97 else table


def select(faces: list[Face]) -> tuple[list[Face], dict[str, int]]:
    """Drops unsound faces, exact duplicates, near-duplicates across roles, and faces whose digits are not digits."""
    described = [(face, descriptor(face)) for face in faces]
    sound = [(face, table) for face, table in described if table is not None]
    tables = np.stack([table for _, table in sound])
    packages = np.array([face.package for face, _ in sound])
    votes = np.zeros(len(sound))
    for digit in range(10):
        best = np.full((len(sound), 10), -1.0)
        for other in range(10):
            alike = tables[:, digit] @ tables[:, other].T
            alike[packages[:, None] == packages[None]] = -1
            best[:, other] = np.sort(alike, axis=1)[:, -3:].mean(axis=1)
        votes += best.argmax(axis=1) == digit
    odd = votes < 8
    alike = np.mean([tables[:, digit] @ tables[:, digit].T for digit in range(1, 10)], axis=0)
    kept: list[int] = []
    counts = {"unsound": len(described) - len(sound), "odd": int(odd.sum()), "duplicate": 0, "near held-out": 0}
    for role, limits in (
        ("test", {"test": 0.9995}),
        ("tune", {"test": NEAR, "tune": 0.9995}),
        ("train", {"test": NEAR, "tune": NEAR, "train": 0.998}),
    ):
        for i, (face, _) in enumerate(sound):
            if odd[i] or face.role != role:
                continue
            clash = [sound[j][0].role for j in kept if alike[i, j] > limits[sound[j][0].role]]
            if clash:
                counts["duplicate" if set(clash) == {role} else "near held-out"] += 1
                continue
            kept.append(i)
    return [sound[i][0] for i in kept], counts


def paint(job: tuple[int, Face, int, int]) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """All glyphs of one face: pictures, labels, digit heights in pixels, face number."""
    cv2.setNumThreads(1)
    number, face, rows, seed = job
    painter = Painter(face, seed)
    pictures, labels, sizes = [], [], []
    for _ in range(rows):
        names = labels_of(painter.rng)
        picture, cell = painter.row(names)
        boxes = [Box(i * cell, 0, (i + 1) * cell, cell) for i in range(len(names))]
        tiles = glyphs.trace(glyphs.cut(picture, boxes))
        inked, cut = glyphs.whole(tiles)
        tile_height = tiles.ink.shape[1]
        for index, glyph in zip(inked, cut, strict=True):
            box = glyphs.union(tiles.blobs[index])
            digit = names[index] in DIGITS
            many = names[index] in ("corner", "notes", "pair", "centre")
            if many and len(tiles.blobs[index]) < 2 and box.width < box.height:
                continue  # its other marks fell to the rim: what is left may be a digit, whatever the label says
            if digit and (box.height >= tile_height - 1 or box.height < 0.2 * tile_height):
                continue  # metrics check: the digit must lie inside its cell, else its label is a lie
            pictures.append(glyph)
            labels.append(int(names[index]) if digit else JUNK)
            sizes.append(min(255, round(box.height * cell * (1 - 2 * glyphs.INSET) / tile_height)))
    return (
        np.stack(pictures),
        np.array(labels, np.uint8),
        np.array(sizes, np.uint8),
        np.full(len(labels), number, np.uint16),
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--list-packages", action="store_true", help="print the apt-get line and stop")
    parser.add_argument("--out", type=Path, default=Path("build/corpus"))
    parser.add_argument("--rows", type=int, default=22, help="rows of 15 cells per face")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    args = parser.parse_args()
    if args.list_packages:
        print("apt-get install --no-install-recommends", *PACKAGES)
        return
    faces, dropped = select(installed_faces())
    roles = {role: sum(face.role == role for face in faces) for role in ("train", "tune", "test")}
    print("faces", roles, "dropped", dropped, flush=True)
    jobs = [(number, face, args.rows, args.seed) for number, face in enumerate(faces)]
    with Pool(args.jobs) as pool:
        parts = pool.map(paint, jobs, chunksize=8)
    args.out.mkdir(parents=True, exist_ok=True)
    for name, column in zip(("glyphs", "labels", "sizes", "faces"), zip(*parts, strict=True), strict=True):
        np.save(args.out / f"{name}.npy", np.concatenate(column))
    (args.out / "faces.json").write_text(
        json.dumps({"seed": args.seed, "dropped": dropped, "faces": [asdict(f) for f in faces]})
    )
    print("glyphs", sum(len(part[1]) for part in parts))


if __name__ == "__main__":
    main()
