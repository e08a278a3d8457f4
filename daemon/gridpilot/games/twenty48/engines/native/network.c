/* The expectimax whose leaves the value network judges: points still to come, instead of how a board looks.
 *
 * Built like four_by_four.c, whose block of memory, clock and fuel it shares; here points count on the way, a board
 * without a move is worth nothing more, and what is reached with too little fuel for another spawn is worth what the
 * network says. A reply that the network puts hopelessly behind another one is not searched. tuples.py says what groups
 * and stages are, network.py how the weights lie.
 */
#include "boards_4x4.h"

#define GROUP ((i64)1 << 24)
#define EIGHTS ((i64)0x8888888888888888u)
#define ONES ((i64)0x1111111111111111)

static const int GROUPS[] = {4, 4, 8, 8};
static const i64 THIRD = 24576, FOURTH = 30720; /* what the large tiles sum up to where these stages begin */

typedef struct {
    i64 left, right, points;
} Slid;

/* Each row backwards. */
PART i64 mirrored(i64 board)
{
    return ((board & 0x000F000F000F000F) << 12) | ((board & 0x00F000F000F000F0) << 4)
        | ((board >> 4) & 0x00F000F000F000F0) | ((board >> 12) & 0x000F000F000F000F);
}

/* The rows in reverse order. */
PART i64 flipped(i64 board)
{
    return ((board & 0xFFFF) << 48) | ((board & 0xFFFF0000) << 16) | ((board >> 16) & 0xFFFF0000)
        | ((board >> 48) & 0xFFFF);
}

/* The weight that a group selects on a board as it lies. */
PART i64 group(i64 board, int number)
{
    i64 two = (board & 0xFF) | ((board >> 12) & 0xF00);
    switch (number) {
    case 0: return board & 0xFFFFFF;
    case 1: return GROUP + ((board >> 16) & 0xFFFFFF);
    case 2: return 2 * GROUP + ((board & 0xFFF) | ((board >> 4) & 0xFFF000));
    case 3: return 3 * GROUP + (((board >> 16) & 0xFFF) | ((board >> 20) & 0xFFF000));
    case 4: return 4 * GROUP + ((board & 0xFF) | ((board >> 12) & 0xFFF00) | ((board >> 20) & 0xF00000));
    case 5: return 5 * GROUP + ((board & 0xFFF) | ((board >> 8) & 0xF000) | ((board >> 20) & 0xFF0000));
    case 6: return 6 * GROUP + (two | ((board >> 24) & 0xF000) | ((board >> 36) & 0xFF0000));
    default: return 7 * GROUP + (two | ((board >> 20) & 0xFF000) | ((board >> 32) & 0xF00000));
    }
}

/* Whether a tile of 16384 or more is on the board. */
PART int late(i64 board) { return (board & (board << 1) & (board << 2) & EIGHTS) != 0; }

/* Whether a tile of that rank is on the board. */
PART int has(i64 board, i64 rank)
{
    i64 differing = board ^ (rank * ONES);
    return ((differing - ONES) & ~differing & EIGHTS) != 0;
}

/* The stage of a board that is downgraded. */
PART int stage(i64 board)
{
    if (!late(board))
        return 0;
    i64 total = 0;
    for (int cell = 0; cell < 16; cell++) {
        i64 rank = (board >> (4 * cell)) & 15;
        total += (i64)(rank > 10) << rank;
    }
    return 1 + (total >= THIRD) + (total >= FOURTH);
}

EXPORTED i64 stage_of(i64 board) { return stage(board); }

/* The board with all tiles above its highest gap one rank lower; as it is, if it has none. */
static i64 lowered(i64 board)
{
    i64 present = 0, gap = 14;
    for (int cell = 0; cell < 16; cell++)
        present |= (i64)1 << ((board >> (4 * cell)) & 15);
    while (gap > 0 && (present >> gap) & 1)
        gap--;
    for (int cell = 0; cell < (gap > 1 ? 16 : 0); cell++)
        if (((board >> (4 * cell)) & 15) > gap)
            board -= (i64)1 << (4 * cell);
    return board;
}

/* A board with a 32768 lowered until it has none, if it can be: the training ends with the first 32768. */
EXPORTED i64 downgraded(i64 board)
{
    while (has(board, 15)) {
        i64 lower = lowered(board);
        if (lower == board)
            break;
        board = lower;
    }
    return board;
}

/* One weight of a stage, 0 where it has none. */
PART i64 weight(i64 entries, i64 numbers, i64 place)
{
    i64 entry = (AT_WEIGHT_WORDS + 1) * (place >> 8), word = (place >> 6) & 3, bit = place & 63;
    u64 bits = (u64)get64(entries, entry + word);
    i64 head = get64(entries, entry + AT_WEIGHT_WORDS);
    i64 beginning = (head & 0xFFFFFFFF) + ((head >> (32 + 8 * word)) & 255);
    i64 before = __builtin_popcountll(bits & (((u64)1 << bit) - 1));
    return get16(numbers, (beginning + before) * (i64)((bits >> bit) & 1));
}

/* The weights that one group selects on a board and on its mirror image. */
PART i64 two(i64 entries, i64 numbers, i64 board, i64 aside, int number)
{
    return weight(entries, numbers, group(board, number)) + weight(entries, numbers, group(aside, number));
}

/* The weights of four groups from `first` on. Written out: a loop would ask at each turn which group it is. */
PART i64 eight(i64 entries, i64 numbers, i64 board, int first)
{
    i64 aside = mirrored(board);
    return two(entries, numbers, board, aside, first) + two(entries, numbers, board, aside, first + 1)
        + (two(entries, numbers, board, aside, first + 2) + two(entries, numbers, board, aside, first + 3));
}

static i64 first_eight(i64 entries, i64 numbers, i64 board) { return eight(entries, numbers, board, 0); }
static i64 other_eight(i64 entries, i64 numbers, i64 board) { return eight(entries, numbers, board, 4); }

/* The points that the network expects after a slid board. */
EXPORTED i64 network_judged(i64 block, i64 board)
{
    board = downgraded(board);
    int number = stage(board);
    i64 entries = get64(block, AT_TABLES + 2 * number), numbers = get64(block, AT_TABLES + 2 * number + 1);
    i64 down = turned(board), above = flipped(board), under = flipped(down);
    i64 total = first_eight(entries, numbers, board) + first_eight(entries, numbers, above)
        + first_eight(entries, numbers, down) + first_eight(entries, numbers, under);
    if (GROUPS[number] == 8)
        total += other_eight(entries, numbers, board) + other_eight(entries, numbers, above)
            + other_eight(entries, numbers, down) + other_eight(entries, numbers, under);
    put64(block, AT_NODES, get64(block, AT_NODES) + 1);
    return most_of(total * get64(block, AT_STEP), 0);
}

/* The board with its rows slid to the left, to the right, and the points of either. */
PART Slid slid(i64 block, i64 board)
{
    i64 rows = block + AT_ROWS;
    i64 a = get64(rows, board & ROW), b = get64(rows, (board >> 16) & ROW);
    i64 c = get64(rows, (board >> 32) & ROW), d = get64(rows, (board >> 48) & ROW);
    Slid both = {
        (a & ROW) | (b & ROW) << 16 | (c & ROW) << 32 | (d & ROW) << 48,
        (a >> 16 & ROW) | (b >> 16 & ROW) << 16 | (c >> 16 & ROW) << 32 | (d >> 16 & ROW) << 48,
        (a >> 32) + (b >> 32) + (c >> 32) + (d >> 32),
    };
    return both;
}

/* The points to come after a slid board, averaged over the tiles that may spawn on it. `known`: judged as it is. */
static i64 expected(i64 block, i64 board, i64 fuel, i64 known)
{
    if (get64(block, AT_STOPPED))
        return 0;
    i64 empty = empties(board);
    if (fuel < get64(block, AT_COST + empty))
        return known;
    i64 down = turned(board), key = least_of(board, down), entry = place_of(block, AT_NETWORK_SEEN, key);
    if (get64(entry, 0) == key) {
        i64 found = get64(entry, 1);
        if ((found & ROW) >= fuel)
            return found >> 16;
    }
    if (get64(block, AT_NODES) >= get64(block, AT_POLL))
        poll(block, get64(block, AT_NODES), AT_NETWORK_STRIDE);
    i64 total = 0;
    for (int cell = 0; cell < 16; cell++) {
        if ((board >> (4 * cell)) & 15)
            continue;
        for (i64 kind = 0; kind < get64(block, AT_KINDS); kind++) {
            i64 rest = most_of(fuel - get64(block, AT_COST + AT_KIND_COSTS * kind + empty), 0);
            i64 rank = get64(block, AT_RANK + kind);
            i64 lying = board | (rank << (4 * cell));
            i64 standing = down | (rank << (16 * (cell & 3) + 4 * (cell >> 2)));
            Slid row = slid(block, lying), column = slid(block, standing);
            i64 across = row.points, along = column.points;
            i64 lefts = row.left != lying ? network_judged(block, row.left) + across : NONE;
            i64 rights = row.right != lying ? network_judged(block, row.right) + across : NONE;
            i64 aboves = column.left != standing ? network_judged(block, column.left) + along : NONE;
            i64 belows = column.right != standing ? network_judged(block, column.right) + along : NONE;
            i64 best = most_of(most_of(lefts, rights), most_of(aboves, belows));
            if (best == NONE)
                continue;
            if (rest > 0) {
                i64 least = most_of(best - get64(block, AT_SLACK) - rest * get64(block, AT_SLACK_FUEL), NONE + 1);
                best = 0;
                if (lefts >= least)
                    best = most_of(best, expected(block, row.left, rest, lefts - across) + across);
                if (rights >= least)
                    best = most_of(best, expected(block, row.right, rest, rights - across) + across);
                if (aboves >= least)
                    best = most_of(best, expected(block, column.left, rest, aboves - along) + along);
                if (belows >= least)
                    best = most_of(best, expected(block, column.right, rest, belows - along) + along);
            }
            total += best * get64(block, AT_ODDS + kind);
        }
    }
    if (get64(block, AT_STOPPED))
        return 0;
    i64 worth = divided(total, empty) >> 16;
    put64(entry, 0, key);
    put64(entry, 1, (worth << 16) | fuel);
    return worth;
}

/* The points to come by a move. */
static i64 prospect(i64 block, i64 board, i64 move, i64 fuel)
{
    i64 before = move & 1 ? board : turned(board);
    Slid both = slid(block, before);
    i64 after = move == 0 || move == 3 ? both.left : both.right;
    if (after == before)
        return NONE;
    return fuel >= 0 ? expected(block, after, fuel, network_judged(block, after)) + both.points : 0;
}

EXPORTED i64 network_decide(i64 block, i64 board, i64 first, i64 step, i64 last)
{
    return deepened(prospect, block, board, first, step, last);
}
