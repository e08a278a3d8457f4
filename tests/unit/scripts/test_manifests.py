"""What is handed in elsewhere, filled in, and the workflows: as far as can be checked here."""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import sys
from pathlib import Path

import fill_manifests
import package
import pytest

PROJECT = "https://example.org/somebody/gridpilot"
WORKFLOWS = sorted((package.ROOT / ".github/workflows").glob("*.yml"))


def downloads(version: str) -> dict[str, str]:
    names = (f"gridpilot-{version}-setup.exe", f"gridpilot-{version}-linux-x86_64.tar.gz")
    return {name: hashlib.sha256(name.encode()).hexdigest() for name in names}


@pytest.fixture
def made(tmp_path) -> Path:
    sums = "".join(f"{found}  {name}\n" for name, found in downloads(package.version()).items())
    (tmp_path / "SHA256SUMS").write_text(sums, "utf-8")
    assert fill_manifests.fill(tmp_path, f"{PROJECT}/", tmp_path / "made")
    return tmp_path / "made"


def test_nothing_is_left_to_fill_in(made) -> None:
    for file in made.rglob("*.*"):
        for word in ("PROJECT", "OWNER", "VERSION", "SHA256\n", "SHA256)", '"SHA256"'):
            assert word not in file.read_text("utf-8"), file


def test_each_has_the_sum_of_the_download_that_it_names(made) -> None:
    sums = downloads(package.version())
    setup, folder = sums.values()
    assert setup in (made / "winget/gridpilot.gridpilot.installer.yaml").read_text("utf-8")
    assert folder in (made / "PKGBUILD").read_text("utf-8")
    assert folder in (made / "io.github.somebody.gridpilot.yaml").read_text("utf-8")


def test_one_whose_download_was_not_built_is_left_out_and_told(made, capsys) -> None:
    assert not (made / "homebrew-cask.rb").exists()
    with pytest.raises(fill_manifests.LackingError, match=r"setup\.exe"):
        fill_manifests.filled("url: PROJECT/gridpilot-VERSION-setup.exe\n", PROJECT, "1.0", {})


@pytest.mark.parametrize(
    ("tool", "words", "file"),
    [
        ("bash", ("-n",), "PKGBUILD"),
        ("ruby", ("-c",), ""),
        ("flatpak-builder", ("--show-manifest",), "io.github.somebody.gridpilot.yaml"),
    ],
)
def test_its_own_tool_can_read_it(tool, words, file, made) -> None:
    if not shutil.which(tool):
        pytest.skip(f"{tool} is not installed")
    place = made / file if file else fill_manifests.MANIFESTS / "homebrew-cask.rb"
    done = subprocess.run([tool, *words, str(place)], cwd=made, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.skipif(not WORKFLOWS, reason="an sdist has no workflows")
def test_the_workflows_keep_to_the_published_schema() -> None:
    pytest.importorskip("check_jsonschema")
    words = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.github-workflows"]
    done = subprocess.run([*words, *map(str, WORKFLOWS)], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("kinds", [[], ["wheel", "deb"]])
def test_package_py_takes_no_kind_as_all(kinds, monkeypatch, tmp_path) -> None:
    asked: list[list[str]] = []
    monkeypatch.setattr(package, "possible", lambda: ["all"])
    monkeypatch.setattr(package, "build", lambda wanted, _: asked.append(wanted) or [])
    assert package.main([*kinds, "--out", str(tmp_path)]) == 0
    assert asked == [kinds or ["all"]]


def test_package_py_refuses_a_kind_that_it_does_not_know(capsys) -> None:
    with pytest.raises(SystemExit):
        package.main(["rpm"])
    assert "rpm is none of wheel, deb, folder, installer, zip" in capsys.readouterr().err
