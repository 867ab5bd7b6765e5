// Multi-dimensional arrays: initialisers, pointers to rows and planes, sizeof, passing.
#pragma clang diagnostic ignored "-Wmissing-braces"
#include <stdio.h>

static int full[2][3] = { { 1, 2, 3 }, { 4, 5, 6 } };
static int flat[2][3] = { 1, 2, 3, 4, 5 };
static short cube[3][2][4] = { { { 1, 2 }, { 3 } }, { { 0 } }, { { 5, 6, 7, 8 }, 9, 10 } };
static const char names[][8] = { "zero", "one", "two", "three" };
static int unknown[][2] = { 1, 2, 3, 4, 5 };
static float identity[3][3] = { [0][0] = 1, [1][1] = 1, [2][2] = 1 };

static int row_sum(const int *r, int n)
{
    int s = 0;
    while (n--)
        s += *r++;
    return s;
}
static int all(int m[][3], int rows)
{
    int s = 0;
    for (int i = 0; i < rows; i++)
        s = s * 10 + row_sum(m[i], 3);
    return s;
}
static long plane(short (*p)[4]) { return p[0][0] * 1000L + p[0][3] * 100 + p[1][0] * 10 + p[1][1]; }
static void transpose(float m[3][3])
{
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < i; j++) {
            float t = m[i][j];
            m[i][j] = m[j][i];
            m[j][i] = t;
        }
}

int main(void)
{
    printf("%d %d\n", all(full, 2), all(flat, 2));
    printf("%ld %ld %ld\n", plane(cube[0]), plane(cube[1]), plane(cube[2]));
    printf("%zu %zu %zu %zu\n", sizeof cube, sizeof cube[0], sizeof cube[0][0], sizeof cube[0][0][0]);
    printf("%zu %zu\n", sizeof unknown / sizeof unknown[0], sizeof names / sizeof *names);
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
        printf("%s%c ", names[i], names[i][i]);
    printf("\n");
    int (*row)[3] = full;
    row++;
    printf("%d %d %d %td\n", (*row)[0], row[0][2], *(*(full + 1) + 1), row - full);
    int (*whole)[2][3] = &full;
    (*whole)[0][1] = 77;
    printf("%d %zu %zu\n", full[0][1], sizeof *whole, sizeof **whole);
    identity[0][2] = 0.5f;
    identity[1][0] = -2;
    transpose(identity);
    for (int i = 0; i < 9; i++)
        printf("%g ", identity[i / 3][i % 3]);
    printf("\n");
    int local[3][3] = { { 1 }, { [1] = 2 }, { 0, 0, 3 } }, t = 0;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            t = t * 4 + local[i][j];
    printf("%d\n", t);
    const char *ragged[3][2] = { { "a", "bc" }, { "def" } };
    printf("%c %d %d\n", ragged[1][0][2], ragged[1][1] == NULL, ragged[2][0] == NULL);
    return unknown[2][0] * 10 + unknown[2][1];
}
