/* The driver of a native replay: linked with the program under test, it hands
 * out recorded inputs and says on a channel of its own what the program did.
 *
 * RAREBIT_REPLAY names the file of inputs, an array of struct entry in the
 * order of consumption; RAREBIT_SAID the file to speak to, one line a message:
 * a word, a tab, details. Where a stack is of interest it follows in the
 * sanitizer's report, which also is a file of its own.
 *
 * Everything here is weak: what the program defines itself is the program's. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
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

/* ---- The channel ---- */

static void say(const char *word, const char *detail, const char *more) {
  char line[8192];
  size_t length = 0;
  const char *parts[] = {word, "\t", detail, "\t", more, "\n"};
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
    for (const char *c = parts[i]; *c != '\0' && length < sizeof line; c++)
      line[length++] = *c == '\n' && i != 5 ? ' ' : *c;
  if (write(channel, line, length) < 0)
    _exit(FAILED);
}

static void give_up(const char *word, const char *detail, const char *more) {
  say(word, detail, more);
  _exit(FAILED);
}

/* A failure that the stack tells the place of. */
static void fail(const char *word, const char *detail) {
  say(word, detail, "");
  __sanitizer_print_stack_trace();
  _exit(FAILED);
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
  const char *replay = getenv("RAREBIT_REPLAY"), *said = getenv("RAREBIT_SAID");
  if (replay == NULL || said == NULL)
    _exit(FAILED);
  int file = open(said, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
  channel = fcntl(file, F_DUPFD_CLOEXEC, 200);
  close(file);
  struct stat about;
  int input = open(replay, O_RDONLY | O_CLOEXEC);
  if (channel < 0 || input < 0 || fstat(input, &about) != 0)
    _exit(FAILED);
  if (about.st_size > 0) {
    entries = mmap(NULL, (size_t)about.st_size, PROT_READ, MAP_PRIVATE, input,
                   0);
    if (entries == MAP_FAILED)
      _exit(FAILED);
    entry_count = (size_t)about.st_size / sizeof *entries;
  }
  close(input);
  if (getenv("RAREBIT_JUMPS") != NULL)
    catch_bad_jumps();
  clearenv();
  say("begin", "", "");
}

__attribute__((destructor(101))) static void end(void) {
  char text[24];
  say("end", decimal(text, used), "");
}

/* The program sees an empty environment. */
int __real_main(int, char **, char **);

int __wrap_main(int argc, char **argv) {
  static char *environment[] = {NULL};
  return __real_main(argc, argv, environment);
}

/* ---- Inputs ---- */

static const struct entry *next(const char *source, int is_float) {
  if (used == entry_count)
    give_up("dry", source, "");
  const struct entry *entry = &entries[used];
  static const char family[] = "__VERIFIER_nondet_";
  size_t length = sizeof family - 1;
  if (strncmp(source, family, length) != 0)
    length = sizeof entry->source - 1;
  if (strncmp(source, entry->source, length) != 0 ||
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
  memcpy(&value, &next(source, 1)->low, sizeof value);
  return value;
}

double __rarebit_replay_double(const char *source) {
  double value;
  memcpy(&value, &next(source, 1)->low, sizeof value);
  return value;
}

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
    memcpy((char *)memory + at, words, width);
    at += width;
  }
}

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

static void assume(int holds) {
  if (!holds)
    give_up("assume", "", "");
}

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
