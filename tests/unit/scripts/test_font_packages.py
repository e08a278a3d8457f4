"""The glyph corpus: what the net is measured by is never what it is trained on."""

import subprocess
import sys
from pathlib import Path

import render_corpus
from font_packages import PACKAGES, TEST, TRAIN, TUNE
from glyph_painter import Face
from render_corpus import variants


def test_no_package_has_two_roles():
    assert len(PACKAGES) == len(set(PACKAGES)) == len({*TEST, *TUNE, *TRAIN})


def test_other_packagings_of_a_held_out_font_are_not_trained_on():
    same = {
        "fonts-ebgaramond-extra",
        "fonts-sil-charis-compact",
        "fonts-inter-variable",
        "fonts-roboto",
        "fonts-karmilla",
    }
    assert not same & set(TRAIN)


def test_the_line_that_installs_the_fonts_names_every_package():
    script = Path(render_corpus.__file__)
    done = subprocess.run([sys.executable, script, "--list-packages"], capture_output=True, text=True, check=True)
    assert set(PACKAGES) < set(done.stdout.split())


def test_only_faces_to_train_on_are_drawn_with_their_other_figures(tmp_path):
    font = tmp_path / "old-style.ttf"
    font.write_bytes(b"GSUB onum zero")
    faces = [Face(str(font), 0, "A", "fonts-a", "1", role) for role in ("train", "tune", "test")]
    assert {(face.role, face.feature) for face in variants(faces)} == {("train", "onum"), ("train", "zero")}
