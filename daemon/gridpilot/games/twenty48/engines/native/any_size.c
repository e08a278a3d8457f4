/* The expectimax for boards of any size: what a slid board is worth when chance and the player take turns.
 *
 * A board is a list of its rows or of its columns, as the move before left it; a line is one number, five bits a cell.
 * What a line slides to and what it is worth is computed once and remembered, as a search meets the same lines over and
 * over. A spawn changes one row and one column, and all else that the four moves need is kept. Of many empty cells only
 * some are tried, evenly spread: on an open board the place of a new tile decides little.
 */
#include "memory.h"

#define MIX 0x1E3779B97F4A7C15
#define MOST 8        /* lines */
#define ACROSS MOST   /* in a level: the board's lines; the lines across them; then for each of the four moves */
#define SLID (2 * MOST)
#define SLID_WORTH (6 * MOST)
#define SLID_ACROSS (10 * MOST)
#define SUM (14 * MOST)   /* the worth of all slid lines */
#define MOVED (SUM + 4)   /* how many lines the move changes */
#define BESIDE (MOVED + 4) /* how many lines there are, and across */

#define POSITION (ANY_STACK + ANY_LEVEL * (ANY_LEVELS - 1)) /* the board at hand: the last level */

/* The three limits below were never tuned: no figures of other values were kept. */
#define UNLIKELY 1e-3  /* a line of play that is less probable is not searched further */
#define MOST_FIRST 8   /* empty cells tried for the next spawn ... */
#define MOST_LATER 5   /* ... and for each later one */

enum { KEY, FRONT, BACK, WORTH, FRONT_WORTH, BACK_WORTH };
/* What is known of a line. FRONT: what it becomes sliding to its first cell, BACK: to its last. */

/* The line slid to its first cell. */
static i64 slid(i64 block, i64 line, i64 length)
{
    i64 after = 0, front = 0, last = 0;
    for (i64 cell = 0; cell < length; cell++) {
        i64 rank = (line >> (5 * cell)) & 31;
        if (!rank)
            continue;
        i64 joined = get64(block, ANY_MERGED + 32 * last + rank);
        if (joined) {
            after += (joined - last) << (5 * (front - 1));
            last = 0;
        } else {
            after |= rank << (5 * front);
            front++;
            last = rank;
        }
    }
    return after;
}

static i64 reverse(i64 line, i64 length)
{
    i64 after = 0;
    for (i64 cell = 0; cell < length; cell++)
        after |= ((line >> (5 * cell)) & 31) << (5 * (length - 1 - cell));
    return after;
}

/* What a line is worth: room, pairs, order, and big tiles not spread thin. */
static i64 worth_of(i64 block, i64 line, i64 length)
{
    i64 value = 0, last = 0, falls = 0, climbs = 0, before = get64(block, ANY_RISE + (line & 31));
    for (i64 cell = 0; cell < length; cell++) {
        i64 rank = (line >> (5 * cell)) & 31;
        value -= get64(block, ANY_WEIGHT + rank);
        i64 step = get64(block, ANY_RISE + rank) - before;
        before += step;
        falls -= least_of(step, 0);
        climbs += most_of(step, 0);
        if (rank) {
            value += get64(block, ANY_MERGED + 32 * last + rank) ? get64(block, ANY_PAIR) : 0;
            last = rank;
        } else {
            value += get64(block, ANY_ROOM);
        }
    }
    return value - least_of(falls, climbs);
}

static void learn(i64 block, i64 slot, i64 line, i64 length)
{
    i64 front = slid(block, line, length), back = reverse(slid(block, reverse(line, length), length), length);
    put64(slot, KEY, line << 4 | length);
    put64(slot, FRONT, front);
    put64(slot, BACK, back);
    put64(slot, WORTH, worth_of(block, line, length));
    put64(slot, FRONT_WORTH, worth_of(block, front, length));
    put64(slot, BACK_WORTH, worth_of(block, back, length));
}

/* The address where the line is known; until the next call, which may put another line there. */
PART i64 look_up(i64 block, i64 line, i64 length)
{
    i64 key = line << 4 | length;
    i64 slot = block + 8 * (ANY_KNOWN + ANY_SLOT * (((key * MIX) >> 40) & (ANY_SLOTS - 1)));
    if (get64(slot, KEY) != key)
        learn(block, slot, line, length);
    return slot;
}

/* Writes the lines across those that begin at `lines`. */
PART void turn(i64 level, i64 lines, i64 count, i64 length, i64 to)
{
    for (i64 cell = 0; cell < length; cell++) {
        i64 across = 0;
        for (i64 number = 0; number < count; number++)
            across |= ((get64(level, lines + number) >> (5 * cell)) & 31) << (5 * number);
        put64(level, to + cell, across);
    }
}

/* The worth of a board as it stands. */
static i64 judge(i64 block, i64 level, i64 count, i64 length)
{
    i64 value = 0;
    turn(level, 0, count, length, ACROSS);
    for (i64 number = 0; number < count; number++)
        value += get64(look_up(block, get64(level, number), length), WORTH);
    for (i64 number = 0; number < length; number++)
        value += get64(look_up(block, get64(level, ACROSS + number), count), WORTH);
    return value;
}

/* Slides the board all four ways: along its lines to their front and back, and along those across. Before the `last`
 * answer, the lines across all slid ones are wanted, too.
 */
static void slide(i64 block, i64 level, i64 count, i64 length, int last)
{
    turn(level, 0, count, length, ACROSS);
    for (i64 way = 0; way < 4; way++) {
        i64 lines = way < 2 ? 0 : ACROSS, number_of = way < 2 ? count : length, cells = way < 2 ? length : count;
        i64 total = 0, moved = 0;
        for (i64 number = 0; number < number_of; number++) {
            i64 line = get64(level, lines + number), known = look_up(block, line, cells);
            i64 after = get64(known, FRONT + (way & 1)), value = get64(known, FRONT_WORTH + (way & 1));
            put64(level, SLID + MOST * way + number, after);
            put64(level, SLID_WORTH + MOST * way + number, value);
            total += value;
            moved += after != line;
        }
        put64(level, SUM + way, total);
        put64(level, MOVED + way, moved);
        if (last)
            turn(level, SLID + MOST * way, number_of, cells, SLID_ACROSS + MOST * way);
    }
    put64(level, BESIDE, count);
    put64(level, BESIDE + 1, length);
}

/* The worth after a move when a tile has spawned in that line and place; that of death when nothing moves. */
static i64 last_answer(i64 block, i64 level, i64 way, i64 line, i64 place, i64 rank)
{
    i64 beside = get64(level, BESIDE + (way >> 1)), cells = get64(level, BESIDE + 1 - (way >> 1));
    i64 before = get64(level, ACROSS * (way >> 1) + line), new = before | (rank << (5 * place));
    i64 known = look_up(block, new, cells), old = MOST * way + line;
    i64 after = get64(known, FRONT + (way & 1)), value = get64(known, FRONT_WORTH + (way & 1));
    if (get64(level, MOVED + way) - (get64(level, SLID + old) != before) + (after != new) == 0)
        return get64(block, ANY_DEATH);
    value += get64(level, SUM + way) - get64(level, SLID_WORTH + old);
    i64 hole = ~((i64)31 << (5 * line));
    for (i64 cell = 0; cell < cells; cell++) {
        i64 across = get64(level, SLID_ACROSS + MOST * way + cell) & hole;
        value += get64(look_up(block, across | (((after >> (5 * cell)) & 31) << (5 * line)), beside), WORTH);
    }
    return value;
}

/* Writes the board after a move to the next level when a tile has spawned; whether anything moved. */
static int follow(i64 block, i64 level, i64 way, i64 line, i64 place, i64 rank)
{
    i64 cells = get64(level, BESIDE + 1 - (way >> 1));
    i64 before = get64(level, ACROSS * (way >> 1) + line), new = before | (rank << (5 * place));
    i64 after = get64(look_up(block, new, cells), FRONT + (way & 1));
    for (i64 number = 0; number < MOST; number++)
        put64(level, ANY_LEVEL + number, get64(level, SLID + MOST * way + number));
    put64(level, ANY_LEVEL + line, after);
    return get64(level, MOVED + way) - (get64(level, SLID + MOST * way + line) != before) + (after != new) > 0;
}

/* Stops the search when its nodes or its time are used up. */
PART int stopped(i64 block)
{
    i64 nodes = get64(block, ANY_NODES);
    if (nodes >= get64(block, ANY_POLL)) {
        put64(block, ANY_POLL, least_of(nodes + ANY_STRIDE, get64(block, ANY_LIMIT)));
        if (nodes >= get64(block, ANY_LIMIT) || now() >= get64(block, ANY_DEADLINE))
            put64(block, ANY_STOPPED, 1);
    }
    return get64(block, ANY_STOPPED) != 0;
}

PART i64 empties(i64 level, i64 count, i64 length)
{
    i64 empty = 0;
    for (i64 row = 0; row < count; row++)
        for (i64 column = 0; column < length; column++)
            empty += ((get64(level, row) >> (5 * column)) & 31) == 0;
    return empty;
}

/* The worth of the slid board at that level, `count` lines of `length`, averaged over the tiles that may spawn. `share`
 * is how probable the line of play is.
 */
static double chance(i64 block, i64 level, i64 count, i64 length, i64 plies, double share)
{
    if (stopped(block))
        return 0.0;
    put64(block, ANY_NODES, get64(block, ANY_NODES) + 1);
    if (share < UNLIKELY)
        return (double)judge(block, level, count, length);
    slide(block, level, count, length, plies == 1);
    i64 empty = empties(level, count, length), tried = least_of(empty, share < 1.0 ? MOST_LATER : MOST_FIRST);
    i64 kinds = get64(block, ANY_KINDS), seen = 0;
    double death = (double)get64(block, ANY_DEATH), total = 0.0;
    for (i64 cell = 0; cell < count * length; cell++) {
        i64 row = cell / length, column = cell % length;
        if ((get64(level, row) >> (5 * column)) & 31)
            continue;
        seen++;
        if (seen * tried / empty == (seen - 1) * tried / empty)
            continue;
        for (i64 kind = 0; kind < kinds; kind++) {
            i64 rank = get64(block, ANY_RANK + kind);
            double odds = (double)get64(block, ANY_ODDS + kind) / 65536, best = death;
            for (i64 way = 0; way < 4; way++) {
                i64 line = way < 2 ? row : column, place = way < 2 ? column : row;
                if (plies == 1) {
                    best = higher_of(best, (double)last_answer(block, level, way, line, place, rank));
                } else if (follow(block, level, way, line, place, rank)) {
                    i64 lines = way < 2 ? count : length, cells = way < 2 ? length : count;
                    double likely = share * odds / (double)tried;
                    best = higher_of(best, chance(block, level + 8 * ANY_LEVEL, lines, cells, plies - 1, likely));
                }
            }
            total += odds * best;
        }
        put64(block, ANY_NODES, get64(block, ANY_NODES) + 4 * kinds * (plies == 1));
    }
    return total / (double)tried;
}

/* Writes the position after a move of the player's to the first level; whether it moved. */
static int move_made(i64 block, i64 way)
{
    i64 position = block + 8 * POSITION;
    slide(block, position, get64(block, ANY_ROWS), get64(block, ANY_COLUMNS), 0);
    for (i64 line = 0; line < MOST; line++)
        put64(block, ANY_STACK + line, get64(position, SLID + MOST * way + line));
    return get64(position, MOVED + way) > 0;
}

/* The best way to slide, -1 when there is none: looks one spawn further ahead each time, up to `most`, until the time or
 * the nodes are used up. A search cut short counts for the ways that it finished, of which the best of the search before
 * is the first.
 */
EXPORTED i64 any_size_decide(i64 block, i64 most)
{
    i64 rows = get64(block, ANY_ROWS), columns = get64(block, ANY_COLUMNS), choice = -1;
    put64(block, ANY_DEATH, judge(block, block + 8 * POSITION, rows, columns) - get64(block, ANY_RISK));
    for (i64 plies = 1; plies <= most; plies++) {
        i64 leader = -1;
        double best = -1e30;
        for (i64 attempt = -1; attempt < 4; attempt++) { /* the choice so far, then all others */
            i64 way = attempt < 0 ? choice : attempt;
            if (way < 0 || attempt == choice || !move_made(block, way))
                continue;
            if (choice < 0)
                choice = way;
            i64 count = way < 2 ? rows : columns, length = way < 2 ? columns : rows;
            double prospect = chance(block, block + 8 * ANY_STACK, count, length, plies, 1.0);
            if (get64(block, ANY_STOPPED))
                return leader < 0 ? choice : leader;
            if (prospect > best) {
                leader = way;
                best = prospect;
            }
        }
        if (leader < 0)
            return -1;
        choice = leader;
        put64(block, ANY_PLIES, plies);
    }
    return choice;
}
