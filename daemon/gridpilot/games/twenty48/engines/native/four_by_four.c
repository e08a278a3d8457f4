/* The expectimax on 4 x 4 boards: what a slid board is worth when chance and the player take turns.
 *
 * *Fuel* says how far to look: each tile that may spawn costs the logarithm of how improbable it is, plus a fixed cost
 * for the ply, so that likely lines are searched deeper than unlikely ones, and one number says how deep a remembered
 * worth was searched. A slid board is searched lying or standing, whichever its move left it: the worth of both is the
 * same. A move whose board is at once judged hopelessly below another's is not searched at all, so that the same time
 * looks further ahead. Only the row and the column of a spawned tile are looked up again; all other lines of the four
 * moves are kept. The last ply, where nearly all nodes are, has no branch that depends on the board but for the empty
 * cells.
 */
#include "boards_4x4.h"

typedef struct {
    i64 left, right;
} Slid;

/* A row as the left column of a board. */
PART i64 upright(i64 row)
{
    i64 pairs = (row | (row << 24)) & 0x000000FF000000FF;
    return (pairs | (pairs << 12)) & COLUMN;
}

PART i64 rows_worth(i64 lines, i64 board)
{
    return get32(lines, board & ROW) + get32(lines, (board >> 16) & ROW) + get32(lines, (board >> 32) & ROW)
        + get32(lines, (board >> 48) & ROW);
}

/* The worth of a board as it stands. */
PART i64 judged(i64 block, i64 board)
{
    return rows_worth(block + AT_LINES, board) + rows_worth(block + AT_LINES, turned(board));
}

/* The board with all its rows to the left, and to the right. */
PART Slid slid(i64 block, i64 board)
{
    Slid both = {0, 0};
    for (int row = 0; row < 4; row++) {
        i64 pair = get32(block + AT_SLIDE, (board >> (16 * row)) & ROW);
        both.left |= (pair & ROW) << (16 * row);
        both.right |= ((pair >> 16) & ROW) << (16 * row);
    }
    return both;
}

PART i64 replaced(i64 board, i64 line, i64 place)
{
    return (board & ~((i64)ROW << place)) | ((line & ROW) << place);
}

/* The worth of a board with a new line: `others` is its other lines' worth, `across` it turned without the line. */
PART i64 stopped_at(i64 lines, i64 line, i64 others, i64 across, i64 place)
{
    return others + get32(lines, line) + rows_worth(lines, across | (upright(line) << place));
}

/* `best`, or the worth of that move if it is higher; `moved`: what else of the board the move changes. */
PART i64 better(i64 best, i64 lines, i64 after, i64 new, i64 others, i64 moved, i64 across, i64 place, i64 death)
{
    i64 worth = stopped_at(lines, after, others, across, place);
    return most_of(best, moved | (after ^ new) ? worth : death);
}

/* The sum over all spawns from the kind `first` on of odds times the worth after the best move. */
static i64 last_ply(i64 block, i64 board, i64 down, i64 first)
{
    i64 lines = block + AT_LINES, slide = block + AT_SLIDE;
    i64 kinds = get64(block, AT_KINDS), death = get64(block, AT_DEATH), total = 0;
    Slid lying = slid(block, board), standing = slid(block, down);
    i64 left = lying.left, right = lying.right, above = standing.left, below = standing.right;
    i64 left_worth = rows_worth(lines, left), right_worth = rows_worth(lines, right);
    i64 above_worth = rows_worth(lines, above), below_worth = rows_worth(lines, below);
    i64 left_turned = turned(left), right_turned = turned(right);
    i64 above_turned = turned(above), below_turned = turned(below);
    for (int row = 0; row < 4; row++) {
        i64 y = 16 * row, beside = ~((i64)ROW << y), cut = ~((i64)COLUMN << (4 * row));
        i64 line = (board >> y) & ROW;
        i64 lefts = left_worth - get32(lines, (left >> y) & ROW);
        i64 rights = right_worth - get32(lines, (right >> y) & ROW);
        i64 left_moved = (left ^ board) & beside, right_moved = (right ^ board) & beside;
        i64 left_cut = left_turned & cut, right_cut = right_turned & cut;
        for (int col = 0; col < 4; col++) {
            if ((line >> (4 * col)) & 15)
                continue;
            i64 x = 16 * col, apart = ~((i64)ROW << x), hole = ~((i64)COLUMN << (4 * col));
            i64 file = (down >> x) & ROW;
            i64 aboves = above_worth - get32(lines, (above >> x) & ROW);
            i64 belows = below_worth - get32(lines, (below >> x) & ROW);
            i64 above_moved = (above ^ down) & apart, below_moved = (below ^ down) & apart;
            i64 above_cut = above_turned & hole, below_cut = below_turned & hole;
            for (i64 kind = first; kind < kinds; kind++) {
                i64 rank = get64(block, AT_RANK + kind), best = death;
                i64 new = line | (rank << (4 * col)), both = get32(slide, new);
                best = better(best, lines, both & ROW, new, lefts, left_moved, left_cut, 4 * row, death);
                best = better(best, lines, (both >> 16) & ROW, new, rights, right_moved, right_cut, 4 * row, death);
                new = file | (rank << (4 * row));
                both = get32(slide, new);
                best = better(best, lines, both & ROW, new, aboves, above_moved, above_cut, 4 * col, death);
                best = better(best, lines, (both >> 16) & ROW, new, belows, below_moved, below_cut, 4 * col, death);
                total += best * get64(block, AT_ODDS + kind);
            }
        }
    }
    return total;
}

/* What a slid board is worth at first sight; NONE where the move does nothing. */
PART i64 promise(i64 block, i64 after, i64 before) { return after != before ? judged(block, after) : NONE; }

/* The worth of a slid board, averaged over the tiles that may spawn on it. */
static i64 chance(i64 block, i64 board, i64 fuel)
{
    if (get64(block, AT_STOPPED))
        return 0;
    i64 down = turned(board), death = get64(block, AT_DEATH);
    i64 key = least_of(board, down) ^ (death * MIX), entry = place_of(block, AT_SEEN, key);
    if (get64(entry, 0) == key) {
        i64 known = get64(entry, 1);
        if ((known & ROW) >= fuel)
            return known >> 16;
    }
    i64 kinds = get64(block, AT_KINDS), empty = empties(board);
    i64 nodes = get64(block, AT_NODES) + 4 * kinds * empty;
    put64(block, AT_NODES, nodes);
    if (nodes >= get64(block, AT_POLL))
        poll(block, nodes, AT_STRIDE);
    i64 deep = 0;
    while (deep < kinds && fuel >= get64(block, AT_COST + AT_KIND_COSTS * deep + empty))
        deep++;
    i64 total = deep < kinds ? last_ply(block, board, down, deep) : 0;
    Slid row_slid = slid(block, board), column_slid = slid(block, down);
    for (int cell = 0; cell < (deep ? 16 : 0); cell++) {
        if ((board >> (4 * cell)) & 15)
            continue;
        int row = cell >> 2, col = cell & 3;
        for (i64 kind = 0; kind < deep; kind++) {
            i64 rank = get64(block, AT_RANK + kind);
            i64 rest = fuel - get64(block, AT_COST + AT_KIND_COSTS * kind + empty);
            i64 lying = board | (rank << (4 * cell)), standing = down | (rank << (16 * col + 4 * row));
            i64 both = get32(block + AT_SLIDE, (lying >> (16 * row)) & ROW);
            i64 lefts = replaced(row_slid.left, both, 16 * row), rights = replaced(row_slid.right, both >> 16, 16 * row);
            both = get32(block + AT_SLIDE, (standing >> (16 * col)) & ROW);
            i64 aboves = replaced(column_slid.left, both, 16 * col);
            i64 belows = replaced(column_slid.right, both >> 16, 16 * col);
            i64 left_worth = promise(block, lefts, lying), right_worth = promise(block, rights, lying);
            i64 above_worth = promise(block, aboves, standing), below_worth = promise(block, belows, standing);
            i64 most = most_of(most_of(left_worth, right_worth), most_of(above_worth, below_worth));
            i64 least = most_of(most - get64(block, AT_SLACK) - rest * get64(block, AT_SLACK_FUEL), NONE + 1);
            i64 best = death;
            if (left_worth >= least)
                best = most_of(best, chance(block, lefts, rest));
            if (right_worth >= least)
                best = most_of(best, chance(block, rights, rest));
            if (above_worth >= least)
                best = most_of(best, chance(block, aboves, rest));
            if (below_worth >= least)
                best = most_of(best, chance(block, belows, rest));
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

/* The board after a move as the search has it: standing after up and down. */
EXPORTED i64 moved(i64 block, i64 board, i64 move)
{
    Slid both = slid(block, move & 1 ? board : turned(board));
    return move == 0 || move == 3 ? both.left : both.right;
}

EXPORTED i64 prospect(i64 block, i64 board, i64 move, i64 fuel)
{
    i64 after = moved(block, board, move);
    if (after == (move & 1 ? board : turned(board)))
        return NONE;
    return fuel >= 0 ? chance(block, after, fuel) : 0;
}

/* What `deepened` says, with a dead board's worth set for the board at hand. */
EXPORTED i64 decide(i64 block, i64 board, i64 first, i64 step, i64 last)
{
    i64 value = judged(block, board), risk = get64(block, AT_RISK), off = value - get64(block, AT_DEATH) - risk;
    if ((off < 0 ? -off : off) > divided(risk, 2))
        put64(block, AT_DEATH, value - risk);
    return deepened(prospect, block, board, first, step, last);
}
