/* Random games of Connect Four, straightforwardly: the yardstick for the engine.

   gcc -O3 -o connect_four connect_four.c && ./connect_four 1000000 1
   prints: games, CPU seconds, mean decisions of a game, share of games won by the first player.
   A byte per field in a frame of empty ones; a win is sought from the disc just dropped. */
#include "yardstick.h"

enum { COLUMNS = 7, ROWS = 6, WIDE = COLUMNS + 2, FIELDS = WIDE * (ROWS + 2) };
static const int STEP[4] = {1, WIDE, WIDE + 1, WIDE - 1};

static int wins(const int8_t *field, int at) {
    for (int d = 0; d < 4; d++) {
        int run = 1;
        for (int to = at + STEP[d]; field[to] == field[at]; to += STEP[d]) run++;
        for (int to = at - STEP[d]; field[to] == field[at]; to -= STEP[d]) run++;
        if (run >= 4) return 1;
    }
    return 0;
}

static int play(long *decisions) {
    int8_t field[FIELDS] = {0};
    int height[COLUMNS] = {0};
    for (int t = 0; t < COLUMNS * ROWS; t++) {
        int open[COLUMNS], n = 0;
        for (int c = 0; c < COLUMNS; c++)
            if (height[c] < ROWS) open[n++] = c;
        int column = open[below(n)];
        int at = (++height[column]) * WIDE + column + 1;
        field[at] = t % 2 + 1;
        ++*decisions;
        if (wins(field, at)) return t % 2 == 0;
    }
    return 0;
}

RUN(1000000)
