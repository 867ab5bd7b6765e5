// Exit status of a program that returns a value wider than eight bits from main.
#include <stdio.h>
#include <stdlib.h>

static unsigned checksum;

static void final(void)
{
    printf("final %u\n", checksum);
}

static int classify(int v)
{
    if (v < 0)
        return -classify(-v);
    else if (v == 0)
        return 0;
    else if (v < 10)
        return 1;
    else if (v < 100)
        return 2;
    return 3;
}

int main(int argc, char **argv)
{
    static const int vals[] = { -1000, -50, -5, 0, 5, 50, 500 };
    if (atexit(final))
        return 1;
    printf("%d %d\n", argc, argv[argc] == NULL);
    for (unsigned i = 0; i < sizeof vals / sizeof *vals; i++) {
        int c = classify(vals[i]);
        checksum = checksum * 10 + (unsigned)(c + 5);
        printf("%d -> %d\n", vals[i], c);
    }
    return 0x12300 | 77;
}
