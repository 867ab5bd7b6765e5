// _Bool: conversion from every scalar type, arithmetic and increments.
#include <stdio.h>
#include <stdbool.h>
#include <math.h>

static bool from_double(double d) { return d; }
static bool from_pointer(const void *p) { return p; }
static bool from_ll(long long v) { return v; }
static int to_int(bool b) { return b + b; }

struct flags { bool a; _Bool b; unsigned char raw; bool arr[5]; };

int main(void)
{
    int object = 0;
    struct flags f = { 2, 0, 7, { 0, 256, -1, 0x10000, !NULL } };

    printf("%d %d %d %d\n", from_double(0.0), from_double(-0.0), from_double(0.1), from_double(1e-310));
    printf("%d %d\n", from_double(NAN), from_double(-INFINITY));
    printf("%d %d\n", from_pointer(&object), from_pointer(NULL));
    printf("%d %d %d\n", from_ll(0), from_ll(0x100000000LL), from_ll(256));
    printf("%d %d\n", (bool)256, (unsigned char)256);
    printf("%d %d %d\n", f.a, f.b, f.raw);
    for (int i = 0; i < 5; i++)
        printf("%d", f.arr[i]);
    printf("\n%zu %zu\n", sizeof(bool), sizeof(struct flags));

    bool b = false;
    printf("%d", b++);
    printf("%d", b++);
    printf("%d", b);
    printf("%d", b--);
    printf("%d", b--);
    printf("%d\n", b);
    b += 5;
    printf("%d ", b);
    b -= 1;
    printf("%d ", b);
    b |= 8;
    printf("%d ", b);
    b ^= 1;
    printf("%d ", b);
    b = !b;
    b *= 100;
    printf("%d %d\n", b, to_int(b));
    printf("%d %d\n", ~(int)b, -b);
    bool table[2][2] = { { true } };
    printf("%d%d%d%d\n", table[0][0], table[0][1], table[1][0], table[1][1]);
    return (object == 0) + true + (bool)0.25f;
}
