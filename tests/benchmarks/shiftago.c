/* Random games of Shiftago Expert for two, straightforwardly: the yardstick for the engine.

   gcc -O3 -o shiftago shiftago.c && ./shiftago 200000 1
   prints: games, CPU seconds, mean decisions of a game, share of games won at ten points.
   A byte per field in a frame of empty ones; a push moves bytes; lines are sought from every own
   marble without one of its colour before it. */
#include "yardstick.h"

enum { SIZE = 7, WIDE = SIZE + 2, PLAYERS = 2, MARBLES = 22, TARGET = 10, SHORTEST = 5 };
static const int POINTS[SIZE + 1] = {0, 0, 0, 0, 0, 2, 5, 10};
static const int STEP[4] = {1, WIDE, WIDE + 1, WIDE - 1};

typedef struct { int start, step, length; } Line;
typedef struct {
    int8_t field[WIDE * WIDE]; /* 0 empty, else seat + 1; the frame stays 0 */
    int8_t held[2 * SIZE];     /* marbles on each column, then on each row */
    int marbles, points[PLAYERS], stock[PLAYERS], seat, choosing, over;
} Game;

static int find_lines(const Game *game, Line *out) {
    int n = 0, mine = game->seat + 1;
    for (int row = 1; row <= SIZE; row++)
        for (int at = row * WIDE + 1; at <= row * WIDE + SIZE; at++) {
            if (game->field[at] != mine) continue;
            for (int d = 0; d < 4; d++) {
                if (game->field[at - STEP[d]] == mine) continue;
                int length = 1;
                while (game->field[at + length * STEP[d]] == mine) length++;
                if (length >= SHORTEST) out[n++] = (Line){at, STEP[d], length};
            }
        }
    return n;
}

static int list_inserts(const Game *game, int *out) {
    int n = 0;
    for (int side = 0; side < 4; side++)
        for (int track = 0; track < SIZE; track++)
            if (game->held[side / 2 * SIZE + track] < SIZE) out[n++] = side * SIZE + track;
    return n;
}

static void put(Game *game, int at, int what) {
    int change = (what != 0) - (game->field[at] != 0);
    game->field[at] = what;
    game->held[at % WIDE - 1] += change;
    game->held[SIZE + at / WIDE - 1] += change;
    game->marbles += change;
}

static void insert(Game *game, int move) {
    static const int FIRST[4] = {WIDE + 1, SIZE * WIDE + 1, WIDE + 1, WIDE + SIZE};
    static const int INWARD[4] = {WIDE, -WIDE, 1, -1}, ALONG[4] = {1, 1, WIDE, WIDE};
    int side = move / SIZE, step = INWARD[side];
    int edge = FIRST[side] + move % SIZE * ALONG[side], at = edge, coming = game->seat + 1;
    while (game->field[at]) {
        int pushed = game->field[at];
        game->field[at] = coming;
        coming = pushed;
        at += step;
    }
    put(game, at, coming);
    game->stock[game->seat]--;
}

static void take(Game *game, Line line) {
    game->points[game->seat] += POINTS[line.length];
    for (int i = 1; i < line.length - 1; i++) {
        put(game, line.start + i * line.step, 0);
        game->stock[game->seat]++;
    }
}

static int play(long *decisions) {
    Game game = {0};
    for (int seat = 0; seat < PLAYERS; seat++) game.stock[seat] = MARBLES;
    while (!game.over) {
        Line lines[64];
        ++*decisions;
        if (game.choosing) {
            take(&game, lines[below(find_lines(&game, lines))]);
            game.choosing = 0;
            if (game.points[game.seat] >= TARGET) return 1;
        } else {
            int inserts[4 * SIZE];
            insert(&game, inserts[below(list_inserts(&game, inserts))]);
            if (find_lines(&game, lines)) { game.choosing = 1; continue; }
            game.seat = (game.seat + 1) % PLAYERS;
        }
        if (game.marbles == SIZE * SIZE || !game.stock[game.seat]) game.over = 1;
    }
    return 0;
}

RUN(100000)
