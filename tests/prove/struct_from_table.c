/* A part of a structure copied from an initialised global: its function pointers are known. */
extern unsigned __VERIFIER_nondet_uint(void);

struct hooks {
  unsigned (*first)(unsigned);
  unsigned (*second)(unsigned);
  int limit;
};

static unsigned half(unsigned x) { return x / 2; }
static unsigned mask(unsigned x) { return x & 7; }
static struct hooks standard = {half, mask, 8};

struct parser {
  const char *text;
  unsigned offset;
  struct hooks hooks;
};

int main(void) {
  struct parser parser = {0, 0, {0, 0, 0}};
  int table[8] = {0};
  parser.hooks = standard;
  parser.offset = parser.hooks.first(__VERIFIER_nondet_uint());
  return table[parser.hooks.second(parser.offset)] + 8 / parser.hooks.limit;
}
