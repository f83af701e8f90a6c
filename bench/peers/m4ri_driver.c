/*
 * The dense GF(2) peer: one random N x N system over GF(2), eliminated by M4RI.
 *
 * build:  cc -O2 -o m4ri_driver m4ri_driver.c -lm4ri -lm      (Debian: libm4ri-dev)
 * run:    ./m4ri_driver [N = 10000] [runs = 3]
 *
 * Prints one line a run: CPU seconds of the process (all threads) for echelonising the
 * N x (N+1) matrix [A|b], not reduced, which is what solving one right-hand side needs.
 * The Go side is BenchmarkSolve10000 in internal/gf2.
 */
#include <m4ri/m4ri.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

int main(int argc, char **argv) {
    int n = argc > 1 ? atoi(argv[1]) : 10000;
    int runs = argc > 2 ? atoi(argv[2]) : 3;
    if (n < 1 || runs < 1) {
        fprintf(stderr, "usage: m4ri_driver [N >= 1] [runs >= 1]\n");
        return 2;
    }
    for (int i = 0; i < runs; i++) {
        mzd_t *a = mzd_init(n, n + 1);
        mzd_randomize(a);
        clock_t start = clock();
        rci_t rank = mzd_echelonize(a, 0);
        double cpu = (double)(clock() - start) / CLOCKS_PER_SEC;
        printf("m4ri n=%d rank=%d cpu=%.3f s\n", n, (int)rank, cpu);
        mzd_free(a);
    }
    return 0;
}
