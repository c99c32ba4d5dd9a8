/* Random games of Gomoku on 15 × 15, straightforwardly: the yardstick for the engine.

   gcc -O3 -o gomoku gomoku.c && ./gomoku 100000 1
   prints: games, CPU seconds, mean decisions of a game, share of games won by the first player.
   A byte per field in a frame of empty ones; the empty fields are a list that shrinks by swapping; a win is sought
   from the stone just placed. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { SIZE = 15, WIDE = SIZE + 2, FIELDS = WIDE * WIDE };
static const int STEP[4] = {1, WIDE, WIDE + 1, WIDE - 1};
static uint64_t word[4];

static inline uint64_t turned(uint64_t x, int by) { return (x << by) | (x >> (64 - by)); }

static inline uint32_t below(uint32_t n) { /* xoshiro256++ */
    uint64_t result = turned(word[0] + word[3], 23) + word[0], shifted = word[1] << 17;
    word[2] ^= word[0]; word[3] ^= word[1]; word[1] ^= word[2]; word[0] ^= word[3];
    word[2] ^= shifted; word[3] = turned(word[3], 45);
    return (uint32_t)(((result >> 32) * n) >> 32);
}

static int wins(const int8_t *field, int at) {
    for (int d = 0; d < 4; d++) {
        int run = 1;
        for (int to = at + STEP[d]; field[to] == field[at]; to += STEP[d]) run++;
        for (int to = at - STEP[d]; field[to] == field[at]; to -= STEP[d]) run++;
        if (run >= 5) return 1;
    }
    return 0;
}

int main(int n_args, char **args) {
    long games = n_args > 1 ? atol(args[1]) : 1000000, decisions = 0, first = 0;
    uint64_t seed = n_args > 2 ? strtoull(args[2], NULL, 10) : 1;
    for (int i = 0; i < 4; i++) {
        uint64_t z = seed += 0x9E3779B97F4A7C15ULL;
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
        word[i] = z ^ (z >> 31);
    }
    clock_t start = clock();
    for (long g = 0; g < games; g++) {
        int8_t field[FIELDS] = {0};
        int open[SIZE * SIZE], n = 0;
        for (int row = 1; row <= SIZE; row++)
            for (int column = 1; column <= SIZE; column++) open[n++] = row * WIDE + column;
        for (int t = 0; t < SIZE * SIZE; t++) {
            int k = below(n), at = open[k];
            open[k] = open[--n];
            field[at] = t % 2 + 1;
            decisions++;
            if (wins(field, at)) { first += t % 2 == 0; break; }
        }
    }
    double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
    printf("%ld %.6f %.2f %.4f\n", games, seconds, (double)decisions / games, (double)first / games);
    return 0;
}
