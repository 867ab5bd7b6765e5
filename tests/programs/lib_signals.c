/* Signals that a program sends itself, and sets of signals. */
#include <err.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

static volatile sig_atomic_t last;

static void note(int number) {
  last = number;
}

int main(void) {
  struct sigaction action, old;
  memset(&action, 0, sizeof action);
  action.sa_handler = note;
  sigemptyset(&action.sa_mask);
  printf("%d\n", sigaction(SIGUSR1, &action, NULL));
  printf("%d %d\n", raise(SIGUSR1), last == SIGUSR1);
  printf("%d %d\n", sigaction(SIGUSR1, NULL, &old), old.sa_handler == note);
  printf("%d\n", sigaction(SIGKILL, &action, NULL));
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGINT);
  sigaddset(&set, 40);
  printf("%d %d %d\n", sigismember(&set, SIGINT), sigismember(&set, 40),
         sigismember(&set, SIGTERM));
  sigdelset(&set, 40);
  printf("%d %d\n", sigismember(&set, 40), sigaddset(&set, 1000));
  sigfillset(&set);
  printf("%d\n", sigismember(&set, SIGTERM));
  printf("%d\n", sigprocmask(SIG_SETMASK, NULL, &set));
  signal(SIGINT, SIG_IGN);
  printf("%d\n", raise(SIGINT));
  warnx("a warning with %d", 5);
  errx(3, "the end");
}
