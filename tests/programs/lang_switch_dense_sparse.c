// switch: dense, sparse, negative, GNU ranges, fallthrough, default in the middle.
#include <stdio.h>
#include <limits.h>

static int dense(int n)
{
    switch (n) {
    case 0: return 7;
    case 1: return 3;
    case 2: case 3: return 9;
    case 4: n += 10; /* fall through */
    case 5: n *= 2; /* fall through */
    case 6: n++; break;
    case 7: return -7;
    default: return -1;
    case 8: return 88;
    }
    return n;
}

static const char *sparse(int n)
{
    switch (n) {
    case INT_MIN: return "min";
    case -1000000: return "-1m";
    case -1: return "minus one";
    case 0: return "zero";
    case 99: return "99";
    case 100000: return "100k";
    case INT_MAX: return "max";
    }
    return "none";
}

static int ranges(int n)
{
    switch (n) {
    case -100 ... -51: return 1;
    case -50 ... -1: return 2;
    case 0: return 3;
    case 1 ... 9: return 4;
    case 10 ... 99: return 5;
    case 1000 ... INT_MAX: return 6;
    default: return 0;
    }
}

static int middle(unsigned n)
{
    int r = 0;
    switch (n) {
    case 1: r += 1; /* fall through */
    default: r += 10; /* fall through */
    case 2: r += 100; break;
    case 0xffffffffu: r += 1000;
    }
    return r;
}

int main(void)
{
    for (int i = -2; i < 11; i++)
        printf("%d ", dense(i));
    printf("\n");
    int keys[] = { INT_MIN, INT_MIN + 1, -1000000, -1, 0, 1, 99, 100000, INT_MAX };
    for (int i = 0; i < 9; i++)
        printf("%s, ", sparse(keys[i]));
    printf("\n");
    int probes[] = { -101, -100, -51, -50, -1, 0, 1, 9, 10, 99, 100, 999, 1000, INT_MAX, INT_MIN };
    for (int i = 0; i < 15; i++)
        printf("%d", ranges(probes[i]));
    printf("\n%d %d %d %d\n", middle(1), middle(2), middle(3), middle(-1u));
    switch (keys[3]) { }
    switch (keys[4]) default: printf("only default\n");
    return dense(4);
}
