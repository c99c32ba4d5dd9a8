/* What the yardsticks share: a stream of random numbers, a clock, and the loop over games.

   A yardstick defines `play`, which plays one game, adds its decisions to the count and returns
   whether what the yardstick watches for came true, and ends with RUN(games by default). */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static uint64_t word[4];

static inline uint64_t turned(uint64_t x, int by) { return (x << by) | (x >> (64 - by)); }

static inline uint32_t below(uint32_t n) { /* xoshiro256++ */
    uint64_t result = turned(word[0] + word[3], 23) + word[0], shifted = word[1] << 17;
    word[2] ^= word[0]; word[3] ^= word[1]; word[1] ^= word[2]; word[0] ^= word[3];
    word[2] ^= shifted; word[3] = turned(word[3], 45);
    return (uint32_t)(((result >> 32) * n) >> 32);
}

static inline int run(int (*play)(long *), long games, uint64_t seed) {
    long decisions = 0, true_of = 0;
    for (int i = 0; i < 4; i++) { /* splitmix64 */
        uint64_t z = seed += 0x9E3779B97F4A7C15ULL;
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
        word[i] = z ^ (z >> 31);
    }
    clock_t start = clock();
    for (long g = 0; g < games; g++) true_of += play(&decisions);
    double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
    printf("%ld %.6f %.2f %.4f\n", games, seconds, (double)decisions / games, (double)true_of / games);
    return 0;
}

#define RUN(GAMES)                                                                            \
    int main(int n_args, char **args) {                                                       \
        long games = n_args > 1 ? atol(args[1]) : GAMES;                                      \
        return run(play, games, n_args > 2 ? strtoull(args[2], NULL, 10) : 1);                \
    }
