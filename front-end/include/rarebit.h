/* rarebit.h: inputs with names and ranges, and properties, for C programs that
 * rarebit explores.
 *
 *   int x = rarebit_int("x", -100, 100);       any value, both ends included
 *   double d = rarebit_double("d", 0.0, 1.0);  never NaN
 *   rarebit_bytes(buffer, sizeof buffer, "buffer");
 *   rarebit_assume(x % 2 == 0);                only such runs are of interest
 *   rarebit_check(x * d < 50);                 a violation if it is false
 *
 * rarebit finds this header by itself. The functions are plain externs without
 * a body: a program is run natively by linking any definition of them, such as
 * one that replays recorded values in the order in which they are asked for. */
#ifndef RAREBIT_H
#define RAREBIT_H

#include <limits.h> /* INT_MIN and the like are the widest bounds */
#include <stddef.h>

#ifdef __cplusplus
#define RAREBIT_BOOL bool
extern "C" {
#else
#define RAREBIT_BOOL _Bool
#endif

/* ---- Draws: a value between low and high, both included ---- */

RAREBIT_BOOL rarebit_bool(const char *name);
char rarebit_char(const char *name, char low, char high);
signed char rarebit_schar(const char *name, signed char low, signed char high);
unsigned char rarebit_uchar(const char *name, unsigned char low,
                            unsigned char high);
short rarebit_short(const char *name, short low, short high);
unsigned short rarebit_ushort(const char *name, unsigned short low,
                              unsigned short high);
int rarebit_int(const char *name, int low, int high);
unsigned rarebit_uint(const char *name, unsigned low, unsigned high);
long rarebit_long(const char *name, long low, long high);
unsigned long rarebit_ulong(const char *name, unsigned long low,
                            unsigned long high);
long long rarebit_llong(const char *name, long long low, long long high);
unsigned long long rarebit_ullong(const char *name, unsigned long long low,
                                  unsigned long long high);
size_t rarebit_size(const char *name, size_t low, size_t high);

/* With bounds, any number between them and no NaN. */
float rarebit_float(const char *name, float low, float high);
double rarebit_double(const char *name, double low, double high);
/* Any bit pattern: NaNs and infinities too. */
float rarebit_any_float(const char *name);
double rarebit_any_double(const char *name);

#ifdef __SIZEOF_INT128__
__int128 rarebit_int128(const char *name, __int128 low, __int128 high);
unsigned __int128 rarebit_uint128(const char *name, unsigned __int128 low,
                                  unsigned __int128 high);
#endif

/* Any content for the `size` bytes at `start`. */
void rarebit_bytes(void *start, size_t size, const char *name);

/* ---- Properties ---- */

/* Only runs in which the condition holds are of interest. */
void rarebit_assume(RAREBIT_BOOL condition);
/* A violation if the condition does not hold; `text` says which. */
void rarebit_check_text(RAREBIT_BOOL condition, const char *text);
#define rarebit_check(...) rarebit_check_text(!!(__VA_ARGS__), #__VA_ARGS__)

#ifdef __cplusplus
}
#endif
#endif
