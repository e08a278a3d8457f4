"""The compiled expectimax for boards of any size: what a slid board is worth when chance and the player take turns.

A board is a list of its rows or of its columns (see `open_lines`), as the move before left it. A spawn changes one row
and one column, and all else that the four moves need is kept. Of many empty cells only some are tried, evenly spread:
on an open board the place of a new tile decides little.
"""

from __future__ import annotations

from gridpilot.games.twenty48.engines import lines_any_size as at
from gridpilot.games.twenty48.engines.lines_any_size import look_up
from gridpilot.games.twenty48.engines.numba_support import compiled, get64, now, put64

MOST = 8  # lines
ACROSS = MOST  # in a level: the board's lines; the lines across them; then for each of the four moves
SLID, SLID_WORTH, SLID_ACROSS = 2 * MOST, 6 * MOST, 10 * MOST
SUM = 14 * MOST  # the worth of all slid lines
MOVED = SUM + 4  # how many lines the move changes
BESIDE, SIDE = MOVED + 4, MOVED + 6  # how many lines there are, and across; and cells in each of them

STRIDE = 1024  # nodes between two looks at the clock: some 100 microseconds
# The three limits below were never tuned: no figures of other values were kept.
UNLIKELY = 1e-3  # a line of play that is less probable is not searched further
MOST_FIRST = 8  # empty cells tried for the next spawn ...
MOST_LATER = 5  # ... and for each later one


@compiled("void(i8,i8,i8,i8,i8)")
def turn(level: int, lines: int, count: int, length: int, to: int) -> None:
    """Writes the lines across those that begin at `lines`."""
    for cell in range(length):
        across = 0
        for number in range(count):
            across |= ((get64(level, lines + number) >> (5 * cell)) & 31) << (5 * number)
        put64(level, to + cell, across)


@compiled("i8(i8,i8,i8,i8)")
def judge(block: int, level: int, count: int, length: int) -> int:
    """The worth of a board as it stands."""
    turn(level, 0, count, length, ACROSS)
    value = 0
    for number in range(count):
        value += get64(look_up(block, get64(level, number), length), at.WORTH)
    for number in range(length):
        value += get64(look_up(block, get64(level, ACROSS + number), count), at.WORTH)
    return value


@compiled("void(i8,i8,i8,i8,i8)")
def slide(block: int, level: int, count: int, length: int, last: int) -> None:
    """Slides the board all four ways: along its lines to their front and back, and along those across. Before the
    `last` answer, the lines across all slid ones are wanted, too.
    """
    turn(level, 0, count, length, ACROSS)
    for way in range(4):
        lines, number_of, cells = 0, count, length
        if way >= 2:
            lines, number_of, cells = ACROSS, length, count
        total = moved = 0
        for number in range(number_of):
            line = get64(level, lines + number)
            known = look_up(block, line, cells)
            after = get64(known, at.FRONT + (way & 1))
            value = get64(known, at.FRONT_WORTH + (way & 1))
            put64(level, SLID + MOST * way + number, after)
            put64(level, SLID_WORTH + MOST * way + number, value)
            total += value
            moved += after != line
        put64(level, SUM + way, total)
        put64(level, MOVED + way, moved)
        if last:
            turn(level, SLID + MOST * way, number_of, cells, SLID_ACROSS + MOST * way)
    put64(level, BESIDE, count)
    put64(level, BESIDE + 1, length)


@compiled("i8(i8,i8,i8,i8,i8,i8)")
def last_answer(  # noqa: PLR0913, PLR0917 - registers have no names to group
    block: int, level: int, way: int, line: int, place: int, rank: int
) -> int:
    """The worth after a move when a tile has spawned in that line and place; that of death when nothing moves."""
    lines = ACROSS * (way >> 1)
    beside, cells = get64(level, BESIDE + (way >> 1)), get64(level, BESIDE + 1 - (way >> 1))
    before = get64(level, lines + line)
    new = before | (rank << (5 * place))
    known = look_up(block, new, cells)
    after = get64(known, at.FRONT + (way & 1))
    value = get64(known, at.FRONT_WORTH + (way & 1))
    old = MOST * way + line
    if get64(level, MOVED + way) - (get64(level, SLID + old) != before) + (after != new) == 0:
        return get64(block, at.DEATH)
    value += get64(level, SUM + way) - get64(level, SLID_WORTH + old)
    hole = ~(31 << (5 * line))
    for cell in range(cells):
        across = get64(level, SLID_ACROSS + MOST * way + cell) & hole
        value += get64(look_up(block, across | (((after >> (5 * cell)) & 31) << (5 * line)), beside), at.WORTH)
    return value


@compiled("b1(i8,i8,i8,i8,i8,i8)")
def follow(  # noqa: PLR0913, PLR0917 - registers have no names to group
    block: int, level: int, way: int, line: int, place: int, rank: int
) -> bool:
    """Writes the board after a move to the next level when a tile has spawned; whether anything moved."""
    cells = get64(level, BESIDE + 1 - (way >> 1))
    before = get64(level, ACROSS * (way >> 1) + line)
    new = before | (rank << (5 * place))
    after = get64(look_up(block, new, cells), at.FRONT + (way & 1))
    for number in range(MOST):
        put64(level, at.LEVEL + number, get64(level, SLID + MOST * way + number))
    put64(level, at.LEVEL + line, after)
    return get64(level, MOVED + way) - (get64(level, SLID + MOST * way + line) != before) + (after != new) > 0


@compiled("b1(i8)")
def stopped(block: int) -> bool:
    """Stops the search when its nodes or its time are used up."""
    nodes = get64(block, at.NODES)
    if nodes >= get64(block, at.POLL):
        put64(block, at.POLL, min(nodes + STRIDE, get64(block, at.LIMIT)))
        if nodes >= get64(block, at.LIMIT) or now(block + 8 * at.CLOCK) >= get64(block, at.DEADLINE):
            put64(block, at.STOPPED, 1)
    return get64(block, at.STOPPED) != 0


@compiled("i8(i8,i8,i8)")
def empties(level: int, count: int, length: int) -> int:
    empty = 0
    for row in range(count):
        for column in range(length):
            empty += (get64(level, row) >> (5 * column)) & 31 == 0
    return empty


@compiled("f8(i8,i8,i8,i8,i8,f8)")
def chance(  # noqa: C901, PLR0913, PLR0917 - in one piece: of compiled functions, none but one can call itself
    block: int, level: int, count: int, length: int, plies: int, share: float
) -> float:
    """The worth of the slid board at that level, `count` lines of `length`, averaged over the tiles that may spawn.
    `share` is how probable the line of play is.
    """
    if stopped(block):
        return 0.0
    put64(block, at.NODES, get64(block, at.NODES) + 1)
    if share < UNLIKELY:
        return float(judge(block, level, count, length))
    slide(block, level, count, length, plies == 1)
    empty = empties(level, count, length)
    tried = min(empty, MOST_LATER if share < 1.0 else MOST_FIRST)
    kinds, death = get64(block, at.KINDS), float(get64(block, at.DEATH))
    total, seen = 0.0, 0
    for row in range(count):
        for column in range(length):
            if (get64(level, row) >> (5 * column)) & 31:
                continue
            seen += 1
            if seen * tried // empty == (seen - 1) * tried // empty:
                continue
            for kind in range(kinds):
                rank, odds = get64(block, at.RANK + kind), get64(block, at.ODDS + kind) / 65536
                best = death
                for way in range(4):
                    line, place = (row, column) if way < 2 else (column, row)
                    if plies == 1:
                        best = max(best, float(last_answer(block, level, way, line, place, rank)))
                    elif follow(block, level, way, line, place, rank):
                        lines, cells = (count, length) if way < 2 else (length, count)
                        likely = share * odds / tried
                        best = max(best, chance(block, level + 8 * at.LEVEL, lines, cells, plies - 1, likely))
                total += odds * best
            put64(block, at.NODES, get64(block, at.NODES) + 4 * kinds * (plies == 1))
    return total / tried


@compiled("b1(i8,i8)")
def move_made(block: int, way: int) -> bool:
    """Writes the position, which is the last level, after a move of the player's to the first; whether it moved."""
    position = block + 8 * (at.STACK + at.LEVEL * (at.LEVELS - 1))
    slide(block, position, get64(block, at.ROWS), get64(block, at.COLUMNS), 0)
    for line in range(MOST):
        put64(block, at.STACK + line, get64(position, SLID + MOST * way + line))
    return get64(position, MOVED + way) > 0


@compiled("i8(i8,i8)")
def decide(block: int, most: int) -> int:
    """The best way to slide, -1 when there is none: looks one spawn further ahead each time, up to `most`, until the
    time or the nodes are used up. A search cut short counts for the ways that it finished, of which the best of the
    search before is the first.
    """
    position = block + 8 * (at.STACK + at.LEVEL * (at.LEVELS - 1))
    value = judge(block, position, get64(block, at.ROWS), get64(block, at.COLUMNS))
    put64(block, at.DEATH, value - get64(block, at.RISK))
    choice = -1
    for plies in range(1, most + 1):
        leader, best = -1, -1e30
        for attempt in range(-1, 4):  # the choice so far, then all others
            way = choice if attempt < 0 else attempt
            if way < 0 or attempt == choice or not move_made(block, way):
                continue
            if choice < 0:
                choice = way
            count, length = get64(block, at.ROWS), get64(block, at.COLUMNS)
            if way >= 2:
                count, length = length, count
            prospect = chance(block, block + 8 * at.STACK, count, length, plies, 1.0)
            if get64(block, at.STOPPED):
                return choice if leader < 0 else leader
            if prospect > best:
                leader, best = way, prospect
        if leader < 0:
            return -1
        choice = leader
        put64(block, at.PLIES, plies)
    return choice
