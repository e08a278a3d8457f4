// The games and the learning of train_2048_gpu.py: one warp plays one game, and each of its 32 lanes looks up one of the
// weights that a board selects, or two where its stage has eight groups. nvcc compiles it; so does a C++ compiler, for
// which a loop stands for the lanes. Boards, groups and stages are those of engines/bitboard.py and engines/tuples.py.
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#ifdef __CUDACC__
#define PART __device__ __forceinline__
#define LANES for (int lane = threadIdx.x & 31, once = 1; once; once = 0)
#define LEADER ((threadIdx.x & 31) == 0)
#define ADD(place, number) atomicAdd(place, number)
#define FETCH(place) __ldcg(place)
#define STORE(place, number) __stcg(place, number)
#else
#define PART static inline
#define LANES for (int lane = 0; lane < 32; lane++)
#define LEADER true
#define ADD(place, number) added(place, number)
#define FETCH(place) (*(place))
#define STORE(place, number) (*(place) = (number))
struct float2 { float x, y; };
template <class T> static inline T added(T* place, T number) { T before = *place; *place += number; return before; }
#endif

typedef unsigned long long u64;
typedef unsigned int u32;

const int STAGES = 4;
const u64 WEIGHTS = 24ULL << 24;  // of all stages
const float DECAY = 0.5f;         // lambda
const float MOST = 2e9f;          // where a weight's errors sum up to more, they are halved: old ones count less
const u32 RESTART = 1000;         // moves of a lost game of the first stage that is taken up again in its middle
const u32 LONGEST = 12288;        // moves of a game in its stage; the first two as one end after some 12,000
const u32 SHELF = 1 << 16;        // boards new in a stage that are kept to begin on
const u32 FEW = 4096;             // with fewer of them no game begins there: what it learnt would be these
const u32 WHOLE = 1 << 20;        // more moves than a game has

enum { MOVES, GAMES, POINTS, THROUGH, BEFORE, AFTER, COUNTS };  // counted of each stage, see train_2048.py
const int TOPS = COUNTS * STAGES;  // where the whole games begin that are counted by their largest tile's rank
const int NUMBERS = TOPS + 16;

enum State { BEGINNING, PLAYING, LEARNING, DONE };

struct Slot {  // one game
    u64 board, random, score, middle;
    u32 moves, to_learn;
    int stage, restarted;
    State state;
    float target;
};

struct Run {
    float* weights;
    float2* errors;    // of each weight, their sum and the sum of their sizes
    u64* rows;         // tuples.row_table
    u64* boards;       // [slot][LONGEST]
    u32* gains;        // [slot][LONGEST]
    Slot* slots;
    Slot* whole_slots;
    int* homes;        // [slot]: the stage that its games begin in
    u64* shelves;      // [stage][SHELF]
    u32* shelved;      // [stage]: how many boards were ever put there
    u64* numbers;      // [NUMBERS]
    u32 count, steps;  // slots; what each of them does in one go: moves played and moves learnt
    bool merged, whole;
    float pace;
};

PART int groups_of(int stage) { return stage < 2 ? 4 : 8; }
PART u64 base_of(int stage) { return (stage < 2 ? (u64)stage * 4 : (u64)stage * 8 - 8) << 24; }

PART u64 turned(u64 b) {
    u64 a = (b & 0xF0F00F0FF0F00F0FULL) | ((b & 0x0000F0F00000F0F0ULL) << 12) | ((b >> 12) & 0x0000F0F00000F0F0ULL);
    return (a & 0xFF00FF0000FF00FFULL) | ((a >> 24) & 0x00000000FF00FF00ULL) | ((a & 0x00000000FF00FF00ULL) << 24);
}
PART u64 mirrored(u64 b) {
    b = ((b & 0x00FF00FF00FF00FFULL) << 8) | ((b >> 8) & 0x00FF00FF00FF00FFULL);
    return ((b & 0x0F0F0F0F0F0F0F0FULL) << 4) | ((b >> 4) & 0x0F0F0F0F0F0F0F0FULL);
}
PART u64 flipped(u64 b) {
    b = (b << 32) | (b >> 32);
    return ((b & 0x0000FFFF0000FFFFULL) << 16) | ((b >> 16) & 0x0000FFFF0000FFFFULL);
}
PART u64 side(u64 board, u64 down, int lane) {  // one of the eight symmetries; down: the board turned
    u64 b = lane & 16 ? down : board;
    if (lane & 8) b = flipped(b);
    if (lane & 4) b = mirrored(b);
    return b;
}

PART bool late(u64 b) { return (b & (b << 1) & (b << 2) & 0x8888888888888888ULL) != 0; }
PART bool has_32768(u64 b) { return (b & (b << 1) & (b << 2) & (b << 3) & 0x8888888888888888ULL) != 0; }
PART u64 lowered(u64 b) {
    u32 present = 0;
    for (int cell = 0; cell < 16; cell++) present |= 1u << ((b >> (4 * cell)) & 15);
    int gap = 14;
    while (gap > 0 && (present >> gap) & 1) gap--;
    if (gap > 1)
        for (int cell = 0; cell < 16; cell++)
            if ((int)((b >> (4 * cell)) & 15) > gap) b -= 1ULL << (4 * cell);
    return b;
}
PART u64 downgraded(u64 b) {
    while (has_32768(b)) {
        u64 lower = lowered(b);
        if (lower == b) break;
        b = lower;
    }
    return b;
}
PART int stage_of(u64 b, bool merged) {  // of a downgraded board; merged: the second stage is part of the first
    if (!late(b)) return 0;
    int total = 0;
    for (int cell = 0; cell < 16; cell++) {
        int rank = (b >> (4 * cell)) & 15;
        total += (rank > 10) << rank;
    }
    if (total < 24576) return !merged;
    return 2 + (total >= 30720);
}

PART u32 group(u64 b, int number) {  // within the group's own weights
    u32 low = (u32)b;
    if (number < 4) {
        u64 c = number & 1 ? b >> 16 : b;
        return number & 2 ? (u32)((c & 0xFFF) | ((c >> 4) & 0xFFF000)) : (u32)(c & 0xFFFFFF);
    }
    if (number == 4) return (low & 0xFF) | ((u32)(b >> 12) & 0xFFF00) | ((u32)(b >> 20) & 0xF00000);
    if (number == 5) return (low & 0xFFF) | ((u32)(b >> 8) & 0xF000) | ((u32)(b >> 20) & 0xFF0000);
    u32 two = (low & 0xFF) | ((u32)(b >> 12) & 0xF00);
    if (number == 6) return two | ((u32)(b >> 24) & 0xF000) | ((u32)(b >> 36) & 0xFF0000);
    return two | ((u32)(b >> 20) & 0xFF000) | ((u32)(b >> 32) & 0xF00000);
}
PART u64 place(u64 base, u64 b, int number) { return base + ((u64)number << 24) + group(b, number); }

PART float summed(float part) {  // over the lanes
#ifdef __CUDACC__
    for (int far = 16; far; far >>= 1) part += __shfl_xor_sync(0xFFFFFFFFu, part, far);
#endif
    return part;
}
PART float stage_value(const float* weights, int stage, u64 board) {
    const u64 base = base_of(stage), down = turned(board);
    float total = 0;
    LANES {
        u64 b = side(board, down, lane);
        total += FETCH(weights + place(base, b, lane & 3));
        if (groups_of(stage) == 8) total += FETCH(weights + place(base, b, 4 + (lane & 3)));
    }
    return summed(total);
}
PART float value(const float* weights, u64 board, bool merged) {  // what the network says of a slid board
    if (!late(board)) return stage_value(weights, 0, board);
    board = downgraded(board);
    return stage_value(weights, stage_of(board, merged), board);
}

PART u32 drawn(u64& state) {  // xorshift: 31 random bits
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (u32)(state >> 33);
}
PART u64 spawned(u64 board, u64& random) {
    u64 taken = board | (board >> 1);
    taken |= taken >> 2;
    u64 empty = ~taken & 0x1111111111111111ULL;
    u32 count = board ? (u32)((empty * 0x1111111111111111ULL) >> 60) : 16;
    for (u32 skip = (u32)(((u64)drawn(random) * count) >> 31); skip; skip--) empty &= empty - 1;
    return board | ((empty & (0 - empty)) << (drawn(random) % 10 == 0));
}
PART void slid(const u64* rows, u64 board, u64& left, u64& right, u32& points) {
    u64 a = rows[board & 0xFFFF], b = rows[(board >> 16) & 0xFFFF];
    u64 c = rows[(board >> 32) & 0xFFFF], d = rows[board >> 48];
    left = (a & 0xFFFF) | (b & 0xFFFF) << 16 | (c & 0xFFFF) << 32 | d << 48;
    right = (a >> 16 & 0xFFFF) | (b & 0xFFFF0000) | (c & 0xFFFF0000) << 16 | (d & 0xFFFF0000) << 32;
    points = (u32)(a >> 32) + (u32)(b >> 32) + (u32)(c >> 32) + (u32)(d >> 32);
}

// The slid board with the highest points plus value, turned after a move up or down; 0 when no move is left.
PART u64 best_move(const float* weights, const u64* rows, u64 board, bool merged, u32& gain, float& worth) {
    const u64 down = turned(board);
    u64 after[4];
    u32 across, along;
    slid(rows, board, after[0], after[1], across);
    slid(rows, down, after[2], after[3], along);
    float values[4];
#ifdef __CUDACC__
#pragma unroll
#endif
    for (int move = 0; move < 4; move++) values[move] = value(weights, after[move], merged);
    u64 best = 0;
    worth = -1e30f;
    gain = 0;
    for (int move = 0; move < 4; move++) {
        u32 points = move < 2 ? across : along;
        float whole = values[move] + (float)points;
        if (after[move] != (move < 2 ? board : down) && whole > worth) best = after[move], worth = whole, gain = points;
    }
    return best;
}

PART float moved(const Run& run, u64 at, float step, float error) {  // one weight, by its own rate
    float2 errors = FETCH(run.errors + at);
    float rate = errors.y > 0 ? fabsf(errors.x) / errors.y : 1.0f;
    float weight = FETCH(run.weights + at) + rate * step;
    errors.x += error;
    errors.y += fabsf(error);
    if (errors.y > MOST) errors.x *= 0.5f, errors.y *= 0.5f;
    STORE(run.weights + at, weight);
    STORE(run.errors + at, errors);
    return weight;
}
PART float corrected(const Run& run, int stage, u64 board, float target) {  // the board's value after that
    const u64 base = base_of(stage), down = turned(board);
    const float error = target - stage_value(run.weights, stage, board);
    const float step = run.pace * error / (float)(8 * groups_of(stage));
    float total = 0;
    LANES {
        u64 b = side(board, down, lane);
        total += moved(run, place(base, b, lane & 3), step, error);
        if (groups_of(stage) == 8) total += moved(run, place(base, b, 4 + (lane & 3)), step, error);
    }
    return summed(total);
}

PART void count(const Run& run, int stage, int what, u64 number) {
    if (LEADER) ADD(run.numbers + stage * COUNTS + what, number);
}

PART void begin(const Run& run, Slot& slot, int index) {
    u64 board = slot.middle;
    if (!slot.restarted) {
        int home = run.whole ? 0 : run.homes[index];
        u32 shelved = 0;
        while (home && (shelved = FETCH(run.shelved + home)) < FEW) home--;
        board = 0;
        if (home) board = FETCH(run.shelves + home * SHELF + drawn(slot.random) % (shelved < SHELF ? shelved : SHELF));
        if (!board) home = 0, board = spawned(0, slot.random);  // a board may be counted before it is there
        slot.stage = home;
    }
    slot.board = spawned(board, slot.random);
    slot.score = 0;
    slot.moves = 0;
    slot.state = PLAYING;
}

// Ends a game with its stage: lost, or through it with a board that is worth `after` with the points that made it.
PART void end(const Run& run, Slot& slot, int index, bool through, float after) {
    const u64* boards = run.boards + (u64)index * LONGEST;
    count(run, slot.stage, MOVES, slot.moves);
    if (!slot.restarted) {
        count(run, slot.stage, GAMES, 1);
        count(run, slot.stage, POINTS, slot.score);
    }
    if (!slot.restarted && through && slot.moves) {
        count(run, slot.stage, THROUGH, 1);
        count(run, slot.stage, BEFORE, (u64)fmaxf(value(run.weights, boards[slot.moves - 1], run.merged), 0.0f));
        count(run, slot.stage, AFTER, (u64)fmaxf(after, 0.0f));
    }
    slot.restarted = !through && slot.stage == 0 && slot.moves >= RESTART;
    slot.middle = boards[slot.moves / 2];
    slot.target = after;
    slot.to_learn = slot.moves;
    slot.state = LEARNING;
}

PART void end_whole(const Run& run, Slot& slot) {
    int top = 0;
    for (int cell = 0; cell < 16; cell++) {
        int rank = (int)((slot.board >> (4 * cell)) & 15);
        top = rank > top ? rank : top;
    }
    if (LEADER) ADD(run.numbers + TOPS + top, (u64)1);
    count(run, 0, GAMES, 1);
    count(run, 0, POINTS, slot.score);
    slot.state = DONE;
}

PART void play(const Run& run, Slot& slot, int index) {
    u32 gain;
    float worth;
    const u64 after = best_move(run.weights, run.rows, slot.board, run.merged, gain, worth);
    slot.score += gain;
    if (run.whole) {
        if (!after) return end_whole(run, slot);
    } else {
        if (!after || slot.moves == LONGEST) return end(run, slot, index, false, 0);
        if (gain >= 2048) {  // only a merge that makes a 2048 or more can end a stage
            const int stage = has_32768(after) ? STAGES : stage_of(after, run.merged);
            if (stage != slot.stage) {
                if (stage < STAGES && LEADER)
                    run.shelves[stage * SHELF + ADD(run.shelved + stage, 1u) % SHELF] = after;
                return end(run, slot, index, true, worth);
            }
        }
        if (LEADER) {
            run.boards[(u64)index * LONGEST + slot.moves] = after;
            run.gains[(u64)index * LONGEST + slot.moves] = gain;
        }
    }
    slot.moves++;
    slot.board = spawned(after, slot.random);
}

PART void learn(const Run& run, Slot& slot, int index) {  // one move, from the last to the first
    if (slot.to_learn == 0) {
        slot.state = BEGINNING;
        return;
    }
    const u64 at = (u64)index * LONGEST + --slot.to_learn;
    const float now = corrected(run, slot.stage, run.boards[at], slot.target);
    slot.target = (float)run.gains[at] + (1 - DECAY) * now + DECAY * slot.target;
}

PART void advance(const Run& run, int index) {
    Slot slot = run.slots[index];
    for (u32 step = 0; step < run.steps && slot.state != DONE; step++) {
        if (slot.state == BEGINNING) begin(run, slot, index);
        else if (slot.state == PLAYING) play(run, slot, index);
        else learn(run, slot, index);
#ifdef __CUDACC__
        __syncwarp();
#endif
    }
    if (LEADER) run.slots[index] = slot;
}

#ifdef __CUDACC__
static void check(cudaError_t fault) {
    if (fault != cudaSuccess) fprintf(stderr, "%s\n", cudaGetErrorString(fault)), abort();
}
__global__ void __launch_bounds__(256, 4) kernel(Run run) {
    const u32 index = (blockIdx.x * blockDim.x + threadIdx.x) >> 5;
    if (index < run.count) advance(run, index);
}
static void* room(u64 bytes) {
    void* made;
    check(cudaMalloc(&made, bytes));
    check(cudaMemset(made, 0, bytes));
    return made;
}
static void copy(void* to, const void* from, u64 bytes) { check(cudaMemcpy(to, from, bytes, cudaMemcpyDefault)); }
static void advance_all(const Run& run) {
    kernel<<<(run.count * 32 + 255) / 256, 256>>>(run);
    check(cudaGetLastError());
    check(cudaDeviceSynchronize());
}
#else
static void* room(u64 bytes) {
    void* made = calloc(bytes, 1);
    if (!made) fprintf(stderr, "no memory\n"), abort();
    return made;
}
static void copy(void* to, const void* from, u64 bytes) { memcpy(to, from, bytes); }
static void advance_all(const Run& run) {
    for (u32 index = 0; index < run.count; index++) advance(run, index);
}
#endif

static void begin_anew(Slot* to, u32 count, const u64* seeds) {
    Slot* slots = (Slot*)calloc(count, sizeof(Slot));
    for (u32 index = 0; index < count; index++) slots[index].random = seeds[index] | 1;
    copy(to, slots, count * sizeof(Slot));
    free(slots);
}
static void advance_counted(const Run& run, u64* numbers) {
    memset(numbers, 0, NUMBERS * sizeof(u64));
    copy(run.numbers, numbers, NUMBERS * sizeof(u64));
    advance_all(run);
    copy(numbers, run.numbers, NUMBERS * sizeof(u64));
}

extern "C" {
Run* opened(u32 count, const u64* rows) {
    Run* run = new Run();
    run->weights = (float*)room(WEIGHTS * sizeof(float));
    run->errors = (float2*)room(WEIGHTS * sizeof(float2));
    run->rows = (u64*)room(65536 * sizeof(u64));
    run->boards = (u64*)room((u64)count * LONGEST * sizeof(u64));
    run->gains = (u32*)room((u64)count * LONGEST * sizeof(u32));
    run->slots = (Slot*)room(count * sizeof(Slot));
    run->whole_slots = (Slot*)room(count * sizeof(Slot));
    run->homes = (int*)room(count * sizeof(int));
    run->shelves = (u64*)room(STAGES * SHELF * sizeof(u64));
    run->shelved = (u32*)room(STAGES * sizeof(u32));
    run->numbers = (u64*)room(NUMBERS * sizeof(u64));
    run->count = count;
    copy(run->rows, rows, 65536 * sizeof(u64));
    return run;
}
void put(Run* run, u64 at, u64 count, const float* weights, const float* errors) {
    copy(run->weights + at, weights, count * sizeof(float));
    copy(run->errors + at, errors, count * sizeof(float2));
}
void get(const Run* run, u64 at, u64 count, float* weights, float* errors) {
    copy(weights, run->weights + at, count * sizeof(float));
    copy(errors, run->errors + at, count * sizeof(float2));
}
// All games begin anew, each in its stage.
void begin_games(Run* run, const u64* seeds, const int* homes) {
    copy(run->homes, homes, run->count * sizeof(int));
    begin_anew(run->slots, run->count, seeds);
}
// Goes on with all games. numbers: room for the counts.
void go_on(Run* run, u32 steps, bool merged, float pace, u64* numbers) {
    run->steps = steps;
    run->merged = merged;
    run->pace = pace;
    advance_counted(*run, numbers);
}
// Plays one game a slot from its start to its end, and learns nothing from it.
void play_whole(const Run* run, bool merged, const u64* seeds, u64* numbers) {
    Run games = *run;
    games.slots = run->whole_slots;
    games.steps = WHOLE;
    games.whole = true;
    games.merged = merged;
    begin_anew(games.slots, games.count, seeds);
    advance_counted(games, numbers);
}
#ifndef __CUDACC__  // for tests, which have the weights at hand
float value_of(const float* weights, u64 board) { return value(weights, board, false); }
u64 move_of(const float* weights, const u64* rows, u64 board, u32* gain) {
    float worth;
    return best_move(weights, rows, board, false, *gain, worth);
}
void shelve(Run* run, int stage, u64 board) {
    run->shelved[stage] = FEW;
    for (u32 at = 0; at < FEW; at++) run->shelves[stage * SHELF + at] = board;
}
#endif
}
