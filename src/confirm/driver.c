/* The driver of a native replay: linked with the program under test, it hands
 * out recorded inputs and says on a channel of its own what the program did.
 *
 * RAREBIT_REPLAY names the file of inputs, an array of struct entry in the
 * order of consumption; RAREBIT_SAID the file to speak to, one line a message:
 * a word, a tab, details. Where a stack is of interest it follows in the
 * sanitizer's report, which also is a file of its own.
 *
 * Almost all is weak: what the program defines itself is the program's.
 * That may be a function of the C library, so the driver's own work is done by
 * system calls and functions of its own. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

#define WEAK __attribute__((weak))
#define FAILED 78 /* the exit status after the driver has ended the program */

void __sanitizer_print_stack_trace(void);

struct entry {
  char source[48]; /* the function that gave the input */
  uint32_t bits;
  uint32_t is_float;
  uint64_t low, high;
};

static const struct entry *entries;
static size_t entry_count, used;
static int channel = -1;

/* ---- Instead of the C library ---- */

static _Noreturn void leave(void) {
  for (;;)
    syscall(SYS_exit_group, FAILED);
}

static void copy(void *to, const void *from, size_t size) {
  for (size_t i = 0; i < size; i++)
    ((volatile char *)to)[i] = ((const char *)from)[i];
}

/* Are the first `most` bytes equal, or the texts if they are shorter? */
static int is_same(const char *a, const char *b, size_t most) {
  for (size_t i = 0; i < most && (a[i] != '\0' || b[i] != '\0'); i++)
    if (a[i] != b[i])
      return 0;
  return 1;
}

static const char *variable(const char *name) {
  size_t length = 0;
  while (name[length] != '\0')
    length++;
  for (char **entry = environ; entry != NULL && *entry != NULL; entry++)
    if (is_same(*entry, name, length) && (*entry)[length] == '=')
      return *entry + length + 1;
  return NULL;
}

/* ---- The channel ---- */

static void say(const char *word, const char *detail, const char *more) {
  char line[8192];
  size_t length = 0;
  const char *parts[] = {word, "\t", detail, "\t", more, "\n"};
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
    for (const char *c = parts[i]; *c != '\0' && length < sizeof line; c++)
      line[length++] = *c == '\n' && i != 5 ? ' ' : *c;
  if (syscall(SYS_write, channel, line, length) < 0)
    leave();
}

static void give_up(const char *word, const char *detail, const char *more) {
  say(word, detail, more);
  leave();
}

/* A failure that the stack tells the place of. */
static void fail(const char *word, const char *detail) {
  say(word, detail, "");
  __sanitizer_print_stack_trace();
  leave();
}

static const char *decimal(char text[24], uint64_t number) {
  char *at = text + 23;
  *at = '\0';
  do
    *--at = (char)('0' + number % 10);
  while ((number /= 10) != 0);
  return at;
}

/* ---- Jumps to nowhere ----
 * No unwinder gets over one. So the signal handler goes on as if a function of
 * the driver had been called instead, which then sees the whole stack. */

static void bad_call(void) {
  fail("call", "");
}

static void bad_access(void) {
  fail("signal", "");
}

#ifdef __x86_64__
#define PC REG_RIP
#define SP REG_RSP
#else
#define PC REG_EIP
#define SP REG_ESP
#endif

static void on_signal(int number, siginfo_t *info, void *context) {
  greg_t *registers = ((ucontext_t *)context)->uc_mcontext.gregs;
  int jumped = info->si_addr == (void *)registers[PC];
  if (!jumped) {
    /* An address that no machine has faults at the call itself, before there
     * is a return address, and without the address of the fault. */
    registers[SP] -= sizeof(void *);
    *(void **)registers[SP] = (void *)(registers[PC] + 1);
  }
  int is_call = jumped || (number == SIGSEGV && info->si_addr == NULL);
  registers[PC] = (greg_t)(is_call ? bad_call : bad_access);
}

static void catch_bad_jumps(void) {
  static char stack[1 << 16];
  stack_t other = {.ss_sp = stack, .ss_size = sizeof stack};
  struct sigaction action = {.sa_sigaction = on_signal,
                             .sa_flags = SA_SIGINFO | SA_ONSTACK};
  sigaltstack(&other, NULL);
  sigaction(SIGSEGV, &action, NULL);
  sigaction(SIGBUS, &action, NULL);
  sigaction(SIGILL, &action, NULL);
}

/* ---- Beginning and end ---- */

__attribute__((constructor(101))) static void begin(void) {
  const char *replay = variable("RAREBIT_REPLAY"), *said = variable("RAREBIT_SAID");
  if (replay == NULL || said == NULL)
    leave();
  long file = syscall(SYS_open, said, O_WRONLY | O_APPEND | O_CREAT, 0600);
  channel = (int)syscall(SYS_fcntl, file, F_DUPFD_CLOEXEC, 200);
  syscall(SYS_close, file);
  long input = syscall(SYS_open, replay, O_RDONLY);
  long size = syscall(SYS_lseek, input, 0, SEEK_END);
  if (channel < 0 || input < 0 || size < 0)
    leave();
  if (size > 0) {
#ifdef SYS_mmap2
    long number = SYS_mmap2;
#else
    long number = SYS_mmap;
#endif
    entries = (const struct entry *)syscall(number, NULL, size, PROT_READ, MAP_PRIVATE, input, 0);
    if (entries == MAP_FAILED)
      leave();
    entry_count = (size_t)size / sizeof *entries;
  }
  syscall(SYS_close, input);
  if (variable("RAREBIT_JUMPS") != NULL)
    catch_bad_jumps();
  static char *nothing[] = {NULL};
  environ = nothing;
  say("begin", "", "");
}

__attribute__((destructor(101))) static void end(void) {
  char text[24];
  say("end", decimal(text, used), "");
}

/* ---- Inputs ---- */

/* Is the next input from this source? */
static int is_next(const char *source) {
  return used < entry_count && is_same(entries[used].source, source, sizeof entries->source);
}

static const struct entry *next(const char *source, int is_float) {
  if (used == entry_count)
    give_up("dry", source, "");
  const struct entry *entry = &entries[used];
  static const char family[] = "__VERIFIER_nondet_";
  size_t length = sizeof family - 1;
  if (!is_same(source, family, length))
    length = sizeof entry->source - 1;
  if (!is_same(source, entry->source, length) ||
      entry->is_float != (uint32_t)is_float)
    give_up("other", source, entry->source);
  used++;
  return entry;
}

uint64_t __rarebit_replay_int(const char *source) {
  return next(source, 0)->low;
}

#ifdef __SIZEOF_INT128__
unsigned __int128 __rarebit_replay_int128(const char *source) {
  const struct entry *entry = next(source, 0);
  return (unsigned __int128)entry->high << 64 | entry->low;
}
#endif

float __rarebit_replay_float(const char *source) {
  float value;
  copy(&value, &next(source, 1)->low, sizeof value);
  return value;
}

double __rarebit_replay_double(const char *source) {
  double value;
  copy(&value, &next(source, 1)->low, sizeof value);
  return value;
}

/* Looks before it copies, where that sanitizer is there. */
WEAK void *__asan_memcpy(void *to, const void *from, size_t size);

/* Fills memory with as many inputs as it takes. */
void __rarebit_replay_memory(const char *source, void *memory, size_t size) {
  for (size_t at = 0; at < size;) {
    if (used == entry_count)
      give_up("dry", source, "");
    const struct entry *entry = next(source, (int)entries[used].is_float);
    uint64_t words[] = {entry->low, entry->high};
    size_t width = (entry->bits + 7) / 8;
    if (width > size - at)
      width = size - at;
    if (__asan_memcpy != NULL)
      __asan_memcpy((char *)memory + at, words, width);
    else
      copy((char *)memory + at, words, width);
    at += width;
  }
}

static void assume(int holds) {
  if (!holds)
    give_up("assume", "", "");
}

/* ---- The verification competitions' functions ---- */

#define NONDET(type, name)                                                     \
  WEAK type __VERIFIER_nondet_##name(void) {                                   \
    return (type)__rarebit_replay_int("__VERIFIER_nondet_" #name);             \
  }

NONDET(_Bool, bool)
NONDET(_Bool, _Bool)
NONDET(char, char)
NONDET(signed char, schar)
NONDET(unsigned char, uchar)
NONDET(short, short)
NONDET(unsigned short, ushort)
NONDET(int, int)
NONDET(unsigned, uint)
NONDET(unsigned, unsigned)
NONDET(unsigned, unsigned_int)
NONDET(long, long)
NONDET(unsigned long, ulong)
NONDET(long long, longlong)
NONDET(unsigned long long, ulonglong)
NONDET(size_t, size_t)
NONDET(ptrdiff_t, ptrdiff_t)
NONDET(ssize_t, ssize_t)
NONDET(int8_t, s8)
NONDET(int16_t, s16)
NONDET(int32_t, s32)
NONDET(int64_t, s64)
NONDET(uint8_t, u8)
NONDET(uint16_t, u16)
NONDET(uint32_t, u32)
NONDET(uint64_t, u64)
NONDET(long long, loff_t)
NONDET(unsigned long, sector_t)
NONDET(unsigned long, pthread_t)

#ifdef __SIZEOF_INT128__
WEAK __int128 __VERIFIER_nondet_int128(void) {
  return (__int128)__rarebit_replay_int128("__VERIFIER_nondet_int128");
}

WEAK unsigned __int128 __VERIFIER_nondet_uint128(void) {
  return __rarebit_replay_int128("__VERIFIER_nondet_uint128");
}
#endif

WEAK float __VERIFIER_nondet_float(void) {
  return __rarebit_replay_float("__VERIFIER_nondet_float");
}

WEAK double __VERIFIER_nondet_double(void) {
  return __rarebit_replay_double("__VERIFIER_nondet_double");
}

WEAK char *__VERIFIER_nondet_pchar(void) {
  return (char *)(uintptr_t)__rarebit_replay_int("__VERIFIER_nondet_pchar");
}

WEAK void *__VERIFIER_nondet_pointer(void) {
  return (void *)(uintptr_t)__rarebit_replay_int("__VERIFIER_nondet_pointer");
}

WEAK void __VERIFIER_nondet_memory(void *memory, size_t size) {
  __rarebit_replay_memory("__VERIFIER_nondet_memory", memory, size);
}

/* ---- Assumptions and failures ---- */

WEAK void __VERIFIER_assume(int condition) {
  assume(condition);
}

WEAK void assume_abort_if_not(int condition) {
  assume(condition);
}

WEAK void reach_error(void) {
  fail("assert", "reach_error");
}

WEAK void __VERIFIER_error(void) {
  fail("assert", "__VERIFIER_error");
}

WEAK void __assert_fail(const char *condition, const char *file, unsigned line,
                        const char *function) {
  (void)file, (void)line, (void)function;
  fail("assert", condition);
}

WEAK void __assert(const char *condition, const char *file, int line) {
  (void)file, (void)line;
  fail("assert", condition);
}

WEAK void abort(void) {
  fail("abort", "");
  __builtin_unreachable();
}

/* ---- rarebit.h ---- */

#define BETWEEN(type, name)                                                    \
  WEAK type rarebit_##name(const char *label, type low, type high) {           \
    type value = (type)__rarebit_replay_int("rarebit_" #name);                 \
    (void)label;                                                               \
    assume(low <= value && value <= high);                                     \
    return value;                                                              \
  }

BETWEEN(char, char)
BETWEEN(signed char, schar)
BETWEEN(unsigned char, uchar)
BETWEEN(short, short)
BETWEEN(unsigned short, ushort)
BETWEEN(int, int)
BETWEEN(unsigned, uint)
BETWEEN(long, long)
BETWEEN(unsigned long, ulong)
BETWEEN(long long, llong)
BETWEEN(unsigned long long, ullong)
BETWEEN(size_t, size)

#ifdef __SIZEOF_INT128__
WEAK __int128 rarebit_int128(const char *label, __int128 low, __int128 high) {
  __int128 value = (__int128)__rarebit_replay_int128("rarebit_int128");
  (void)label;
  assume(low <= value && value <= high);
  return value;
}

WEAK unsigned __int128 rarebit_uint128(const char *label,
                                       unsigned __int128 low,
                                       unsigned __int128 high) {
  unsigned __int128 value = __rarebit_replay_int128("rarebit_uint128");
  (void)label;
  assume(low <= value && value <= high);
  return value;
}
#endif

WEAK float rarebit_float(const char *label, float low, float high) {
  float value = __rarebit_replay_float("rarebit_float");
  (void)label;
  assume(low <= value && value <= high);
  return value;
}

WEAK double rarebit_double(const char *label, double low, double high) {
  double value = __rarebit_replay_double("rarebit_double");
  (void)label;
  assume(low <= value && value <= high);
  return value;
}

WEAK float rarebit_any_float(const char *label) {
  (void)label;
  return __rarebit_replay_float("rarebit_any_float");
}

WEAK double rarebit_any_double(const char *label) {
  (void)label;
  return __rarebit_replay_double("rarebit_any_double");
}

WEAK _Bool rarebit_bool(const char *label) {
  (void)label;
  return (_Bool)__rarebit_replay_int("rarebit_bool");
}

WEAK void rarebit_bytes(void *start, size_t size, const char *label) {
  (void)label;
  __rarebit_replay_memory("rarebit_bytes", start, size);
}

WEAK void rarebit_assume(_Bool condition) {
  assume(condition);
}

WEAK void rarebit_check_text(_Bool condition, const char *text) {
  if (!condition)
    fail("assert", text);
}

/* ---- klee ---- */

WEAK void klee_make_symbolic(void *start, size_t size, const char *label) {
  (void)label;
  __rarebit_replay_memory("klee_make_symbolic", start, size);
}

WEAK int klee_int(const char *label) {
  (void)label;
  return (int)__rarebit_replay_int("klee_int");
}

WEAK int klee_range(int begin, int end, const char *label) {
  int value = (int)__rarebit_replay_int("klee_range");
  (void)label;
  assume(begin <= value && value < end);
  return value;
}

WEAK uintptr_t klee_choose(uintptr_t count) {
  uintptr_t value = (uintptr_t)__rarebit_replay_int("klee_choose");
  assume(value < count);
  return value;
}

WEAK void klee_assume(uintptr_t condition) {
  assume(condition != 0);
}

WEAK void klee_silent_exit(int status) {
  (void)status;
  assume(0);
}

WEAK void klee_report_error(const char *file, int line, const char *message,
                            const char *suffix) {
  (void)file, (void)line, (void)suffix;
  fail("assert", message);
}

WEAK void klee_abort(void) {
  fail("abort", "");
}

/* Every value is a plain one here. */
#define SAME(type, name)                                                       \
  WEAK type klee_get_value##name(type value) {                                 \
    return value;                                                              \
  }

SAME(float, f)
SAME(double, d)
SAME(long, l)
SAME(long long, ll)
SAME(int32_t, _i32)
SAME(int64_t, _i64)

WEAK unsigned klee_is_symbolic(uintptr_t value) {
  (void)value;
  return 0;
}

WEAK unsigned klee_is_replay(void) {
  return 0;
}

WEAK int klee_get_errno(void) {
  return errno;
}

/* The sanitizer looks at the whole range. */
WEAK void klee_check_memory_access(const void *start, size_t size) {
  if (memcmp(start, start, size) != 0)
    abort();
}

/* ---- Clocks ----
 * Not weak, because the sanitizers' runtimes have weak ones of their own; the
 * linker takes the program's if it has one. Each reading is the one before
 * plus an input of nanoseconds, as in simulation; nobody waits. */

static int64_t seconds, nanoseconds;

static void advance(void) {
  static int started;
  if (!started)
    seconds = (int64_t)__rarebit_replay_int("time");
  started = 1;
  nanoseconds += (int64_t)__rarebit_replay_int("time");
  seconds += nanoseconds / 1000000000;
  nanoseconds %= 1000000000;
}

time_t time(time_t *result) {
  advance();
  if (result != NULL)
    *result = (time_t)seconds;
  return (time_t)seconds;
}

int gettimeofday(struct timeval *result, void *zone) {
  (void)zone;
  advance();
  result->tv_sec = (time_t)seconds;
  result->tv_usec = (suseconds_t)(nanoseconds / 1000);
  return 0;
}

int clock_gettime(clockid_t clock, struct timespec *result) {
  if (clock < 0 || clock > 11) {
    errno = EINVAL;
    return -1;
  }
  advance();
  result->tv_sec = (time_t)seconds;
  result->tv_nsec = (long)nanoseconds;
  return 0;
}

int timespec_get(struct timespec *result, int base) {
  if (base != TIME_UTC)
    return 0;
  clock_gettime(CLOCK_REALTIME, result);
  return base;
}

clock_t clock(void) {
  static int64_t total;
  total += (int64_t)__rarebit_replay_int("clock");
  return (clock_t)total;
}

int nanosleep(const struct timespec *request, struct timespec *rest) {
  (void)request;
  if (rest != NULL)
    rest->tv_sec = rest->tv_nsec = 0;
  return 0;
}

unsigned sleep(unsigned duration) {
  (void)duration;
  return 0;
}

int usleep(useconds_t duration) {
  (void)duration;
  return 0;
}

/* ---- The beginning of the program ---- */

int __real_main(int, char **, char **);

/* The program sees an empty environment, and arguments that are inputs behind
 * those that were given. */
int __wrap_main(int argc, char **argv) {
  static char *environment[] = {NULL};
  if (!is_next("main"))
    return __real_main(argc, argv, environment);
  size_t more = (size_t)__rarebit_replay_int("main");
  static char **vector;
  vector = calloc((size_t)argc + more + 1, sizeof *vector);
  copy(vector, argv, (size_t)argc * sizeof *vector);
  for (size_t i = 0; i < more; i++) {
    size_t size = is_next("main") ? (size_t)__rarebit_replay_int("main") : 0;
    char *text = vector[(size_t)argc + i] = calloc(size + 1, 1);
    __rarebit_replay_memory("main", text, size);
  }
  return __real_main(argc + (int)more, vector, environment);
}

WEAK int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
WEAK int LLVMFuzzerInitialize(int *argc, char ***argv);

/* The main of a fuzz target. The data has a heap object of exactly its size. */
WEAK int main(void) {
  static const char source[] = "LLVMFuzzerTestOneInput";
  static char name[] = "fuzz", *vector[] = {name, NULL}, **arguments = vector;
  static int count = 1;
  if (LLVMFuzzerInitialize != NULL)
    LLVMFuzzerInitialize(&count, &arguments);
  size_t size = is_next(source) ? (size_t)__rarebit_replay_int(source) : 0;
  uint8_t *data = malloc(size);
  __rarebit_replay_memory(source, data, size);
  LLVMFuzzerTestOneInput(data, size);
  free(data);
  return 0;
}
