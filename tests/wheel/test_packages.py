"""What packages are made of; and those for Linux proven whole: where no Python is, from the key to the verified board
and to no file left. `scripts/package.py --prove` does that for each package as it is released, which takes ten minutes.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import bare
import hatch_hook
import package
import packaged_linux
import packaged_windows
import prove_packages
import pytest
import start
from setup_debian import SetupError

pytestmark = pytest.mark.wheel


def sum_of(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "made"
    (made / "deep").mkdir(parents=True)
    (made / "program").write_bytes(b"#!/bin/sh\n")
    (made / "deep/data").write_bytes(b"data")
    (made / "link").symlink_to("program")
    return made


def test_the_entry_in_the_menu_names_the_program_itself_for_kwin_follows_no_link(tmp_path) -> None:
    shutil.copytree(packaged_linux.SHARE, tmp_path / "usr/share")
    packaged_linux.name_program(tmp_path)
    (entry,) = (tmp_path / "usr/share/applications").iterdir()
    lines = [line for line in entry.read_text("utf-8").splitlines() if line.startswith("Exec=")]
    assert lines
    assert all(line.startswith("Exec=/usr/lib/gridpilot/gridpilot ") for line in lines)


@pytest.mark.parametrize(("pack", "end"), [(package.tar, "tar.gz"), (package.zipped, "zip")])
def test_the_same_files_are_packed_to_the_same_bytes_whenever_and_by_whomever(pack, end, folder, tmp_path) -> None:
    pack(folder, tmp_path / f"one.{end}", "top")
    os.utime(folder / "deep/data", (1, 1))
    pack(folder, tmp_path / f"other.{end}", "top")
    assert sum_of(tmp_path / f"one.{end}") == sum_of(tmp_path / f"other.{end}")


def deb(folder: Path, out: Path) -> Path:
    out.mkdir()
    return packaged_linux.pack_deb(folder, out, "2.31")


def installer(folder: Path, out: Path) -> Path:
    out.mkdir()
    packaged_windows.pack_installer(folder, out / "setup.exe")
    return out / "setup.exe"


@pytest.mark.parametrize(("pack", "tool"), [(deb, "dpkg-deb"), (installer, "makensis")])
def test_so_are_the_package_for_debian_and_the_installer(pack, tool, tmp_path) -> None:
    """Files that came in another order, at another time and with other rights."""
    if not shutil.which(tool):
        pytest.skip(f"{tool} is not installed")
    names = [f"{letter}{number}" for letter in "abc" for number in range(5)]
    sums = []
    for turn in (1, -1):
        made = tmp_path / f"made{turn}"
        (made / "_internal").mkdir(parents=True)
        for number, name in enumerate(["gridpilotw.exe", *(f"_internal/{name}" for name in names)][::turn]):
            (made / name).write_text(name, "utf-8")
            (made / name).chmod(0o640 if turn > 0 else 0o644)
            os.utime(made / name, (number, 1_000_000_000 + turn * number))
        sums.append(sum_of(pack(made, tmp_path / f"out{turn}")))
    assert sums[0] == sums[1]


def test_a_folder_is_packed_whole_with_its_links_and_belongs_to_root(folder, tmp_path) -> None:
    package.settle(folder)
    package.tar(folder, tmp_path / "made.tar.gz", "top")
    with tarfile.open(tmp_path / "made.tar.gz") as archive:
        entries = {entry.name: entry for entry in archive}
    assert sorted(entries) == ["top", "top/deep", "top/deep/data", "top/link", "top/program"]
    assert entries["top/link"].linkname == "program"
    assert {entry.uid for entry in entries.values()} == {0}
    assert entries["top/program"].mode == 0o755
    assert entries["top/deep/data"].mode == 0o644


def test_the_sdist_and_the_wheel_of_one_commit_are_the_same_bytes(wheel, tmp_path) -> None:
    package.wheel(tmp_path)
    first, second = ({file.name: sum_of(file) for file in folder.iterdir()} for folder in (wheel.parent, tmp_path))
    assert len(first) == 2
    assert first == second


@pytest.mark.parametrize(
    ("python", "machine", "tag"),
    [
        ("macosx-10.13-universal2", "x86_64", "macosx_10_13_x86_64"),
        ("macosx-10.13-universal2", "arm64", "macosx_11_0_arm64"),
        ("macosx-15.0-arm64", "arm64", "macosx_15_0_arm64"),
    ],
)
def test_a_wheel_for_macos_is_for_one_processor(python, machine, tag, tmp_path, monkeypatch):
    monkeypatch.setattr("sysconfig.get_platform", lambda: python)
    monkeypatch.setattr("platform.machine", lambda: machine)
    (tmp_path / "library").write_bytes(b"\xcf\xfa\xed\xfe")
    assert hatch_hook._system(tmp_path / "library") == tag


def test_the_wheel_tells_its_commit(wheel) -> None:
    text = zipfile.ZipFile(wheel).read("gridpilot/built.json").decode()
    assert text.startswith('{"commit": "')


def test_the_manual_page_has_every_line_of_the_help() -> None:
    page = packaged_linux.manual_page("usage: gridpilot\n  --json  answer\n.dotted\n")
    assert page.startswith(".TH GRIDPILOT 1")
    assert "\\-\\-json  answer" in page
    assert "\n\\&.dotted\n" in page
    if shutil.which("man"):
        done = subprocess.run(["man", "--warnings", "-l", "-"], input=page, capture_output=True, text=True)
        assert done.stderr == ""


@pytest.mark.skipif(sys.platform != "linux" or bool(packaged_linux.missing()), reason="no C compiler, or no objdump")
def test_an_empty_library_has_the_functions_that_are_asked_for(tmp_path) -> None:
    file = tmp_path / "libavutil-1.so.60"
    packaged_linux._empty_library(file, {"LIBAVUTIL_60": ["av_log", "av_free"]})
    said = subprocess.run(["objdump", "-T", file], capture_output=True, text=True).stdout
    assert ["LIBAVUTIL_60", "av_log"] in [line.split()[-2:] for line in said.splitlines()]


@pytest.fixture
def asking(tmp_path) -> Path:
    """A folder with a library that asks for GLIBC_2.2.5 (2.17 on arm64), and speaks of a newer one."""
    source = tmp_path / "a.c"
    source.write_text('int puts(const char *); int f(void) { return puts("GLIBC_2.99"); }\n', "utf-8")
    (tmp_path / "in/deep").mkdir(parents=True)
    (tmp_path / "in/GLIBC_2.98.txt").write_text("GLIBC_2.98", "utf-8")
    words = [*package.build_search.compiler(), "-shared", "-fPIC", "-o", tmp_path / "in/deep/any.bin", source]
    subprocess.run(words, check=True)
    return tmp_path / "in"


@pytest.mark.skipif(sys.platform != "linux" or bool(packaged_linux.missing()), reason="no C compiler, or no objdump")
def test_each_library_is_asked_for_the_c_library_that_it_needs(asking, monkeypatch, capsys) -> None:
    (number,) = packaged_linux.asked_of_glibc(asking).values()
    assert number in {2, 17}
    assert packaged_linux.needed_glibc(asking) == f"2.{number}"
    assert "by deep/any.bin" in capsys.readouterr().out
    monkeypatch.setattr(packaged_linux, "newest_glibc", "2.1")
    with pytest.raises(SetupError, match=r"2\.1 was asked for, and 2\.\d+ is needed, by deep/any\.bin"):
        packaged_linux.needed_glibc(asking)


def test_a_package_s_program_runs_a_module_as_python_does(monkeypatch, capsys) -> None:
    monkeypatch.setattr(sys, "argv", ["gridpilot", "-m", "platform", "terse"])
    with pytest.raises(SystemExit) as left:
        start.main()
    assert left.value.code == 0
    assert "-" in capsys.readouterr().out


def test_the_folder_of_our_libraries_is_no_other_program_s(monkeypatch) -> None:
    monkeypatch.setenv("LD_LIBRARY_PATH", "/ours:/theirs")
    monkeypatch.setenv("LD_LIBRARY_PATH_ORIG", "/theirs")
    start.own_libraries_are_no_other_program_s()
    assert os.environ["LD_LIBRARY_PATH"] == "/theirs"
    start.own_libraries_are_no_other_program_s()
    assert "LD_LIBRARY_PATH" not in os.environ


@pytest.fixture(scope="module")
def packed(wheel, tmp_path_factory) -> dict[str, Path]:
    """Of the libraries of the environment that runs this; `package.py --prove` has those that are released."""
    if why := bare.cannot() or packaged_linux.missing():
        pytest.skip(f"no package or no bare system on this machine: {why}")
    out = tmp_path_factory.mktemp("packed")
    packaged_linux.build(["folder", "deb"], wheel, out, quick=True)
    return prove_packages.packages(out)


def test_no_file_of_a_package_tells_where_it_was_built(packed, wheel) -> None:
    """Else no two builds were alike."""
    with tarfile.open(packed["folder"]) as archive:
        files = {entry.name: archive.extractfile(entry).read() for entry in archive if entry.isfile()}
    assert [name for name, held in files.items() if str(wheel.parent).encode() in held] == []


@pytest.mark.gui
@pytest.mark.parametrize("kind", ["folder", "deb"])
def test_a_package_fills_a_board_where_no_python_is_and_is_removed_without_a_trace(kind, packed) -> None:
    try:
        assert prove_packages.on_linux(kind, packed[kind], quick=True) == ""
    except bare.UnableError as why:
        pytest.skip(f"no bare system on this machine: {why}")


@pytest.mark.parametrize(
    ("said", "right"),
    [("gridpilot 0.1.0 (deb, 1e702b15)", True), ("gridpilot 0.1.0 (folder, 1e702b15)", False), ("", False)],
)
def test_a_package_that_is_told_as_another_is_no_right_one(said, right) -> None:
    assert (prove_packages.misnamed(said, "deb") == "") == right
