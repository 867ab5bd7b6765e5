// Cellular automata: Life on a torus with bit rows, rule 110, and Langton's ant.
#include <stdio.h>
#include <stdint.h>
#include <string.h>

enum { H = 16, W = 32 };
static uint32_t rows[H];

static int cell(int y, int x) { return rows[(y + H) % H] >> ((x + W) % W) & 1; }

static void life(void)
{
    uint32_t next[H] = { 0 };
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++) {
            int n = -cell(y, x);
            for (int dy = -1; dy <= 1; dy++)
                for (int dx = -1; dx <= 1; dx++)
                    n += cell(y + dy, x + dx);
            if (n == 3 || (n == 2 && cell(y, x)))
                next[y] |= UINT32_C(1) << x;
        }
    memcpy(rows, next, sizeof rows);
}

static int population(void)
{
    int n = 0;
    for (int y = 0; y < H; y++)
        for (uint32_t r = rows[y]; r; r &= r - 1)
            n++;
    return n;
}

int main(void)
{
    rows[1] = 4, rows[2] = 8, rows[3] = 14;         /* glider */
    rows[8] = 7 << 12, rows[9] = 7 << 11;           /* toad */
    rows[12] = 0x30000, rows[13] = 0x10000;
    for (int g = 0; g < 40; g++) {
        if (g % 8 == 0)
            printf("gen %d pop %d\n", g, population());
        life();
    }
    for (int y = 0; y < H; y++) {
        for (int x = 0; x < W; x++)
            putchar(".#"[cell(y, x)]);
        putchar('\n');
    }
    uint64_t r = 1;
    for (int g = 0; g < 24; g++) {
        uint64_t left = r << 1 | r >> 63, right = r >> 1 | r << 63;
        r = (r ^ right) | (r & ~left);
    }
    printf("%016llx\n", (unsigned long long)r);
    static unsigned char grid[64][64];
    static const signed char step[4][2] = { { 0, -1 }, { 1, 0 }, { 0, 1 }, { -1, 0 } };
    int x = 32, y = 32, dir = 0, black = 0;
    for (int i = 0; i < 5000; i++) {
        dir = (dir + (grid[y][x] ? 3 : 1)) & 3;
        black += (grid[y][x] ^= 1) ? 1 : -1;
        x = (x + step[dir][0]) & 63;
        y = (y + step[dir][1]) & 63;
    }
    printf("%d %d %d %d\n", x, y, dir, black);
    return population();
}
