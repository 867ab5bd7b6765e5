/* Models of the process: exit and its handlers, the (empty) environment, and
 * signals that the program raises itself. */
#include "model.h"

/* ---- Exit ---- */

struct handler {
  void (*plain)(void); /* or NULL: with_status */
  void (*with_status)(int, void *);
  void *argument;
};

#define HANDLERS 128

static struct handler handlers[HANDLERS];
static int handler_count;
static void (*quick_handlers[HANDLERS])(void);
static int quick_handler_count;

/* A handler may register another one, which then comes next; or call exit,
 * which goes on with the handlers that are left. */
_Noreturn void __model_exit(int status) {
  while (handler_count > 0) {
    struct handler handler = handlers[--handler_count];
    if (handler.plain != NULL)
      handler.plain();
    else
      handler.with_status(status, handler.argument);
  }
  __rarebit_exit(status);
}

static int add_handler(struct handler handler) {
  if (handler_count == HANDLERS) {
    __model_set_errno(ENOMEM);
    return -1;
  }
  handlers[handler_count++] = handler;
  return 0;
}

_Noreturn void exit(int status) {
  __model_exit(status);
}

int atexit(void (*function)(void)) {
  struct handler handler = {function, NULL, NULL};
  return add_handler(handler);
}

int on_exit(void (*function)(int, void *), void *argument) {
  struct handler handler = {NULL, function, argument};
  return add_handler(handler);
}

_Noreturn void _exit(int status) {
  __rarebit_exit(status);
}

_Noreturn void _Exit(int status) {
  __rarebit_exit(status);
}

int at_quick_exit(void (*function)(void)) {
  if (quick_handler_count == HANDLERS) {
    __model_set_errno(ENOMEM);
    return -1;
  }
  quick_handlers[quick_handler_count++] = function;
  return 0;
}

_Noreturn void quick_exit(int status) {
  while (quick_handler_count > 0)
    quick_handlers[--quick_handler_count]();
  __rarebit_exit(status);
}

/* ---- Environment ---- */

static char *no_environment[] = {NULL};

char **environ = no_environment;
char **__environ = no_environment;

char *getenv(const char *name) {
  (void)name;
  return NULL;
}

char *secure_getenv(const char *name) {
  (void)name;
  return NULL;
}

int setenv(const char *name, const char *value, int overwrite) {
  (void)name, (void)value, (void)overwrite;
  return 0;
}

int unsetenv(const char *name) {
  (void)name;
  return 0;
}

int putenv(char *string) {
  (void)string;
  return 0;
}

int clearenv(void) {
  return 0;
}

/* There is no shell: a command ends as if the shell had exited with 127. */
int system(const char *command) {
  return command != NULL ? 127 << 8 : 0;
}

/* ---- Signals ---- */

typedef void (*signal_handler)(int);

#define SIGNALS 65
#define SIGKILL 9
#define SIGSTOP 19
#define SIGABRT 6
#define SIG_DFL ((signal_handler)0)
#define SIG_IGN ((signal_handler)1)
#define SIG_ERR ((signal_handler)-1)

static signal_handler signal_handlers[SIGNALS]; /* SIG_DFL */

static signal_handler set_handler(int number, signal_handler handler) {
  if (number < 1 || number >= SIGNALS || number == SIGKILL ||
      number == SIGSTOP) {
    __model_set_errno(EINVAL);
    return SIG_ERR;
  }
  signal_handler old = signal_handlers[number];
  signal_handlers[number] = handler;
  return old;
}

signal_handler __model_set_handler(int number, signal_handler handler);

signal_handler __model_set_handler(int number, signal_handler handler) {
  return set_handler(number, handler);
}

signal_handler signal(int number, signal_handler handler) {
  return set_handler(number, handler);
}

/* What signal means to a program in strict ISO C mode. It should reset the
 * handler when it is called; programs then set it again. */
signal_handler __sysv_signal(int number, signal_handler handler) {
  return set_handler(number, handler);
}

/* Is a signal without effect unless it is handled? */
static int is_harmless(int number) {
  return number == 17 /* SIGCHLD */ || number == 18 /* SIGCONT */ ||
         number == 23 /* SIGURG */ || number == 28 /* SIGWINCH */;
}

/* Only signals that the program raises itself arrive. */
int raise(int number) {
  if (number < 0 || number >= SIGNALS) {
    __model_set_errno(EINVAL);
    return -1;
  }
  signal_handler handler = signal_handlers[number];
  if (number == 0 || handler == SIG_IGN)
    return 0;
  if (handler != SIG_DFL) {
    handler(number);
    return 0;
  }
  if (is_harmless(number))
    return 0;
  if (number == SIGABRT)
    __rarebit_abort();
  __rarebit_exit(128 + number);
}
