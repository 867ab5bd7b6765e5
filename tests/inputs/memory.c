/* Memory filled with inputs: by type where the object is known, else byte by
 * byte. */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

extern void __VERIFIER_nondet_memory(void *start, size_t size);

struct pair {
  char c;
  int n;
};

int global[3];

int main(void) {
  int x;
  double d;
  struct pair p;
  __VERIFIER_nondet_memory(&x, sizeof x);
  __VERIFIER_nondet_memory(&d, sizeof d);
  __VERIFIER_nondet_memory(&p, sizeof p);
  __VERIFIER_nondet_memory(global, sizeof global);
  unsigned char *bytes = malloc(4);
  __VERIFIER_nondet_memory(bytes, 4);
  printf("%d %g %d %d\n", x, d, p.c, p.n);
  printf("%d %d %d\n", global[0], global[1], global[2]);
  printf("%.4s\n", (char *)bytes);
  free(bytes);
  return 0;
}
