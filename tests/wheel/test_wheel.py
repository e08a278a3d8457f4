"""What a user gets: the wheel, built from the sdist, in an environment that knows nothing of this checkout."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import pytest

pytestmark = pytest.mark.wheel

ROOT = Path(__file__).parents[2]
SCREENS = ROOT / "tests" / "corpus" / "screens"
PUZZLE = "...8.5.13...2.36..6...9.2.4........5.4.1..7.62563.489.59...71.21.2.8.47...491..38"
LIMIT = 300


def run(*command: str | Path, environ: dict[str, str] | None = None, **options) -> str:
    """Runs a command that must succeed; nothing of this checkout reaches it by way of the environment."""
    words = [str(word) for word in command]
    hidden = ("PYTHON", "DISPLAY", "VIRTUAL_ENV")
    environ = {name: value for name, value in os.environ.items() if not name.startswith(hidden)} | (environ or {})
    done = subprocess.run(words, capture_output=True, text=True, timeout=LIMIT, env=environ, **options)
    assert done.returncode == 0, f"{words}\n{done.stdout}\n{done.stderr}"
    return done.stdout


@pytest.fixture(scope="module")
def contents(wheel: Path) -> list[str]:
    return zipfile.ZipFile(wheel).namelist()


@pytest.fixture(scope="module")
def bin_folder(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A new environment with the wheel; the dependencies are lent by the environment that runs the tests."""
    home = tmp_path_factory.mktemp("clean")
    run(sys.executable, "-m", "venv", "--without-pip", home)
    clean = home / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
    run(sys.executable, "-m", "pip", "--python", clean, "install", "--no-deps", "--no-index", "-q", wheel)
    site = Path(run(clean, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))").strip())
    (site / "lent.pth").write_text(sysconfig.get_path("purelib") + "\n", "utf-8")
    return clean.parent


@pytest.fixture
def gridpilot(bin_folder: Path, tmp_path: Path):
    """Runs the installed command from a folder that is not the checkout."""
    return lambda *words: run(bin_folder / "gridpilot", *words, cwd=tmp_path)


def test_the_wheel_holds_the_package_and_nothing_else(contents: list[str]) -> None:
    assert {name.split("/")[0] for name in contents} == {"gridpilot", "gridpilot-0.1.0.dist-info"}


def test_the_wheel_holds_every_module(contents: list[str]) -> None:
    package = ROOT / "daemon" / "gridpilot"
    here = {f"gridpilot/{path.relative_to(package).as_posix()}" for path in package.rglob("*.py")}
    assert here - set(contents) == set()


def test_the_wheel_holds_the_profiles_and_the_digit_model(contents: list[str]) -> None:
    profiles = {path.relative_to(ROOT / "profiles").as_posix() for path in (ROOT / "profiles").rglob("profile.toml")}
    packed = {name.removeprefix("gridpilot/profiles/bundled/") for name in contents if name.endswith("profile.toml")}
    assert profiles
    assert packed == profiles
    assert [name for name in contents if name.startswith("gridpilot/vision/") and not name.endswith((".py", "/"))]


def test_the_package_comes_from_the_wheel(bin_folder: Path, tmp_path: Path) -> None:
    file = run(bin_folder / "python", "-c", "import gridpilot; print(gridpilot.__file__)", cwd=tmp_path).strip()
    assert Path(file).is_relative_to(bin_folder.parent)


def test_the_command_says_its_version(gridpilot) -> None:
    assert "0.1.0" in gridpilot("--version")


def test_the_command_solves_a_puzzle(gridpilot) -> None:
    answer = json.loads(gridpilot("solve", "--text", PUZZLE, "--json"))
    assert answer["verdict"] == "unique"
    assert all(p in (".", s) for p, s in zip(PUZZLE, answer["solution"], strict=True))


def test_the_installed_package_finds_its_profiles(bin_folder: Path, tmp_path: Path) -> None:
    code = (
        "from pathlib import Path; from gridpilot.profiles.store import Profiles; "
        "found, problems = Profiles(Path('none')).current(); print(*[p.source for p in found], *problems, sep='\\n')"
    )
    sources = run(bin_folder / "python", "-c", code, cwd=tmp_path).splitlines()
    assert len(sources) == len(list((ROOT / "profiles").rglob("profile.toml")))
    assert all(Path(source).is_relative_to(bin_folder.parent) for source in sources)


def test_the_command_reads_a_picture(gridpilot) -> None:
    picture = min(SCREENS.glob("gnome-sudoku_s1_*.png"))
    answer = json.loads(gridpilot("read", str(picture), "--json"))
    assert (answer["game"], answer["size"], answer["ready"]) == ("sudoku", 9, True)


def test_the_wheel_holds_what_a_desktop_wants_to_know(contents: list[str]) -> None:
    share = ROOT / "daemon" / "gridpilot" / "share"
    here = {f"gridpilot/share/{path.relative_to(share).as_posix()}" for path in share.rglob("*.*")}
    assert len(here) >= 10
    assert here - set(contents) == set()


@pytest.fixture
def home(tmp_path: Path) -> dict[str, str]:
    """The variables of a user whose home is new."""
    folders = {name: f"{tmp_path}/{name[4:].lower()}" for name in XDG}
    return {"HOME": str(tmp_path), "PATH": f"{tmp_path}/.local/bin:/usr/bin:/bin"} | folders


XDG = ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME")


@pytest.mark.skipif(sys.platform != "linux", reason="the menu of a Linux desktop")
def test_installed_it_is_found_by_its_name_and_uninstalled_it_is_gone(bin_folder, home, tmp_path) -> None:
    run(bin_folder / "gridpilot", "install", "--autostart", environ=home)
    assert run("sh", "-c", "command -v gridpilot", environ=home).strip() == f"{tmp_path}/.local/bin/gridpilot"
    answer = run("sh", "-c", "gridpilot autostart off; gridpilot uninstall --settings", environ=home)
    assert f"The program itself is the folder {bin_folder.parent}" in answer
    assert [str(path) for path in tmp_path.rglob("*") if path.is_file() or path.is_symlink()] == []


@pytest.mark.skipif(sys.platform != "linux", reason="the menu of a Linux desktop")
@pytest.mark.parametrize(
    ("mark", "then"),
    [("pipx_metadata.json", "pipx uninstall gridpilot"), ("uv-receipt.toml", "uv tool uninstall gridpilot")],
)
def test_what_a_tool_for_programs_put_on_the_path_is_left_to_it(mark, then, bin_folder, home, tmp_path) -> None:
    link = tmp_path / ".local/bin/gridpilot"
    link.parent.mkdir(parents=True)
    link.symlink_to(bin_folder / "gridpilot")
    file = bin_folder.parent / mark
    file.touch()
    try:
        run("sh", "-c", "gridpilot install", environ=home)
        answer = run("sh", "-c", "gridpilot uninstall", environ=home)
    finally:
        file.unlink()
    assert f"removed by: {then}" in answer
    assert link.exists()


def as_pip(environ: dict[str, str]) -> dict[str, str]:
    """The variables by which uv takes packages from where pip takes them on this machine."""
    names = {"index-url": "UV_DEFAULT_INDEX", "extra-index-url": "UV_INDEX", "find-links": "UV_FIND_LINKS"}
    found: dict[str, str] = {}
    for line in run(sys.executable, "-m", "pip", "config", "list").splitlines():
        key, _, value = line.partition("=")
        if name := names.get(key.rpartition(".")[2]):
            found[name] = " ".join(value.strip("'").replace("\\n", " ").split())
    return environ | found | {"UV_INDEX_STRATEGY": "unsafe-best-match"}


@pytest.mark.skipif(sys.platform != "linux", reason="the menu of a Linux desktop")
@pytest.mark.parametrize(
    ("tool", "install", "remove"),
    [("pipx", "pipx install", "pipx uninstall gridpilot"), ("uv", "uv tool install", "uv tool uninstall gridpilot")],
)
def test_the_guide_s_two_ways_to_install_a_checkout_work_in_a_new_home_and_leave_nothing(
    tool, install, remove, tmp_path
) -> None:
    """The tools themselves come from the package index, each into an environment of its own."""
    tools, user = tmp_path / "tools", tmp_path / "user"
    run(sys.executable, "-m", "venv", "--without-pip", tools)
    run(sys.executable, "-m", "pip", "--python", tools / "bin/python", "install", "-q", tool)
    places = (".config", ".local/share", ".local/state", ".cache")
    folders = {name: str(user / place) for name, place in zip(XDG, places, strict=True)}
    path = f"{user}/.local/bin:{tools}/bin:/usr/bin:/bin"
    quick = {"UV_CACHE_DIR": str(tmp_path / "uv"), "PIP_COMPILE": "0"}  # bytecode would be made of all libraries
    environ = as_pip({"HOME": str(user), "PATH": path} | quick | folders)

    def shell(line: str) -> str:
        return run("sh", "-c", line, environ=environ, cwd=ROOT)

    user.mkdir()
    shell(f"{install} --python {sys.executable} .")
    assert shell("command -v gridpilot").strip() == f"{user}/.local/bin/gridpilot"
    assert "0.1.0" in shell("gridpilot --version")
    shell("gridpilot install")
    launcher = (user / ".local/share/applications/org.gridpilot.Gridpilot.desktop").read_text("utf-8")
    started = next(line.removeprefix("Exec=") for line in launcher.splitlines() if line.startswith("Exec="))
    assert "0.1.0" in shell(f"{started.removesuffix(' run --or-settings')} --version")
    assert f"removed by: {remove}" in shell("gridpilot uninstall --settings")
    shell(remove)
    left = [
        path for path in user.rglob("*") if "gridpilot" in path.name and path.name != ".gridpilot.lock"
    ]  # pipx's own
    assert left == []
