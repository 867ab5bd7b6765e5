/* Library functions called through pointers, where clang has no builtin to put in their place. */
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static double (*const one[])(double) = {
    fabs, sqrt, floor, ceil, trunc, rint, nearbyint, round, exp2, log2, fabs,
};
static float (*const single[])(float) = {fabsf, sqrtf, floorf, ceilf, truncf, rintf, roundf};
static double (*const two[])(double, double) = {fmin, fmax, copysign, fmod, remainder, fdim, hypot, nextafter};
static int (*const of_int[])(int) = {abs, isdigit, isalpha, toupper, tolower, isspace, ispunct};
static long (*const of_long[])(long) = {labs};
static long long (*const of_long_long[])(long long) = {llabs};
static void *(*const copies[])(void *, const void *, size_t) = {memcpy, memmove};
static char *(*const texts[])(char *, const char *) = {strcpy, strcat};
static int (*const comparisons[])(const char *, const char *) = {strcmp, strcoll};
static size_t (*volatile length)(const char *) = strlen;
static void *(*volatile fill)(void *, int, size_t) = memset;
static int (*volatile print)(const char *, ...) = printf;
static void *(*volatile allocate)(size_t) = malloc;
static void *(*volatile clear)(size_t, size_t) = calloc;
static void (*volatile release)(void *) = free;

#define COUNT(array) (sizeof array / sizeof *array)

int main(void) {
  for (size_t i = 0; i < COUNT(one); i++)
    print("%.17g %.17g\n", one[i](2.75), one[i](8.0));
  print("%g\n", one[0](-1.5));
  for (size_t i = 0; i < COUNT(single); i++)
    print("%.9g\n", (double)single[i](6.25f));
  for (size_t i = 0; i < COUNT(two); i++)
    print("%.17g\n", two[i](7.5, -2.0));
  for (size_t i = 0; i < COUNT(of_int); i++)
    print("%d\n", !!of_int[i]('5'));
  print("%d %ld %lld\n", of_int[0](-7), of_long[0](-8), of_long_long[0](-9));
  char text[32];
  for (size_t i = 0; i < COUNT(copies); i++)
    print("%s\n", (char *)copies[i](text, "copied", 7));
  for (size_t i = 0; i < COUNT(texts); i++)
    print("%s\n", texts[i](text, "again"));
  for (size_t i = 0; i < COUNT(comparisons); i++)
    print("%d\n", comparisons[i]("a", "b") < 0);
  fill(text, 'x', 5);
  print("%s %d\n", text, (int)length(text));
  char *heap = allocate(4), *zero = clear(2, 2);
  print("%d\n", zero[3]);
  release(heap);
  release(zero);
  return 0;
}
