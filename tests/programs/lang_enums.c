// Enumerations: explicit, implicit and negative values, sizes, arithmetic.
#include <stdio.h>
#include <limits.h>

enum color { RED, GREEN = 5, BLUE, ALIAS = GREEN, LAST = BLUE + 10 };
enum negative { MINUS = -3, MINUS2, ZERO = 0, POS };
enum big { HUGE_ONE = INT_MAX, TINY_ONE = INT_MIN };
enum unsign { HIGH = 0x80000000u };
enum flags { F_READ = 1 << 0, F_WRITE = 1 << 1, F_EXEC = 1 << 2, F_ALL = F_READ | F_WRITE | F_EXEC };
enum { ANON_A = 'a', ANON_SIZE = sizeof(int) * 4 };
enum __attribute__((packed)) small { S0, S1, S200 = 200 };

static const char *name(enum color c)
{
    switch (c) {
    case RED: return "red";
    case GREEN: return "green";
    case BLUE: return "blue";
    case LAST: return "last";
    }
    return "unknown";
}

static enum flags toggle(enum flags f, enum flags bit) { return f ^ bit; }

int main(void)
{
    enum color c = RED;
    enum negative n = MINUS;
    enum small s = S200;
    int buffer[ANON_SIZE];

    printf("%d %d %d %d %d\n", RED, GREEN, BLUE, ALIAS, LAST);
    printf("%s %s %s %s %s\n", name(c), name(5), name(BLUE), name(BLUE + 10), name((enum color)7));
    printf("%d %d %d %d\n", n, MINUS2, ZERO, POS);
    printf("%d %d\n", n < 0, n < (enum negative)ZERO);
    printf("%d %d\n", HUGE_ONE, TINY_ONE);
    printf("%u %d\n", HIGH, HIGH > 0);
    printf("%zu %zu %zu\n", sizeof(enum color), sizeof(enum big), sizeof(enum small));
    printf("%zu %d\n", sizeof buffer, s);
    enum flags f = F_READ;
    f = toggle(f, F_EXEC);
    printf("%d ", f);
    f |= F_WRITE;
    f &= ~F_READ;
    printf("%d %d\n", f, f == (F_ALL & 6));
    for (c = RED; c <= BLUE; c++)
        printf("%d%s ", c, c == GREEN ? "*" : "");
    printf("\n");
    enum local { A = 1, B, C } arr[] = { C, B, A, B };
    int sum = 0;
    for (unsigned i = 0; i < sizeof arr / sizeof *arr; i++)
        sum = sum * 4 + (int)arr[i];
    printf("%d %d\n", sum, ANON_A);
    return LAST;
}
