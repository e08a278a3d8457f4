#!/usr/bin/env python3
"""Renders the glyph corpus that the digit net is trained on, from the fonts of Debian packages.

Fonts are held out by *package*: no face of a test or tune package, and no near-duplicate of one, is ever trained on.
Every glyph goes through gridpilot.vision.glyphs.cut, the same functions that cut cells on a screen.

    render_corpus.py --list-packages       the apt-get line that installs the fonts
    render_corpus.py --out FOLDER          glyphs.npy, labels.npy, sizes.npy, faces.npy, faces.json
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections import Counter
from dataclasses import asdict, replace
from multiprocessing import Pool
from pathlib import Path

import cv2
import numpy as np
from font_packages import PACKAGES, TEST, TUNE
from glyph_painter import DIGITS, SYMBOLS, Face, Painter, labels_of, stamp

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "daemon"))
from gridpilot.geometry import Box
from gridpilot.vision.glyphs import cut as glyphs
from gridpilot.vision.glyphs.blobs import union

JUNK = 10
CLASS = {**{name: number for number, name in enumerate(DIGITS)}, **{n: JUNK + 1 + i for i, n in enumerate(SYMBOLS)}}
# Other figures of the same face, to train on: old-style, lining, slashed 0, equally wide, unevenly wide, alternates.
FEATURES = ("onum", "lnum", "zero", "tnum", "pnum", "onum+tnum", "salt", "ss01", "ss02", "ss03", "ss04", "ss05")
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


def variants(faces: list[Face]) -> list[Face]:
    """The training faces' other figures, where a face has any; a tag is looked for in the file's bytes."""
    found = []
    for face in faces:
        if face.role == "train" and face.path.endswith((".ttf", ".otf")):
            content = Path(face.path).read_bytes()
            own = (tags for tags in FEATURES if all(tag.encode() in content for tag in tags.split("+")))
            found += [replace(face, feature=tags) for tags in own]
    return found


def package_of(paths: set[str]) -> dict[str, str]:
    """File -> Debian package, by one dpkg call."""
    found = subprocess.run(["dpkg", "-S", *sorted(paths)], capture_output=True, text=True, check=False).stdout
    pairs = (line.rsplit(": ", 1) for line in found.splitlines())
    return {path: owners.split(",")[0].split(":")[0] for owners, path in pairs}


def vector(ink: np.ndarray) -> np.ndarray:
    """Ink as a unit vector of 24 x 24, mean taken off, blurred: hinting must not make twins look different."""
    scale = 24 / max(ink.shape)
    size = max(1, round(ink.shape[1] * scale)), max(1, round(ink.shape[0] * scale))
    square = np.zeros((24, 24), np.float32)
    top, left = (24 - size[1]) // 2, (24 - size[0]) // 2
    square[top : top + size[1], left : left + size[0]] = cv2.resize(ink, size, interpolation=cv2.INTER_AREA)
    square = cv2.GaussianBlur(square, (0, 0), 0.8)
    flat = square.ravel() - square.mean()
    return (flat / (np.linalg.norm(flat) + 1e-6)).astype(np.float32)


def descriptor(face: Face) -> np.ndarray | None:
    """The vectors of a face's ten digits; None where a face has no ten distinct, sound digits."""
    try:
        font = face.font(48)
        missing = stamp(font, "\ufffe")
        stamps = [stamp(font, digit, face.features) for digit in DIGITS]
    except (OSError, ValueError, SyntaxError):
        return None
    heights = [ink.shape[0] for ink in stamps]
    if any(min(ink.shape) < 2 or ink.shape[0] < 10 or np.array_equal(ink, missing) for ink in stamps):
        return None
    # Metrics check: figures of one face are of similar height (old-style ones differ by up to 1.8), and all differ.
    if max(heights) > 2.2 * min(heights) or max(heights) > 80:
        return None
    table = np.stack([vector(ink) for ink in stamps])
    alike = table @ table.T - np.eye(10)
    return None if alike.max() > 0.97 else table


def with_letters(faces: list[Face]) -> list[Face]:
    """The faces with their letters A to G, of either case, where half of these look as in most faces: fonts of other
    scripts have boxes or signs of their own there.
    """
    signs = SYMBOLS + SYMBOLS.lower()
    tables = np.zeros((len(faces), len(signs), 24 * 24), np.float32)
    for number, face in enumerate(faces):
        font = face.font(48)
        missing = stamp(font, "\ufffe")
        for place, sign in enumerate(signs):
            ink = stamp(font, sign, face.features)
            if min(ink.shape) >= 2 and not np.array_equal(ink, missing):
                tables[number, place] = vector(ink)
    means = tables.mean(axis=0)
    means /= np.linalg.norm(means, axis=1, keepdims=True)
    alike = (tables @ means.T).reshape(len(faces), len(signs), 2, len(SYMBOLS)).max(axis=2)
    own = np.arange(len(signs)) % len(SYMBOLS)
    there = np.abs(tables).max(axis=2) > 0
    latin = ((alike.argmax(axis=2) == own) & (alike.max(axis=2) > 0.3)).sum(axis=1) >= len(SYMBOLS)
    return [
        replace(face, letters="".join(sign for sign, sound in zip(signs, row, strict=True) if sound))
        for face, row in zip(faces, there & latin[:, None], strict=True)
    ]


def odd_ones(faces: list[Face], tables: np.ndarray) -> np.ndarray:
    """Which faces' digits are no Latin digits: their nearest neighbours in other packages are other digits."""
    packages = np.array([face.package for face in faces])
    plain = np.array([not face.feature for face in faces])  # variants have no vote: what is held out stays as it is
    foreign = packages[:, None] != packages[plain][None]
    votes = np.zeros(len(faces))
    for digit in range(10):
        best = np.full((len(faces), 10), -1.0)
        for other in range(10):
            alike = np.where(foreign, tables[:, digit] @ tables[plain, other].T, -1)
            best[:, other] = np.partition(alike, -3, axis=1)[:, -3:].mean(axis=1)
        votes += best.argmax(axis=1) == digit
    return votes < 8


def select(faces: list[Face]) -> tuple[list[Face], dict[str, int]]:
    """Drops unsound faces, exact duplicates, near-duplicates across roles, and faces whose digits are not digits."""
    described = [(face, descriptor(face)) for face in faces]
    sound = [face for face, table in described if table is not None]
    tables = np.stack([table for _, table in described if table is not None]).astype(np.float32)
    odd = odd_ones(sound, tables)
    alike = np.mean([tables[:, digit] @ tables[:, digit].T for digit in range(1, 10)], axis=0)
    with_zero = 0.9 * alike + 0.1 * (tables[:, 0] @ tables[:, 0].T)  # a face with its 0 slashed is worth training on
    roles = np.array([face.role for face in sound])
    kept = np.zeros(len(sound), bool)
    counts = {"unsound": len(described) - len(sound), "odd": int(odd.sum()), "duplicate": 0, "near held-out": 0}
    for role, held_out, same in (("test", (), 0.9995), ("tune", ("test",), 0.9995), ("train", ("test", "tune"), 0.998)):
        likeness = with_zero if role == "train" else alike
        near = (alike > NEAR) & np.isin(roles, held_out)
        for i in np.flatnonzero(~odd & (roles == role)):
            if (near[i] & kept).any():
                counts["near held-out"] += 1
            elif (likeness[i, kept & (roles == role)] > same).any():
                counts["duplicate"] += 1
            else:
                kept[i] = True
    return [face for face, keep in zip(sound, kept, strict=True) if keep], counts


def paint(job: tuple[int, Face, int, int]) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """All glyphs of one face: pictures, labels, digit heights in pixels, face number."""
    cv2.setNumThreads(1)
    number, face, rows, seed = job
    painter = Painter(face, seed)
    pictures, labels, sizes = [], [], []
    for _ in range(rows):
        names = labels_of(painter.rng, face)
        picture, cell = painter.row(names)
        boxes = [Box(i * cell, 0, (i + 1) * cell, cell) for i in range(len(names))]
        tiles = glyphs.trace(glyphs.cut(picture, boxes))
        inked, cut = glyphs.whole(tiles)
        tile_height = tiles.ink.shape[1]
        for index, glyph in zip(inked, cut, strict=True):
            box = union(tiles.blobs[index])
            single = names[index].upper() in CLASS
            many = names[index] in ("corner", "notes", "pair", "centre")
            if many and len(tiles.blobs[index]) < 2 and box.width < box.height:
                continue  # its other marks fell to the rim: what is left may be a digit, whatever the label says
            if single and (box.height >= tile_height - 1 or box.height < 0.2 * tile_height):
                continue  # metrics check: the sign must lie inside its cell, else its label is a lie
            pictures.append(glyph)
            labels.append(CLASS.get(names[index].upper(), JUNK))
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
    parser.add_argument("--rows", type=int, default=22, help="rows of 18 cells per face, fewer in large packages")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    args = parser.parse_args()
    if args.list_packages:
        print("apt-get install --no-install-recommends", *PACKAGES)
        return
    faces = installed_faces()
    faces, dropped = select([*faces, *variants(faces)])
    faces = with_letters(faces)
    roles = {role: sum(face.role == role for face in faces) for role in ("train", "tune", "test")}
    print("faces", roles, "dropped", dropped, flush=True)
    size = Counter(face.package for face in faces)
    jobs = [
        (number, face, max(3, round(args.rows * min(1.0, (16 / size[face.package]) ** 0.5))), args.seed)
        for number, face in enumerate(faces)
    ]
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
