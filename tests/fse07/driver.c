/*
 * The input functions of Test-Comp for a native run: the program's arguments
 * are the values, in the order in which they are read; missing ones are 0.
 * A failed assumption ends the run with status 0.
 */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static char **values;

/* Runs before main, because the program's main takes no arguments. */
__attribute__((constructor)) static void take_arguments(int argc, char **argv)
{
    (void)argc;
    values = argv + 1;
}

static long long next_value(void)
{
    return *values != NULL ? strtoll(*values++, NULL, 0) : 0;
}

void __VERIFIER_assume(int condition)
{
    if (!condition)
        _exit(0);
}

#define INPUT(type, name) \
    type __VERIFIER_nondet_##name(void) { return (type)next_value(); }
INPUT(_Bool, bool)
INPUT(char, char)
INPUT(unsigned char, uchar)
INPUT(short, short)
INPUT(unsigned short, ushort)
INPUT(int, int)
INPUT(unsigned int, uint)
INPUT(long, long)
INPUT(unsigned long, ulong)
