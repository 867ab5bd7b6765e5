// Falling off the end of main returns zero; buffered output without newline is flushed.
#include <stdio.h>
#include <stdlib.h>

static int collatz(unsigned long long n)
{
    int steps = 0;
    while (n != 1) {
        n = n % 2 ? 3 * n + 1 : n / 2;
        steps++;
    }
    return steps;
}

static int best, best_n;

int main(void)
{
    for (int n = 1; n <= 3000; n++) {
        int s = collatz((unsigned long long)n);
        if (s > best) {
            best = s;
            best_n = n;
            printf("%d:%d ", n, s);
        }
    }
    printf("\n%d %d\n", best_n, best);
    printf("%d", collatz(837799));
    fputs(" tail without newline", stdout);
}
