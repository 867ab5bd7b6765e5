/* Models of <ctype.h>: the tables that its macros read, and the functions,
 * for the "C" locale.
 *
 * The functions use the tables too, so that an argument which is neither an
 * unsigned char nor EOF is out of bounds here as it is for the macros. */
#include "model.h"

/* The bits of a class, as glibc's header lays them out (little-endian). */
enum {
  UPPER = 0x100,
  LOWER = 0x200,
  ALPHA = 0x400,
  DIGIT = 0x800,
  XDIGIT = 0x1000,
  SPACE = 0x2000,
  PRINT = 0x4000,
  GRAPH = 0x8000,
  BLANK = 0x1,
  CNTRL = 0x2,
  PUNCT = 0x4,
  ALNUM = 0x8,
};

#define OFFSET 128 /* the tables hold -128..255 */
#define SYMBOLS (PUNCT | GRAPH | PRINT)
#define LETTERS (ALNUM | ALPHA | GRAPH | PRINT)

static const uint16_t classes[384] = {
    [OFFSET + 0 ... OFFSET + 8] = CNTRL,
    [OFFSET + '\t'] = CNTRL | SPACE | BLANK,
    [OFFSET + '\n' ... OFFSET + '\r'] = CNTRL | SPACE,
    [OFFSET + 14 ... OFFSET + 31] = CNTRL,
    [OFFSET + ' '] = SPACE | BLANK | PRINT,
    [OFFSET + '!' ... OFFSET + '/'] = SYMBOLS,
    [OFFSET + '0' ... OFFSET + '9'] = DIGIT | XDIGIT | ALNUM | GRAPH | PRINT,
    [OFFSET + ':' ... OFFSET + '@'] = SYMBOLS,
    [OFFSET + 'A' ... OFFSET + 'F'] = UPPER | XDIGIT | LETTERS,
    [OFFSET + 'G' ... OFFSET + 'Z'] = UPPER | LETTERS,
    [OFFSET + '[' ... OFFSET + '`'] = SYMBOLS,
    [OFFSET + 'a' ... OFFSET + 'f'] = LOWER | XDIGIT | LETTERS,
    [OFFSET + 'g' ... OFFSET + 'z'] = LOWER | LETTERS,
    [OFFSET + '{' ... OFFSET + '~'] = SYMBOLS,
    [OFFSET + 127] = CNTRL,
};

/* Runs of successive values, to spell the case tables out. */
#define RUN2(n) (n), (n) + 1
#define RUN6(n) RUN2(n), RUN2((n) + 2), RUN2((n) + 4)
#define RUN8(n) RUN6(n), RUN2((n) + 6)
#define RUN32(n) RUN8(n), RUN8((n) + 8), RUN8((n) + 16), RUN8((n) + 24)
#define RUN26(n) RUN8(n), RUN8((n) + 8), RUN8((n) + 16), RUN2((n) + 24)
/* The negative half mirrors 128..255, except for EOF; then 0..64, the
 * letters as given, and what follows each alphabet. */
#define RUN127(n) RUN32(n), RUN32((n) + 32), RUN32((n) + 64), \
                  RUN8((n) + 96), RUN8((n) + 104), RUN8((n) + 112), \
                  RUN6((n) + 120), (n) + 126
#define CASE_TABLE(upper, lower) \
  RUN127(128), -1, \
  RUN32(0), RUN32(32), 64, RUN26(upper), RUN6(91), RUN26(lower), \
  RUN2(123), RUN2(125), 127, \
  RUN32(128), RUN32(160), RUN32(192), RUN32(224)

static const int32_t lower_case[384] = {CASE_TABLE('a', 'a')};
static const int32_t upper_case[384] = {CASE_TABLE('A', 'A')};

const uint16_t **__ctype_b_loc(void) {
  static const uint16_t *table = classes + OFFSET;
  return &table;
}

const int32_t **__ctype_tolower_loc(void) {
  static const int32_t *table = lower_case + OFFSET;
  return &table;
}

const int32_t **__ctype_toupper_loc(void) {
  static const int32_t *table = upper_case + OFFSET;
  return &table;
}

size_t __ctype_get_mb_cur_max(void) {
  return 1;
}

/* ---- Shared helpers: any int, by comparison ---- */

int __model_is_space(int c) {
  return c == ' ' || (c >= '\t' && c <= '\r');
}

int __model_lower(int c) {
  return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c;
}

/* ---- The functions ---- */

static int has_class(int c, int mask) {
  return classes[OFFSET + c] & mask;
}

int isalnum(int c) {
  return has_class(c, ALNUM);
}

int isalpha(int c) {
  return has_class(c, ALPHA);
}

int isblank(int c) {
  return has_class(c, BLANK);
}

int iscntrl(int c) {
  return has_class(c, CNTRL);
}

int isdigit(int c) {
  return has_class(c, DIGIT);
}

int isgraph(int c) {
  return has_class(c, GRAPH);
}

int islower(int c) {
  return has_class(c, LOWER);
}

int isprint(int c) {
  return has_class(c, PRINT);
}

int ispunct(int c) {
  return has_class(c, PUNCT);
}

int isspace(int c) {
  return has_class(c, SPACE);
}

int isupper(int c) {
  return has_class(c, UPPER);
}

int isxdigit(int c) {
  return has_class(c, XDIGIT);
}

int isascii(int c) {
  return c >= 0 && c < 128;
}

int toascii(int c) {
  return c & 0x7f;
}

int tolower(int c) {
  return c >= -128 && c < 256 ? lower_case[OFFSET + c] : c;
}

int toupper(int c) {
  return c >= -128 && c < 256 ? upper_case[OFFSET + c] : c;
}
