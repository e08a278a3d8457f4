/* What both searches on 4 x 4 boards share: a board is one number of 64 bits, four to a cell (see bitboard.py), and a
 * search is repeated with more fuel each time until its nodes or its time are used up.
 */
#ifndef GRIDPILOT_BOARDS_4X4_H
#define GRIDPILOT_BOARDS_4X4_H

#include "memory.h"

#define NONE (-((i64)1 << 62)) /* the worth of a move that cannot be made */
#define ROW 0xFFFF
#define COLUMN 0x000F000F000F000F
#define MIX 0x1E3779B97F4A7C15
#define GROWTH 5 /* times the nodes of all searches before it that a search takes: begun only if it can be completed */

/* Rows become columns. */
PART i64 turned(i64 board)
{
    i64 swap = (board ^ (board >> 12)) & 0x0000F0F00000F0F0;
    i64 half = board ^ swap ^ (swap << 12);
    swap = (half ^ (half >> 24)) & 0x00000000FF00FF00;
    return half ^ swap ^ (swap << 24);
}

PART i64 empties(i64 board)
{
    i64 empty = 0;
    for (int cell = 0; cell < 16; cell++)
        empty += ((board >> (4 * cell)) & 15) == 0;
    return empty;
}

/* Where a board is remembered: key, worth << 16 | fuel. */
PART i64 place_of(i64 block, i64 seen, i64 key)
{
    return block + seen + (((key * MIX) >> 36) & get64(block, AT_SLOTS)) * 16;
}

/* Stops the search when its nodes or its time are used up; else the next look is `stride` nodes later. */
static void poll(i64 block, i64 nodes, i64 stride)
{
    if (nodes >= get64(block, AT_LIMIT) || now() >= get64(block, AT_DEADLINE))
        put64(block, AT_STOPPED, 1);
    put64(block, AT_POLL, least_of(nodes + stride, most_of(get64(block, AT_LIMIT), nodes + 1)));
}

/* How much more fuel the next search gets; 0 when it would hardly be completed. */
PART i64 rise(i64 block, i64 step)
{
    i64 nodes = get64(block, AT_NODES) * GROWTH, limit = get64(block, AT_LIMIT);
    if (nodes <= limit)
        return step;
    return get64(block, AT_FILL) && nodes <= 2 * limit ? step / 2 : 0;
}

typedef i64 (*Prospect)(i64 block, i64 board, i64 move, i64 fuel);
/* The worth after 0 up, 1 right, 2 down, 3 left; NONE when the move does nothing, which a search with less than no fuel
 * only asks.
 */

/* The best move, -1 when there is none: a search with `first` fuel, then with `step` more each time until `last` or
 * until a limit in the block is reached. A search cut short still counts for the moves that it finished; a move far
 * behind in one search is left out of those after it. Ends early when one move is left, or too few nodes for more; with
 * FILL, for a search with half a step more.
 */
PART i64 deepened(Prospect prospect, i64 block, i64 board, i64 first, i64 step, i64 last)
{
    i64 choice = -1, legal = 0, more = step;
    for (i64 move = 0; move < 4; move++) {
        put64(block, AT_REACHED + move, 0);
        if (prospect(block, board, move, -1) != NONE) {
            choice = move;
            legal++;
        }
    }
    i64 least = NONE, fuel = first;
    while (more && fuel <= last && legal > 1) {
        i64 leader = -1, best = NONE;
        legal = 0;
        for (i64 turn = -1; turn < 4; turn++) { /* the choice so far, then all others */
            i64 move = turn < 0 ? choice : turn;
            if (turn == choice || get64(block, AT_REACHED + move) < least)
                continue;
            i64 worth = prospect(block, board, move, fuel);
            if (get64(block, AT_STOPPED))
                return leader < 0 ? choice : leader;
            if (worth == NONE)
                continue;
            put64(block, AT_REACHED + move, worth);
            legal++;
            if (worth > best) {
                leader = move;
                best = worth;
            }
        }
        choice = leader;
        least = best - get64(block, AT_BEHIND);
        put64(block, AT_FUEL, fuel);
        put64(block, AT_WORTH, best);
        more = rise(block, step);
        fuel += more;
    }
    return choice;
}

#endif
