/* sscanf: every conversion, widths, suppression, sets, failures. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void integers(const char *text) {
  int d = -1, i = -1, o = -1;
  unsigned u = 1, x = 1;
  int n = sscanf(text, "%d %i %o %u %x", &d, &i, &o, &u, &x);
  printf("[%s] %d: %d %d %d %u %x\n", text, n, d, i, o, u, x);
}

static void reals(const char *text) {
  float f = -1;
  double d = -1;
  int n = -1, end = -1;
  n = sscanf(text, "%f%lf%n", &f, &d, &end);
  printf("[%s] %d: %.9g %.17g %d\n", text, n, f, d, end);
}

static void sizes(void) {
  signed char hh = 0;
  short h = 0;
  long l = 0;
  long long ll = 0;
  size_t z = 0;
  int n = sscanf("300 70000 -5 123456789012345 42", "%hhd %hd %ld %lld %zu",
                 &hh, &h, &l, &ll, &z);
  printf("%d: %d %d %ld %lld %zu\n", n, hh, h, l, ll, z);
  n = sscanf("99999999999999999999 -99999999999999999999", "%lld %lld", &ll,
             &ll);
  printf("%d: %lld\n", n, ll);
}

static void words(const char *text, const char *format) {
  char a[20] = "?", b[20] = "?";
  int n = sscanf(text, format, a, b);
  printf("[%s] [%s] %d: %s|%s\n", text, format, n, a, b);
}

int main(void) {
  integers("1 2 3 4 5");
  integers("-17 0x1f 17 42 ff");
  integers("  +8 010 7 9 0XAbC");
  integers("12 abc");
  integers("");
  integers("   ");
  integers("x");
  integers("-");
  integers("7 0xg 1 2 3");
  integers("1 0x 3");
  reals("1.5 2.25");
  reals("-1e3 .5e-2");
  reals("0x1p4 0x.8p1");
  reals("inf -infinity");
  reals("nan NAN");
  reals("1e5x 2");
  reals("12.34.56");
  reals("infinite");
  reals("+.5 5.");
  reals(". 5");
  reals("1e400 1e-400");
  sizes();
  words("hello world", "%s %s");
  words("hello world", "%3s%s");
  words("abc123", "%[a-z]%[0-9]");
  words("key=value;", "%[^=]=%[^;]");
  words("]x-y", "%[]x]%[-y]");
  words("  lead", " %s");
  words("a,b", "%[^,],%s");
  words("50%off", "%[0-9]%%%s");
  words("abc", "%*c%s");
  words("abcdef", "%2[a-z]%2[a-z]");
  words("", "%[a]%s");
  words("", "x");
  words("q", "x");
  char c[4] = "...";
  int n = sscanf("  ab", "%c%c%1c", &c[0], &c[1], &c[2]);
  printf("%d [%c%c%c]\n", n, c[0], c[1], c[2]);
  n = sscanf("wxyz", "%3c", c);
  printf("%d [%.3s]\n", n, c);
  int a = 0, b = 0, at = 0;
  n = sscanf("12345678", "%3d%n%2d", &a, &at, &b);
  printf("%d: %d %d %d\n", n, a, at, b);
  n = sscanf("10/20/30", "%d/%*d/%d", &a, &b);
  printf("%d: %d %d\n", n, a, b);
  char *made = NULL;
  n = sscanf("allocated text", "%ms", &made);
  printf("%d: %s\n", n, made);
  free(made);
  double x, y;
  n = sscanf("(1.25, -3e2)", "(%lf ,%lf )", &x, &y);
  printf("%d: %g %g\n", n, x, y);
  printf("%d\n", scanf("%d", &a));
  printf("%d %d\n", getchar(), feof(stdin) != 0);
  return 0;
}
