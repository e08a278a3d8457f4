"""Puzzles with their solutions, and the rules to hold both against. None of it comes from gridpilot."""

from dataclasses import dataclass
from math import isqrt
from random import Random

DIGITS = "123456789"
SIGNS = "." + DIGITS + "abcdefg"
HOUSES = [
    *([9 * r + c for c in range(9)] for r in range(9)),
    *([9 * r + c for r in range(9)] for c in range(9)),
    *([9 * (3 * b + i) + 3 * d + j for i in range(3) for j in range(3)] for b in range(3) for d in range(3)),
]


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A sign for each cell, row by row, "." for a blank. `solution` is empty where there is not exactly one."""

    givens: str
    solution: str = ""

    @property
    def blanks(self) -> int:
        return self.givens.count(".")


def completes(board: str, givens: str) -> bool:
    """Whether `board` is full, keeps the givens, and has every digit once in every house."""
    kept = all(g in (".", b) for g, b in zip(givens, board, strict=True))
    return kept and all(sorted(board[i] for i in house) == list(DIGITS) for house in HOUSES)


@dataclass(frozen=True, slots=True)
class Form:
    """A puzzle of another size, or a jigsaw: as Solo is told it, as signs, and the region of each cell."""

    name: str
    solo: str
    givens: str
    regions: str

    @property
    def blanks(self) -> int:
        return self.givens.count(".")

    def completed_by(self, board: str) -> bool:
        """Solo makes puzzles with one solution: a full board that keeps the givens and the rules is it."""
        size = isqrt(len(self.givens))
        cells = range(size * size)
        houses = [[i for i in cells if i // size == n] for n in range(size)]
        houses += [[i for i in cells if i % size == n] for n in range(size)]
        houses += [[i for i in cells if self.regions[i] == name] for name in sorted(set(self.regions))]
        kept = all(g in (".", b) for g, b in zip(self.givens, board, strict=True))
        return kept and all({board[i] for i in house} == {*SIGNS[1 : size + 1]} for house in houses)


def wrong(board: str, puzzle: Puzzle) -> list[str]:
    """Cells that hold a digit other than the solution's; blank cells are not wrong."""
    cells = zip(board, puzzle.solution, strict=True)
    return [f"r{i // 9 + 1}c{i % 9 + 1}={b}" for i, (b, s) in enumerate(cells) if b not in (".", s)]


def candidates(board: str, at: int) -> list[str]:
    seen = {board[i] for house in HOUSES if at in house for i in house}
    return [digit for digit in DIGITS if digit not in seen]


def solutions(board: str, limit: int = 2) -> list[str]:
    """Up to `limit` solutions, by trial: the cell with the fewest candidates first. Slow, plain, and of its own."""
    blanks = [(candidates(board, at), at) for at in range(81) if board[at] == "."]
    if not blanks:
        return [board] if completes(board, board) else []
    digits, at = min(blanks, key=lambda pair: len(pair[0]))
    found: list[str] = []
    for digit in digits:
        found += solutions(board[:at] + digit + board[at + 1 :], limit - len(found))
        if len(found) >= limit:
            break
    return found


def puzzle_of(chance: Random, high: int, wide: int, signs: str) -> Puzzle:
    """A puzzle of any size, with boxes of so many rows and columns. A sign is only taken out where no other fits, as
    long as all that were taken out later are there: so it has one solution.
    """
    size = high * wide
    names = chance.sample(signs, size)
    rows = [band * high + row for band in chance.sample(range(wide), wide) for row in chance.sample(range(high), high)]
    solution = "".join(names[(wide * (row % high) + row // high + col) % size] for row in rows for col in range(size))
    board = list(solution)
    for at in chance.sample(range(size * size), size * size * 3 // 4):
        row, col = divmod(at, size)
        box = row // high, col // wide
        places = [divmod(i, size) for i in range(size * size) if i != at]
        seen = [(r, c) for r, c in places if r == row or c == col or (r // high, c // wide) == box]
        peers = {board[size * r + c] for r, c in seen}
        if len(peers - {"."}) == size - 1:
            board[at] = "."
    return Puzzle("".join(board), solution)


PUZZLES = (
    Puzzle(
        "3..6.5182....193....68....4.5217.8..439....6.8.1.6...51....69489.5.2......8.912..",
        "397645182584219376216837594652174839439582761871963425123756948945328617768491253",
    ),
    Puzzle(
        "1.74...95..821...6..57938....1.5......2..19..34.8....125368...78...2..69..6...58.",
        "137468295498215736625793814781956423562341978349872651253689147814527369976134582",
    ),
    Puzzle(
        "1..62.3.....97.2.....1.8.977.3.196.8.1.2....4.4..3.9..45..9.8.....3.65.2...5..179",
        "197624385584973216236158497723419658819265734645837921452791863971386542368542179",
    ),
    Puzzle(
        "......9.7.94....8..5...2...1...4.5.6......1946.............783...1.94.5..8.3.5...",
        "213458967794136285856972413138749526527683194649521378465217839371894652982365741",
    ),
)
HARD = Puzzle(  # 56 blanks: a long fill, to be interrupted
    "....1..4..2......77.5.2.8...37...46....9..7..6..3..............35..82.1..1..6....",
    "893617245124895637765423891937251468581946723642378159279134586356782914418569372",
)
TWO_SOLUTIONS = Puzzle("8.........59.......67.........526......891.4....734.1....973165...418297...652438")
NO_SOLUTION = Puzzle("34." + PUZZLES[0].givens[3:])  # r1c2 = 4 breaks no rule at once, but leads nowhere
FORMS = (
    Form(
        "6x6",
        "2x3:6_5_1_3c3d5j6d1c2_6_4_5",
        "6513...3....5..........6....1...2645",
        "aaabbbaaabbbcccdddcccdddeeefffeeefff",
    ),
    Form(
        "6x6 jigsaw",
        "6j:b2c4_3a5b6b3d5b4b3a5_6c4b,bdebabbaba_c_cabababc",
        "..2...43.5..6..3....5..4..3.56...4..",
        "aaabbbaaabbbccccddeeccddeefffdeefffd",
    ),
    Form(
        "9x9 jigsaw",
        "9j:b1b5a7_4a9_5_4e3b9b7a8_5_6i7c8i9_6_9a3b7b1e6_9_2a2_3a1b5b,aaba_aba_abaabc_d___a__a___bbabeagab_ed"
        "cb_b_aab__e_ae_fd",
        "..1..5.74.954.....3..9..7.856.........7...8.........969.3..7..1.....692.23.1..5..",
        "aabbcccddaebbcccddaebbcccddaeebbbdddaaefffffgaheffifggahefiiigghheeiiigghhhhhiigg",
    ),
)
