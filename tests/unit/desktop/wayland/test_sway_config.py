"""Which keys are the user's own in sway."""

import pytest

from gridpilot.desktop.wayland.sway_config import bound, in_sway, keys_of

CONFIG = """
set $mod Mod4
set $modifier Mod1
# bindsym Ctrl+Alt+c kill
bindsym $mod+Return exec foot
bindsym --locked --to-code Ctrl+$modifier+S exec true
bindsym {
    $mod+a nop
    Control+Mod1+x exec "}"
}
mode "resize" {
    bindsym Ctrl+Alt+r mode default
    bindsym {
        Left resize
    }
}
input "type:keyboard" {
    xkb_layout fr
}
bindsym \\
    Mod1+2 workspace 2
include more/*.conf
include $nowhere
"""


def test_keys_are_the_same_however_they_are_written():
    assert keys_of("Ctrl+Mod1+S") == keys_of("alt+control+s") == frozenset({"ctrl", "alt", "s"})
    assert keys_of("Mod4+Return") == keys_of("super+return") != keys_of("Return")


def test_what_the_user_has_is_found_in_blocks_by_variables_and_in_included_files(tmp_path):
    (tmp_path / "more").mkdir()
    (tmp_path / "more" / "a.conf").write_text("bindsym $mod+F1 nop\ninclude b.conf\n")
    (tmp_path / "more" / "b.conf").write_text("bindsym F2 nop\ninclude a.conf\n")
    wanted = {"super+return", "ctrl+alt+s", "super+a", "ctrl+alt+x", "alt+2", "super+f1", "f2"}
    assert bound(CONFIG, tmp_path) == {keys_of(each) for each in wanted}


@pytest.mark.parametrize(
    ("combination", "told"),
    [
        ("ctrl+alt+s", "Ctrl+Mod1+s"),
        ("alt+ctrl+2", "Ctrl+Mod1+2"),
        ("super+pageup", "Mod4+Prior"),
        ("ctrl+alt+,", "Ctrl+Mod1+U002C"),
        ("escape", "Escape"),
    ],
)
def test_a_combination_is_told_in_the_words_of_sway(combination, told):
    assert in_sway(combination) == told
