/* The length of a file arrives with 64 bits and is kept with 32; version two divides by it. */
#include <stdio.h>

extern long __VERIFIER_nondet_long(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

static int percent(long done, long length) {
  int whole = (int)length;
  long share = done / whole;
  return (int)(share % 101);
}

int main(void) {
  unsigned char version = __VERIFIER_nondet_uchar();
  long length = __VERIFIER_nondet_long();

  if (length <= 0) {
    return 0;
  }
  if (version == 2) {
    printf("%d\n", percent(6400, length));
  }
  return 0;
}
