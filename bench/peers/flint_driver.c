/*
 * The dense prime field peer: one random N x N matrix over Z/p, eliminated by FLINT.
 *
 * build:  cc -O2 -o flint_driver flint_driver.c -lflint -lgmp      (Debian: libflint-dev)
 * run:    ./flint_driver [p = 3] [N = 2000] [runs = 3] [rank|solve|rref]
 *
 * Prints one line a run: CPU seconds of the process. "rank" is the cheapest elimination
 * that FLINT has (LU without a right-hand side) and therefore the bar; "solve" adds one
 * right-hand side. The Go side is BenchmarkSolveMod3_2000 etc. in internal/zmod.
 */
#include <flint/flint.h>
#include <flint/nmod_mat.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

int main(int argc, char **argv) {
    unsigned long p = argc > 1 ? strtoul(argv[1], NULL, 10) : 3;
    long n = argc > 2 ? atol(argv[2]) : 2000;
    int runs = argc > 3 ? atoi(argv[3]) : 3;
    const char *what = argc > 4 ? argv[4] : "rank";
    if (p < 2 || n < 1 || runs < 1) {
        fprintf(stderr, "usage: flint_driver [p] [N] [runs] [rank|solve|rref]\n");
        return 2;
    }
    flint_rand_t state;
    flint_randinit(state);
    for (int i = 0; i < runs; i++) {
        nmod_mat_t a, b, x;
        nmod_mat_init(a, n, n, p);
        nmod_mat_init(b, n, 1, p);
        nmod_mat_init(x, n, 1, p);
        for (long r = 0; r < n; r++) {
            for (long c = 0; c < n; c++)
                nmod_mat_entry(a, r, c) = n_randint(state, p);
            nmod_mat_entry(b, r, 0) = n_randint(state, p);
        }
        clock_t start = clock();
        long answer;
        if (strcmp(what, "rref") == 0)
            answer = nmod_mat_rref(a);
        else if (strcmp(what, "solve") == 0)
            answer = nmod_mat_can_solve(x, a, b);
        else
            answer = nmod_mat_rank(a);
        double cpu = (double)(clock() - start) / CLOCKS_PER_SEC;
        printf("flint %s p=%lu n=%ld answer=%ld cpu=%.3f s\n", what, p, n, answer, cpu);
        nmod_mat_clear(a);
        nmod_mat_clear(b);
        nmod_mat_clear(x);
    }
    flint_randclear(state);
    return 0;
}
