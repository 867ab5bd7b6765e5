/* Models of the random number generators of <stdlib.h>, with the sequences of
 * glibc: rand and random, rand_r, and the drand48 family. */
#include "model.h"

/* ---- rand and random ---- */

/* The generator is additive: each number is the sum of the numbers 3 and 31
 * places before it. */
#define DEGREE 31
#define SEPARATION 3

/* The last 31 numbers; initially what seed(1) leaves. */
static uint32_t numbers[DEGREE] = {
    0x991539b1, 0x16a5bce3, 0x6774a4cd, 0x3e01511e, 0x4e508aaa,
    0x61048c05, 0xf5500617, 0x846b7115, 0x6a19892c, 0x896a97af,
    0xdb48f936, 0x14898454, 0x37ffd106, 0xb58bff9c, 0x59e17104,
    0xcf918a49, 0x09378c83, 0x52c7a471, 0x8d293ea9, 0x1f4fc301,
    0xc3db71be, 0x39b44e1c, 0xf8a44ef9, 0x4c8b80b1, 0x19edc328,
    0x87bf4bdd, 0xc9b240e5, 0xe9ee4b1b, 0x4382aee7, 0x535b6b41,
    0xf3bec5da,
};
static int next = SEPARATION;

static uint32_t draw(void) {
  int before = next >= SEPARATION ? next - SEPARATION
                                  : next - SEPARATION + DEGREE;
  numbers[next] += numbers[before];
  uint32_t drawn = numbers[next];
  next = next + 1 < DEGREE ? next + 1 : 0;
  return drawn >> 1;
}

/* Seeds by x = 16807 * x mod (2^31 - 1), then warms up. */
static void seed(unsigned value) {
  int32_t x = (int32_t)(value != 0 ? value : 1);
  numbers[0] = (uint32_t)x;
  for (int i = 1; i < DEGREE; i++) {
    int64_t product = 16807 * (int64_t)x % 2147483647;
    x = (int32_t)(product < 0 ? product + 2147483647 : product);
    numbers[i] = (uint32_t)x;
  }
  next = SEPARATION;
  for (int i = 0; i < 10 * DEGREE; i++)
    draw();
}

int rand(void) {
  return (int)draw();
}

long random(void) {
  return (long)draw();
}

void srand(unsigned value) {
  seed(value);
}

void srandom(unsigned value) {
  seed(value);
}

/* ---- rand_r ---- */

/* One step of a linear congruence, and some of its upper bits. */
static unsigned step(unsigned *state, unsigned mask) {
  *state = *state * 1103515245u + 12345u;
  return (*state >> 16) & mask;
}

int rand_r(unsigned *state) {
  unsigned result = step(state, 2047);
  result = result << 10 ^ step(state, 1023);
  result = result << 10 ^ step(state, 1023);
  return (int)result;
}

/* ---- The drand48 family: x = a * x + c mod 2^48 ---- */

#define MASK48 0xffffffffffffULL
#define MULTIPLIER 0x5deece66dULL
#define INCREMENT 0xbULL

static uint64_t state48, multiplier48 = MULTIPLIER, increment48 = INCREMENT;

static uint64_t advance(uint64_t x) {
  return (multiplier48 * x + increment48) & MASK48;
}

static uint64_t load48(const unsigned short x[3]) {
  return (uint64_t)x[2] << 32 | (uint64_t)x[1] << 16 | x[0];
}

static void store48(unsigned short x[3], uint64_t value) {
  x[0] = (unsigned short)(value & 0xffff);
  x[1] = (unsigned short)(value >> 16 & 0xffff);
  x[2] = (unsigned short)(value >> 32 & 0xffff);
}

/* Advances the state that the caller keeps. */
static uint64_t advance_own(unsigned short x[3]) {
  uint64_t value = advance(load48(x));
  store48(x, value);
  return value;
}

static double to_double(uint64_t x) {
  return (double)x / 281474976710656.0;
}

static long to_nonnegative(uint64_t x) {
  return (long)(x >> 17);
}

static long to_signed(uint64_t x) {
  return (long)(int32_t)(uint32_t)(x >> 16);
}

double drand48(void) {
  return to_double(state48 = advance(state48));
}

double erand48(unsigned short x[3]) {
  return to_double(advance_own(x));
}

long lrand48(void) {
  return to_nonnegative(state48 = advance(state48));
}

long nrand48(unsigned short x[3]) {
  return to_nonnegative(advance_own(x));
}

long mrand48(void) {
  return to_signed(state48 = advance(state48));
}

long jrand48(unsigned short x[3]) {
  return to_signed(advance_own(x));
}

void srand48(long value) {
  state48 = (uint64_t)(uint32_t)value << 16 | 0x330e;
  multiplier48 = MULTIPLIER;
  increment48 = INCREMENT;
}

unsigned short *seed48(unsigned short x[3]) {
  static unsigned short old[3];
  uint64_t value = load48(x);
  store48(old, state48);
  state48 = value;
  multiplier48 = MULTIPLIER;
  increment48 = INCREMENT;
  return old;
}

/* Sets x, a and c. */
void lcong48(unsigned short parameters[7]) {
  state48 = load48(parameters);
  multiplier48 = load48(parameters + 3);
  increment48 = parameters[6];
}
