// Static local variables: persistence, recursion, per-function copies, initial values.
#include <stdio.h>

static int counter(void)
{
    static int n = 100;
    return n++;
}

static int other(void)
{
    static int n;
    n += 3;
    {
        static int n = 1000;      /* hides the outer n */
        n++;
        if (n == 1003)
            return n;
    }
    return n;
}

static unsigned rng(void)
{
    static unsigned long long state = 88172645463325252ULL;
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (unsigned)(state >> 16);
}

static const char *cycle(void)
{
    static const char *const names[] = { "red", "green", "blue" };
    static unsigned i;
    return names[i++ % 3];
}

static int depth_max(int d)
{
    static int max = -1;
    if (d > max)
        max = d;
    return d > 0 ? depth_max(d - 1) + 1 : max;
}

static char *number(int n)
{
    static char buf[4][16];
    static int slot;
    slot = (slot + 1) % 4;
    snprintf(buf[slot], sizeof buf[slot], "#%d", n);
    return buf[slot];
}

int main(void)
{
    for (int i = 0; i < 5; i++)
        printf("%d %d %s %u\n", counter(), other(), cycle(), rng());
    int d1 = depth_max(5);
    int d2 = depth_max(2);
    printf("%d %d\n", d1, d2);
    printf("%s %s %s %s\n", number(1), number(-2), number(3), number(44));
    for (int i = 0; i < 3; i++) {
        static double total = 0.5;
        int fresh = 0;
        total *= 3;
        fresh++;
        printf("%g %d\n", total, fresh);
    }
    for (int i = 0; i < 1000; i++)
        rng();
    printf("%u\n", rng());
    return counter();
}
