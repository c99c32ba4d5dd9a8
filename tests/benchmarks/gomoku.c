/* Random games of Gomoku on 15 × 15, straightforwardly: the yardstick for the engine.

   gcc -O3 -o gomoku gomoku.c && ./gomoku 100000 1
   prints: games, CPU seconds, mean decisions of a game, share of games won by the first player.
   A byte per field in a frame of empty ones; the empty fields are a list that shrinks by swapping; a win is sought
   from the stone just placed. */
#include "yardstick.h"

enum { SIZE = 15, WIDE = SIZE + 2, FIELDS = WIDE * WIDE };
static const int STEP[4] = {1, WIDE, WIDE + 1, WIDE - 1};

static int wins(const int8_t *field, int at) {
    for (int d = 0; d < 4; d++) {
        int run = 1;
        for (int to = at + STEP[d]; field[to] == field[at]; to += STEP[d]) run++;
        for (int to = at - STEP[d]; field[to] == field[at]; to -= STEP[d]) run++;
        if (run >= 5) return 1;
    }
    return 0;
}

static int play(long *decisions) {
    int8_t field[FIELDS] = {0};
    int open[SIZE * SIZE], n = 0;
    for (int row = 1; row <= SIZE; row++)
        for (int column = 1; column <= SIZE; column++) open[n++] = row * WIDE + column;
    for (int t = 0; t < SIZE * SIZE; t++) {
        int k = below(n), at = open[k];
        open[k] = open[--n];
        field[at] = t % 2 + 1;
        ++*decisions;
        if (wins(field, at)) return t % 2 == 0;
    }
    return 0;
}

RUN(1000000)
