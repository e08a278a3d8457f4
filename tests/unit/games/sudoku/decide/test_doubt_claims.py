"""What is claimed of cells that the rules had to settle: shapes of many cells, slips, and what does not matter."""

from dataclasses import replace

from fakes.sudoku_readings import MINIMAL, PUZZLE, SOLUTION, first_given, given, reading

from gridpilot.games.sudoku.decide.doubts import settle
from gridpilot.games.sudoku.solve.solver import unique_solution
from gridpilot.reading import CellReading, Kind, Rival


def twins(board, value, confidence, *rivals):
    """The cells of one digit, all of one shape."""
    cell = replace(given(value, confidence, *rivals), shape=1)
    return {index: cell for index, digit in enumerate(board) if digit == value}


def test_a_digit_that_all_its_like_are_unsure_of_is_settled_where_no_single_one_can_be_another():
    several = [(board, value) for board in MINIMAL for value in range(1, 10) if board.count(value) > 1]
    solutions = [
        settle(reading(board, twins(board, value, 0.85, (value % 9 + 1, 0.002))))[1] for board, value in several
    ]
    right = [found == unique_solution(board) for found, (board, _) in zip(solutions, several, strict=True)]
    assert all(found is None for found, good in zip(solutions, right, strict=True) if not good)
    assert sum(right) > 0.95 * len(several)


def test_all_glyphs_of_one_shape_may_have_been_taken_for_another_digit():
    """Every 6 was read as an 8, and all look alike, unlike the true ones."""
    mended = 0
    for board in MINIMAL:
        misread = tuple(8 if digit == 6 else digit for digit in board)
        sixes = dict.fromkeys(
            (i for i, digit in enumerate(board) if digit == 6), replace(given(8, 0.9, (6, 0.09)), shape=1)
        )
        _, solution = settle(reading(misread, sixes))
        assert solution in {None, unique_solution(board)}
        mended += solution is not None
    assert mended > len(MINIMAL) / 2


def test_a_digit_that_was_seen_is_no_blank_because_the_rules_would_like_it():
    """The user's slip contradicts the puzzle."""
    at = next(index for index, digit in enumerate(PUZZLE) if not digit)
    wrong = next(digit for digit in range(1, 10) if digit != SOLUTION[at])
    board = (*PUZZLE[:at], wrong, *PUZZLE[at + 1 :])
    for confidence in (0.95, 0.6):
        settled, solution = settle(reading(board, {at: given(wrong, confidence, (0, 0.99 - confidence))}, doubts=[at]))
        assert solution is None
        assert settled.doubts


def test_no_digit_is_made_up_in_a_cell_of_which_nothing_is_known():
    """What would leave one solution is not what stands there, unless the ink was taken for it."""
    at = first_given(PUZZLE)
    blanked = (*PUZZLE[:at], 0, *PUZZLE[at + 1 :])
    assert unique_solution(blanked) is None
    for rivals, typed in (((), False), (((PUZZLE[at], 0.3),), True)):
        unknown = CellReading(0, Kind.UNKNOWN, 0.0, tuple(Rival(*rival) for rival in rivals))
        settled, solution = settle(reading(blanked, {at: unknown}, doubts=[at]))
        assert (solution is not None) == typed or (solution is None and settled.doubts)


def test_of_a_cell_that_does_not_matter_nothing_is_claimed_where_it_may_be_blank_or_not():
    full = SOLUTION
    at = next(index for index, digit in enumerate(PUZZLE) if not digit)
    marks = CellReading(0, Kind.PENCIL, 0.91, (Rival(full[at], 0.09),))
    settled, solution = settle(reading(PUZZLE, {at: marks}, doubts=[at]))
    assert solution == SOLUTION
    assert (settled.cells[at].value, settled.cells[at].kind) == (0, Kind.UNKNOWN)


def test_nothing_is_claimed_of_a_mark_that_may_be_a_digit_where_not_all_ways_can_be_tried():
    """Each of twenty digits may as well be another one, in a million ways."""
    blank, *unclear = range(0, 81, 4)
    board = (0, *SOLUTION[1:])
    cells = {at: given(SOLUTION[at], 0.6, (SOLUTION[at] % 9 + 1, 0.39)) for at in unclear}
    settled, solution = settle(reading(board, {**cells, blank: CellReading(0, Kind.PENCIL, 0.95)}, doubts=[blank]))
    assert solution == SOLUTION
    assert settled.cells[blank].kind is Kind.UNKNOWN


def helped(board):
    """A given taken away, a blank whose digit makes up for it, and what is left of the board."""
    at, solution = first_given(board), unique_solution(board)
    left = (*board[:at], 0, *board[at + 1 :])
    blanks = (i for i, digit in enumerate(board) if not digit)
    more = (i for i in blanks if unique_solution((*left[:i], solution[i], *left[i + 1 :])) == solution)
    return at, next(more, None), left


def test_no_pencil_mark_is_taken_for_a_digit_while_another_cell_is_unread():
    """It would do for what is missing there, but only by chance."""
    board, (at, helps, left) = next((board, found) for board in MINIMAL if (found := helped(board))[1] is not None)
    marks = CellReading(0, Kind.PENCIL, 0.98, (Rival(unique_solution(board)[helps], 0.02),))
    unread = CellReading(0, Kind.UNKNOWN, 0.5, (Rival(board[at], 0.0002),))
    settled, solution = settle(reading(left, {at: unread, helps: marks}, doubts=[at]))
    assert solution is None
    assert settled.doubts


def test_no_mark_is_a_given_that_contradicts_what_the_user_entered():
    """On a board that is all right as read, that asks for a misread mark and a wrong digit of the user's at once."""
    tried = 0
    for board in MINIMAL:
        at, solution = first_given(board), unique_solution(board)
        left = (*board[:at], 0, *board[at + 1 :])
        blanks = ((i, digit) for i in range(81) if not board[i] for digit in range(1, 10) if digit != solution[i])
        others = (pair for pair in blanks if unique_solution((*left[: pair[0]], pair[1], *left[pair[0] + 1 :])))
        marked, other = next(others, (None, 0))
        if marked is None:
            continue
        cells = {
            at: CellReading(board[at], Kind.ENTERED, 0.9999),
            marked: CellReading(0, Kind.PENCIL, 0.98, (Rival(other, 0.02),)),
        }
        settled, typed = settle(reading(left, cells))
        assert (typed, settled.doubts) == (solution, ())
        tried += 1
    assert tried > 10
