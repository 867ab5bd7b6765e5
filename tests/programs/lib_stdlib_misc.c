// div, ldiv, lldiv, abs, labs, llabs, rand/srand sequence, rand_r, getenv of an unset name.
#include <stdio.h>
#include <stdlib.h>
#include <limits.h>

int main(void)
{
    static const int pairs[][2] = { { 17, 5 }, { -17, 5 }, { 17, -5 }, { -17, -5 }, { 0, 3 }, { INT_MIN, 7 } };
    for (unsigned i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        div_t d = div(pairs[i][0], pairs[i][1]);
        ldiv_t l = ldiv(pairs[i][0] * 3L / 3, pairs[i][1]);
        lldiv_t ll = lldiv(pairs[i][0] * 1000000007LL, pairs[i][1]);
        printf("%d %d %ld %ld %lld %lld\n", d.quot, d.rem, l.quot, l.rem, ll.quot, ll.rem);
    }
    printf("%d %d %ld %lld\n", abs(-5), abs(INT_MAX), labs(-123456L), llabs(LLONG_MIN + 1));
    printf("%d %d\n", div(100, 7).quot, div(100, 7).rem);

    for (int i = 0; i < 5; i++)
        printf("%d ", rand());
    printf("\n");
    srand(42);
    int first = rand(), second = rand();
    srand(42);
    int same = first == rand();
    same += second == rand();
    printf("%d %d %d\n", first, second, same);
    srand(1);
    unsigned h = 0;
    int in_range = 1;
    for (int i = 0; i < 1000; i++) {
        int r = rand();
        in_range &= r >= 0 && r <= RAND_MAX;
        h = h * 31 + (unsigned)r;
    }
    printf("%u %d %d\n", h, in_range, RAND_MAX);
    unsigned state = 7;
    for (int i = 0; i < 4; i++)
        printf("%d ", rand_r(&state));
    printf("%u\n", state);
    printf("%d %d\n", getenv("A_NAME_THAT_NOBODY_SETS_42") == NULL, getenv("") == NULL);
    printf("%d %d\n", EXIT_SUCCESS, EXIT_FAILURE);
    return EXIT_FAILURE;
}
