/* Models of getopt and getopt_long: options may stand between the other
 * arguments, which are moved to the end, as GNU's do. */
#include "model.h"

char *optarg;
int optind = 1, opterr = 1, optopt = '?';

struct option {
  const char *name;
  int has_arg;
  int *flag;
  int val;
};

static char *letters;    /* the rest of a group such as -abc */
static int first, last;  /* the arguments passed over so far */
static int started;

static void say(const char *a, const char *b, const char *c, const char *d) {
  const char *parts[] = {a, b, c, d};
  if (opterr)
    for (int i = 0; i < 4; i++)
      __model_write(stderr, parts[i], __model_length(parts[i]));
}

static void reverse(char **argv, int from, int to) {
  while (from < --to) {
    char *moved = argv[from];
    argv[from++] = argv[to];
    argv[to] = moved;
  }
}

/* Moves the arguments passed over behind the options read since. */
static void exchange(char **argv) {
  reverse(argv, first, last);
  reverse(argv, last, optind);
  reverse(argv, first, optind);
  first += optind - last;
  last = optind;
}

static int is_option(const char *word) {
  return word[0] == '-' && word[1] != '\0';
}

static int is_word(const char *a, const char *b) {
  size_t i = 0;
  while (a[i] != '\0' && a[i] == b[i])
    i++;
  return a[i] == b[i];
}

/* Goes to the next argument that is an option; 0 if there is none. */
static int advance(int argc, char **argv, int in_order) {
  if (last > optind)
    last = optind;
  if (first > optind)
    first = optind;
  if (!in_order) {
    if (first != last && last != optind)
      exchange(argv);
    else if (last != optind)
      first = optind;
    while (optind < argc && !is_option(argv[optind]))
      optind++;
    last = optind;
  }
  if (optind < argc && is_word(argv[optind], "--")) {
    optind++;
    if (first != last && last != optind)
      exchange(argv);
    else if (first == last)
      first = optind;
    last = argc;
    optind = argc;
  }
  if (optind == argc) {
    if (first != last)
      optind = first;
    return 0;
  }
  return is_option(argv[optind]);
}

static int long_option(int argc, char **argv, const char *word, int quiet,
                       const struct option *options, int *index) {
  size_t length = 0;
  while (word[length] != '\0' && word[length] != '=')
    length++;
  int found = -1, many = 0;
  for (int i = 0; options[i].name != NULL; i++) {
    if (__model_length_max(options[i].name, length) < length ||
        __model_compare(options[i].name, word, length) != 0)
      continue;
    if (options[i].name[length] == '\0') {
      found = i;
      many = 0;
      break;
    }
    many = found >= 0;
    if (found < 0)
      found = i;
  }
  optind++;
  if (found < 0 || many) {
    if (!quiet)
      say(argv[0], many ? ": option is ambiguous: --" : ": unrecognized option '--",
          word, many ? "\n" : "'\n");
    optopt = 0;
    return '?';
  }
  const struct option *option = &options[found];
  if (word[length] == '=') {
    if (option->has_arg == 0) {
      if (!quiet)
        say(argv[0], ": option '--", option->name,
            "' doesn't allow an argument\n");
      optopt = option->val;
      return '?';
    }
    optarg = (char *)word + length + 1;
  } else if (option->has_arg == 1) {
    if (optind >= argc) {
      if (!quiet)
        say(argv[0], ": option '--", option->name, "' requires an argument\n");
      optopt = option->val;
      return quiet ? ':' : '?';
    }
    optarg = argv[optind++];
  }
  if (index != NULL)
    *index = found;
  if (option->flag != NULL) {
    *option->flag = option->val;
    return 0;
  }
  return option->val;
}

static int next_option(int argc, char **argv, const char *wanted,
                       const struct option *options, int *index, int only) {
  if (argc < 1)
    return -1;
  optarg = NULL;
  if (optind == 0 || !started) {
    if (optind == 0)
      optind = 1;
    first = last = optind;
    letters = NULL;
    started = 1;
  }
  int in_order = *wanted == '+';
  if (*wanted == '+' || *wanted == '-')
    wanted++;
  int quiet = *wanted == ':';
  if (letters == NULL || *letters == '\0') {
    if (!advance(argc, argv, in_order))
      return -1;
    char *word = argv[optind];
    if (options != NULL && word[1] == '-')
      return long_option(argc, argv, word + 2, quiet, options, index);
    if (options != NULL && only && word[2] != '\0')
      return long_option(argc, argv, word + 1, quiet, options, index);
    letters = word + 1;
  }
  char letter[2] = {*letters++, '\0'};
  const char *entry = wanted;
  while (*entry != '\0' && (*entry != letter[0] || *entry == ':'))
    entry++;
  int at_end = *letters == '\0';
  if (at_end)
    optind++;
  if (*entry == '\0' || letter[0] == ';') {
    if (!quiet)
      say(argv[0], ": invalid option -- '", letter, "'\n");
    optopt = (unsigned char)letter[0];
    return '?';
  }
  if (entry[1] != ':')
    return (unsigned char)letter[0];
  if (!at_end) {
    optarg = letters;
    optind++;
  } else if (entry[2] != ':') {
    if (optind == argc) {
      if (!quiet)
        say(argv[0], ": option requires an argument -- '", letter, "'\n");
      optopt = (unsigned char)letter[0];
      letters = NULL;
      return quiet ? ':' : '?';
    }
    optarg = argv[optind++];
  }
  letters = NULL;
  return (unsigned char)letter[0];
}

int getopt(int argc, char *const argv[], const char *wanted) {
  return next_option(argc, (char **)argv, wanted, NULL, NULL, 0);
}

int getopt_long(int argc, char *const argv[], const char *wanted,
                const struct option *options, int *index) {
  return next_option(argc, (char **)argv, wanted, options, index, 0);
}

int getopt_long_only(int argc, char *const argv[], const char *wanted,
                     const struct option *options, int *index) {
  return next_option(argc, (char **)argv, wanted, options, index, 1);
}
