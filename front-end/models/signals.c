/* Models of the parts of <signal.h> and <pthread.h> that a program with one
 * thread, to which nobody sends signals, can use. */
#include "model.h"

typedef void (*signal_handler)(int);
signal_handler __model_set_handler(int number, signal_handler handler);

#define SIG_ERR ((signal_handler)-1)

/* The handler comes first in glibc's struct sigaction; the rest of it does not
 * matter here. */
struct sigaction {
  signal_handler handler;
};

int sigaction(int number, const struct sigaction *new, struct sigaction *old) {
  static signal_handler handlers[65];
  if (number < 1 || number > 64) {
    __model_set_errno(EINVAL);
    return -1;
  }
  if (old != NULL)
    old->handler = handlers[number];
  if (new == NULL)
    return 0;
  if (__model_set_handler(number, new->handler) == SIG_ERR)
    return -1;
  handlers[number] = new->handler;
  return 0;
}

/* A set of signals takes 1024 bits, of which 64 are used. */
typedef struct {
  unsigned long words[1024 / (8 * sizeof(unsigned long))];
} sigset_t;

#define BITS (8 * (int)sizeof(unsigned long))

static unsigned long *word_of(const sigset_t *set, int number) {
  if (number < 1 || number > 64) {
    __model_set_errno(EINVAL);
    return NULL;
  }
  return (unsigned long *)&set->words[(number - 1) / BITS];
}

static unsigned long bit_of(int number) {
  return 1UL << ((number - 1) % BITS);
}

int sigemptyset(sigset_t *set) {
  __builtin_memset(set, 0, sizeof *set);
  return 0;
}

int sigfillset(sigset_t *set) {
  __builtin_memset(set, 0xff, sizeof *set);
  return 0;
}

int sigaddset(sigset_t *set, int number) {
  unsigned long *word = word_of(set, number);
  if (word == NULL)
    return -1;
  *word |= bit_of(number);
  return 0;
}

int sigdelset(sigset_t *set, int number) {
  unsigned long *word = word_of(set, number);
  if (word == NULL)
    return -1;
  *word &= ~bit_of(number);
  return 0;
}

int sigismember(const sigset_t *set, int number) {
  const unsigned long *word = word_of(set, number);
  return word == NULL ? -1 : (*word & bit_of(number)) != 0;
}

/* Signals that the program raises are handled at once. */
int sigprocmask(int how, const sigset_t *restrict set, sigset_t *restrict old) {
  static sigset_t mask;
  (void)how;
  if (old != NULL)
    *old = mask;
  if (set != NULL)
    mask = *set;
  return 0;
}

unsigned alarm(unsigned seconds) {
  (void)seconds;
  return 0;
}

/* ---- Locks of a single thread ---- */

int pthread_mutex_init(void *lock, const void *kind) {
  (void)lock, (void)kind;
  return 0;
}

int pthread_mutex_destroy(void *lock) {
  (void)lock;
  return 0;
}

int pthread_mutex_lock(void *lock) {
  (void)lock;
  return 0;
}

int pthread_mutex_trylock(void *lock) {
  (void)lock;
  return 0;
}

int pthread_mutex_unlock(void *lock) {
  (void)lock;
  return 0;
}

unsigned long pthread_self(void) {
  return 1;
}

int pthread_equal(unsigned long a, unsigned long b) {
  return a == b;
}

int pthread_once(int *once, void (*function)(void)) {
  if (*once == 0) {
    *once = 2;
    function();
  }
  return 0;
}
