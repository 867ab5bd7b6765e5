/*
 * Runs a program, whose main is called program_main, on random inputs many
 * times in one process: soak RUNS SEED.  Every second run draws uniformly, the
 * others prefer small numbers, limits and values that were drawn before.  A
 * sanitizer or a failed assertion ends the process; the inputs of the run are
 * then found by its number.
 */
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int program_main(void);
extern void __sanitizer_set_death_callback(void (*callback)(void));
#ifdef COUNT_BYTES
extern size_t __sanitizer_get_current_allocated_bytes(void);
#endif

static jmp_buf assumption;
static uint64_t state;
static long run;
static int count;
static int64_t drawn[256];

static uint64_t next_random(void)       /* SplitMix64 */
{
    uint64_t z = state += 0x9e3779b97f4a7c15u;

    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static int64_t draw(void)
{
    static const int64_t limits[] = { 0, 1, -1, 127, 128, 255, 256, INT16_MAX, INT32_MAX, INT32_MIN, INT64_MAX };
    uint64_t r = next_random();
    int64_t value = (int64_t)next_random();

    if (run % 2 != 0) {
        switch (r % 6) {
        case 0:
            value = (int64_t)(r >> 8) % 24;
            break;
        case 1:
            value = -((int64_t)(r >> 8) % 10);
            break;
        case 2:
            value = (int64_t)(r >> 8) % 128;
            break;
        case 3:
            value = limits[(r >> 8) % (sizeof limits / sizeof limits[0])];
            break;
        case 4:
            value = count > 0 ? drawn[(r >> 8) % (unsigned)(count < 256 ? count : 256)] : 0;
            break;
        }
    }
    drawn[count++ % 256] = value;
    return value;
}

#define INPUT(type, name) \
    type __VERIFIER_nondet_##name(void) { return (type)draw(); }
INPUT(char, char)
INPUT(unsigned char, uchar)
INPUT(short, short)
INPUT(unsigned short, ushort)
INPUT(int, int)
INPUT(unsigned int, uint)

void __VERIFIER_assume(int condition)
{
    if (!condition)
        longjmp(assumption, 1);
}

static void say_run(void)
{
    fprintf(stderr, "in run %ld\n", run);
}

static void say_run_of_signal(int number)
{
    say_run();
    signal(number, SIG_DFL);
    raise(number);
}

int main(int argc, char **argv)
{
    long runs = argc > 1 ? atol(argv[1]) : 1000;
    uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 0) : 1;
    long finished = 0;

    __sanitizer_set_death_callback(say_run);
    signal(SIGABRT, say_run_of_signal);
    for (run = 0; run < runs; run++) {
#ifdef COUNT_BYTES
        size_t before = __sanitizer_get_current_allocated_bytes();
#endif
        state = seed * 1000003u + (uint64_t)run * 0x9e3779b1u;
        count = 0;
        if (setjmp(assumption) != 0)
            continue;
        program_main();
        finished++;
#ifdef COUNT_BYTES
        if (__sanitizer_get_current_allocated_bytes() != before) {
            fprintf(stderr, "memory was lost\n");
            abort();
        }
#endif
    }
    printf("%ld runs, %ld to the end, seed %llu: nothing found\n", runs, finished, (unsigned long long)seed);
    return 0;
}
