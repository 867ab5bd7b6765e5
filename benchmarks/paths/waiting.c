/* Doubles the number of paths with every byte that is read, and has some memory to carry along: what a waiting state costs
 * can be seen here, and that a limit of the memory is kept. */
extern unsigned char __VERIFIER_nondet_uchar(void);

static unsigned char table[4096];
static int sums[256];

int main(void) {
  unsigned hash = 5381;
  for (int i = 0; i < 40; i++) {
    unsigned char c = __VERIFIER_nondet_uchar();
    table[i * 100] = c;
    hash = hash * 33 + c;
    if (c > 100)
      sums[i] += c;
    else
      sums[i + 64] += 1;
  }
  return hash == 7;
}
