"""`gridpilot profile`: what it tells, and what it writes."""

from __future__ import annotations

import json
import shutil
import zipfile
from pathlib import Path

import pytest

from gridpilot import paths, whole_file
from gridpilot.cli.main import main
from gridpilot.games.twenty48.reading.looks import PRINT_BYTES, Palette, Swatch
from gridpilot.games.twenty48.reading.looks_store import Palettes
from gridpilot.pilot.window_memory import Habit
from gridpilot.pilot.window_memory_store import Habits, Paces
from gridpilot.plan import Fill, Way
from gridpilot.profiles import bundled
from gridpilot.profiles.format import PROFILE
from gridpilot.service import compose


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    """A home of its own, and no display."""
    for name in ("CONFIG", "STATE", "CACHE"):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(tmp_path / name.lower()))
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def told(capsys, *words: str) -> tuple[int, list[dict[str, object]]]:
    code = main(["profile", *words, "--json"])
    return code, [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def own(home: Path, name: str, text: str) -> Path:
    folder = paths.find().profiles
    whole_file.write(folder / f"{name}.toml", text)
    return folder


def test_all_profiles_are_listed_with_those_that_are_left_out(home, capsys):
    own(home, "mine", 'game = "sudoku"\nmatch = { class = "A" }\n')
    own(home, "broken", 'game = "sudoku"\nmatch = { class = "A" }\nfill = "arows"\n')
    code, (facts,) = told(capsys, "list")
    assert code == 0
    assert (facts["profiles"][0]["name"], facts["profiles"][0]["yours"]) == ("mine", True)
    assert {"gnome-sudoku", "gnome-2048"} <= {each["name"] for each in facts["profiles"] if not each["yours"]}
    assert len(facts["problems"]) == 1
    assert "broken.toml:3: fill = 'arows' is not known (did you mean arrows?)" in facts["problems"][0]
    assert main(["profile", "list"]) == 0
    assert "! left out: " in capsys.readouterr().out


def test_what_was_learnt_is_listed_and_gone_when_forgotten(home, capsys):
    folder = paths.find().learnt
    way = Way(Fill.CLICK_KEY)
    Habits(folder / "habits.json").keep("web-sudoku/A-a", Habit(way, slips=1, fills=7))
    Habits(folder / "habits.json").keep("automatic/B", Habit(way, slow=2, fills=3))
    Paces(folder / "paces.json").keep("practice-2048/C", 0.25)
    Palettes(folder / "looks").save("practice-2048/C", Palette((Swatch(2, (1.0, 2.0, 3.0), bytes(PRINT_BYTES)),)))
    Palettes(folder / "looks").save("web-2048/D e-f", Palette((Swatch(4, (1.0, 2.0, 3.0), bytes(PRINT_BYTES)),) * 2))
    facts = told(capsys, "list")[1][0]["learnt"]
    assert facts["web-sudoku"]["web-sudoku/A-a"] | {"way": {}} == {"slips": 1, "fills": 7, "way": {}}
    assert facts["practice-2048"] == {"practice-2048/C": {"gap": 0.25, "tiles": 1}}
    assert facts["web-2048"] == {"web-2048/D_e-f": {"tiles": 2}}
    assert main(["profile", "list"]) == 0
    text = capsys.readouterr().out
    assert "learnt: web-sudoku: A-a: fills: 7, fills in which something was lost: 1, filled by click-key\n" in text
    assert "learnt: automatic: B: fills: 3, filled by click-key, its pace is slowed 2 times" in text
    assert "learnt: practice-2048: C: a move follows the last after 250 ms, tiles known by sight: 1" in text
    for name in ("web-sudoku", "automatic", "practice-2048", "web-2048"):
        assert told(capsys, "forget", name)[1][0]["forgotten"] >= 1
    assert told(capsys, "list")[1][0]["learnt"] == {}


def test_a_profile_is_shown_as_its_file_says(capsys):
    code, (facts,) = told(capsys, "show", "gnome-2048")
    assert (code, facts["game"]) == (0, "2048")
    assert facts["text"] == (bundled() / "2048" / "gnome-2048" / "profile.toml").read_text("utf-8")


def test_a_misspelt_name_is_recognised(capsys):
    assert main(["profile", "show", "gnome-sudoko"]) == 1
    assert "Did you mean gnome-sudoku?" in capsys.readouterr().err


def test_the_sample_of_a_profile_is_tested_at_four_scales(home, capsys):
    assert told(capsys, "test", "practice") == (
        0,
        [{"profile": "practice", "scales": {"100": True, "125": True, "150": True, "200": True}}],
    )
    folder = own(home, "alone", 'game = "sudoku"\nmatch = { class = "A" }\n') / "mine"
    assert main(["profile", "test", "alone"]) == 1
    assert "Make it a folder: alone/profile.toml" in capsys.readouterr().err
    shutil.copytree(bundled() / "sudoku" / "practice", folder)
    (folder / "sample.txt").unlink()
    assert main(["profile", "test", "mine"]) == 1
    assert f"Put sample.png and sample.txt into {folder}" in capsys.readouterr().err
    (folder / "sample.txt").write_text("." * 81)
    assert main(["profile", "test", "mine"]) == 1
    assert "were not read as sample.txt says" in capsys.readouterr().out


def test_a_profile_travels_as_a_zip_that_is_looked_at_first(home, capsys):
    assert told(capsys, "export", "sgt-solo", "-o", "solo.zip")[0] == 0
    folder = paths.find().profiles
    code, (facts,) = told(capsys, "import", "solo.zip")
    assert (code, facts["imported"], facts["match"]) == (0, None, ['title "Solo" and class "Sgt-solo"'])
    assert list(folder.glob("*")) == []
    code, (facts,) = told(capsys, "import", "solo.zip", "--yes")
    assert facts["imported"] == str(folder / "sgt-solo" / "profile.toml")
    assert told(capsys, "test", "sgt-solo")[0] == 0
    assert main(["profile", "export", "sgt-solo", "-o", "solo.zip"]) == 1
    assert "solo.zip is there already" in capsys.readouterr().err


HARM = r"""
# \u009b2J
game = "sudoku"
match = { class = "XTerm" }
fill = "arrows"
home = "wasd"
confirm = "Return"
hotkey = "ctrl+alt+z"
buttons = { digit-1 = [0.1, 0.95], erase = [0.5, 1] }
"a\u001b]0;b" = 3
"""


LETTERS = "w, a, s and d in the place of arrow keys"


def test_an_import_tells_in_plain_words_what_the_profile_will_do(home, capsys):
    with zipfile.ZipFile(home / "game.zip", "w") as pack:
        pack.writestr("profile.toml", HARM.replace(r"\u009b", "\x9b"))
    assert main(["profile", "import", "game.zip"]) == 0
    text = capsys.readouterr().out
    assert text.splitlines()[:9] == [
        "game: a profile for sudoku",
        '  windows: class "XTerm"',
        f"  keys: digits, and arrow keys from cell to cell; {LETTERS}; Return after each digit; Delete to empty a cell",
        "  mouse: at these places, in per cent of the window: 1 at 10/95, erase at 50/100",
        "  hotkey: Ctrl+Alt+Z",
        "    It would be taken from all other programs: it is left out, unless --hotkey asks for it.",
        "  open now: none that fits",
        f"  ! profile.toml:1: unknown key a\ufffd]0;b (known: {', '.join(sorted(PROFILE.keys))})",
        "Nothing was written yet. To import it: gridpilot profile import game.zip --yes",
    ]
    code, (facts,) = told(capsys, "import", "game.zip", "--yes")
    assert (code, facts["hotkey"], facts["hotkey_taken"]) == (0, "ctrl+alt+z", False)
    assert {each.hotkey for each in compose.profiles().current()[0]} == {""}
    assert told(capsys, "import", "game.zip", "--yes", "--hotkey")[1][0]["hotkey_taken"]
    assert [each.name for each in compose.profiles().current()[0] if each.hotkey] == ["game-2"]
    assert main(["profile", "show", "game"]) == 0
    shown = capsys.readouterr().out
    assert 'hotkey = "ctrl+alt+z"\n# \ufffd2J' not in shown
    assert '# It came with a hotkey, which was left out: hotkey = "ctrl+alt+z"\n' in shown
    assert not {"\x1b", "\x9b"} & set(text + shown)


def test_a_profile_is_found_by_the_title_that_its_name_was_made_of(home, capsys):
    own(home, "profile-ef4997", 'game = "sudoku"\nmatch = { class = "A" }\n')
    assert told(capsys, "show", "数独")[1][0]["name"] == "profile-ef4997"


def test_a_full_disk_is_a_sentence(home, capsys, monkeypatch):
    assert told(capsys, "export", "sgt-solo", "-o", "solo.zip")[0] == 0

    def full(*_: object) -> int:
        raise OSError(28, "No space left on device")

    folder = paths.find().profiles
    with monkeypatch.context() as disk:
        disk.setattr(Path, "rename", full)
        assert main(["profile", "import", "solo.zip", "--yes"]) == 1
    assert f"could not be written to {folder} (No space left on device)" in capsys.readouterr().err
    assert [path.name for path in folder.iterdir()] == ["schema.json"]


def test_what_is_no_zip_of_a_profile_is_refused(home, capsys):
    (home / "x.zip").write_bytes(b"PK\x03\x04 nonsense")
    assert main(["profile", "import", "x.zip", "--yes"]) == 1
    assert "Not imported" in capsys.readouterr().err
    assert main(["profile", "import", "missing.zip"]) == 1


def test_what_was_learnt_is_forgotten(home, capsys):
    learnt = paths.find().learnt
    whole_file.write(learnt / "paces.json", '{"practice/A": 0.2, "automatic/B": 0.1}')
    assert told(capsys, "forget", "practice") == (0, [{"profile": "practice", "forgotten": 1}])
    assert json.loads((learnt / "paces.json").read_text()) == {"automatic/B": 0.1}
    assert told(capsys, "forget", "automatic")[1] == [{"profile": "automatic", "forgotten": 1}]


def test_the_schema_is_printed_for_editors(capsys):
    assert main(["profile", "schema"]) == 0
    assert json.loads(capsys.readouterr().out) == json.loads((bundled() / "schema.json").read_text("utf-8"))
