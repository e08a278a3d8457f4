"""Perfect play on small boards, against brute force, and what becomes of the file."""

from __future__ import annotations

from random import Random

import pytest
from best_play import BestPlay

from gridpilot.games.twenty48.engines.exact import exact
from gridpilot.games.twenty48.rules import Rules
from gridpilot.plan import Move

RULES = Rules()
EVEN = Rules(spawns=((2, 0.5), (4, 0.5)))


class Other:
    """Chooses what no good player would, and remembers being asked."""

    name = "other"

    def __init__(self):
        self.asked = []

    def warm(self):
        pass

    def choose(self, board, columns, budget):
        self.asked.append(board)
        return RULES.moves(board, columns)[-1]


def made(tmp_path, rows=2, columns=2, rules=RULES):
    return exact(rules, rows, columns, tmp_path, Other())


@pytest.mark.parametrize("rules", [RULES, EVEN], ids=["plain", "even"])
def test_the_mean_and_every_move_are_those_of_brute_force(tmp_path, rules):
    best = BestPlay(rules, 2)
    player = made(tmp_path, rules=rules)
    player.warm()
    assert player.book.mean == pytest.approx(sum(share * best.worth(board) for board, share in best.starts(4)))
    boards = [board for board in best.boards(4) if rules.moves(board, 2)]
    assert len(boards) > 400
    for board in boards:
        assert best.value(board, player.choose(board, 2, 0.1)) == pytest.approx(best.worth(board))
    assert player.other.asked == []


def test_boards_that_are_not_square_are_solved_alike_lying_or_standing(tmp_path):
    lying, standing = made(tmp_path, 2, 3), made(tmp_path, 3, 2)
    lying.warm()
    standing.warm()
    assert lying.book.mean == pytest.approx(standing.book.mean)
    rng = Random(3)
    board = RULES.start(2, 3, rng)
    while move := lying.choose(board, 3, 0.1):
        board = RULES.spawned(RULES.slide(board, 3, move)[0], rng)
    assert RULES.over(board, 3)
    assert lying.other.asked == []


def test_what_no_game_can_reach_is_left_to_the_other(tmp_path):
    player = made(tmp_path)
    player.warm()
    for board in ((64, 64, 0, 0), (2048, 0, 2, 2), (0, 0, 0, 2)):
        assert player.choose(board, 2, 0.1) == RULES.moves(board, 2)[-1]
    assert len(player.other.asked) == 3
    assert player.choose((2, 4, 4, 2), 2, 0.1) is None


def test_without_a_book_the_other_plays(tmp_path):
    player = made(tmp_path)
    assert not player.load()
    player.choose((2, 2, 0, 0), 2, 0.1)
    assert player.other.asked == [(2, 2, 0, 0)]


def test_the_book_is_computed_once(tmp_path):
    made(tmp_path).warm()
    (file,) = tmp_path.iterdir()
    before = file.stat().st_mtime_ns
    again = made(tmp_path)
    again.warm()
    assert again.book.mean == pytest.approx(66.964149, abs=1e-6)
    assert (file.stat().st_mtime_ns, list(tmp_path.iterdir())) == (before, [file])


@pytest.mark.parametrize("damage", ["cut", "flipped", "empty", "text"])
def test_a_damaged_book_is_computed_again(tmp_path, damage):
    made(tmp_path, 2, 3).warm()
    (file,) = tmp_path.iterdir()
    whole = file.read_bytes()
    middle = len(whole) // 2
    file.write_bytes(
        {
            "cut": whole[:middle],
            "flipped": whole[:middle] + bytes([whole[middle] ^ 255]) + whole[middle + 1 :],
            "empty": b"",
            "text": b"not a book",
        }[damage]
    )
    again = made(tmp_path, 2, 3)
    assert not again.load()
    again.warm()
    assert again.book.mean == pytest.approx(480.258272, abs=1e-6)
    assert made(tmp_path, 2, 3).load()


def test_a_book_that_is_damaged_while_open_only_costs_the_perfection(tmp_path):
    player = made(tmp_path)
    player.warm()
    (file,) = tmp_path.iterdir()
    with file.open("r+b") as open_file:
        open_file.write(b"\0" * (file.stat().st_size // 2))
    assert player.choose((2, 2, 0, 4), 2, 0.1) in Move


def test_other_odds_have_a_book_of_their_own(tmp_path):
    made(tmp_path).warm()
    made(tmp_path, rules=EVEN).warm()
    assert len(list(tmp_path.iterdir())) == 2


def test_a_folder_that_takes_no_file_only_costs_the_keeping(tmp_path):
    (tmp_path / "file").write_text("")
    player = exact(RULES, 2, 2, tmp_path / "file" / "cache", Other())
    player.warm()
    assert player.book.mean > 60


def test_large_boards_and_other_rules_are_not_for_books(tmp_path):
    assert made(tmp_path, 4, 4) is None
    assert made(tmp_path, rules=Rules(spawns=((2, 0.9), (8, 0.1)))) is None
    assert made(tmp_path, rules=Rules(merge=lambda one, other: one + other)) is None
