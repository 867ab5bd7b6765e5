/* getopt and getopt_long on made-up argument vectors. */
#define _GNU_SOURCE
#include <getopt.h>
#include <stdio.h>
#include <string.h>

static void run(const char *wanted, int argc, char **argv) {
  optind = 0;
  opterr = 0;
  int c;
  printf("%s:", wanted);
  while ((c = getopt(argc, argv, wanted)) != -1) {
    printf(" %c", c);
    if (optarg)
      printf("=%s", optarg);
    if (c == '?' || c == ':')
      printf("(%c)", optopt);
  }
  printf(" |");
  for (int i = optind; i < argc; i++)
    printf(" %s", argv[i]);
  printf("\n");
}

static void run_long(int argc, char **argv) {
  static int flag;
  static const struct option options[] = {{"verbose", 0, NULL, 'v'},
                                          {"output", 1, NULL, 'o'},
                                          {"color", 2, NULL, 'c'},
                                          {"fast", 0, &flag, 7},
                                          {NULL, 0, NULL, 0}};
  optind = 0;
  opterr = 0;
  flag = 0;
  int c, index = -1;
  while ((c = getopt_long(argc, argv, "vo:c::", options, &index)) != -1)
    printf(" %d%s%s[%d]", c, optarg ? "=" : "", optarg ? optarg : "", index);
  printf(" flag %d |", flag);
  for (int i = optind; i < argc; i++)
    printf(" %s", argv[i]);
  printf("\n");
}

#define RUN(wanted, ...)                                                       \
  do {                                                                         \
    char *argv[] = {"prog", __VA_ARGS__, NULL};                                \
    run(wanted, (int)(sizeof argv / sizeof *argv) - 1, argv);                  \
  } while (0)
#define RUN_LONG(...)                                                          \
  do {                                                                         \
    char *argv[] = {"prog", __VA_ARGS__, NULL};                                \
    run_long((int)(sizeof argv / sizeof *argv) - 1, argv);                     \
  } while (0)

int main(void) {
  RUN("ab:c", "-a", "-b", "value", "-c", "rest");
  RUN("ab:c", "-acbvalue", "x", "y");
  RUN("ab:c", "one", "-a", "two", "-bx", "three");
  RUN("+ab:c", "one", "-a", "two");
  RUN("ab:", "-a", "--", "-b", "x");
  RUN("ab:", "-x", "-b");
  RUN(":ab:", "-x", "-b");
  RUN("a::b", "-afoo", "-a", "foo", "-b");
  RUN("a", "-", "-a", "-");
  RUN_LONG("--verbose", "file", "--output", "x", "-vo", "y", "z");
  RUN_LONG("--output=x", "--color", "--color=red", "-cblue", "--fast");
  RUN_LONG("--verb", "--nothing", "--verbose=3", "--output");
  RUN_LONG("a", "--", "--verbose");
  return 0;
}
