/* Adler-32 of a short record: the reader takes one checksum for its end mark. */
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

enum { LENGTH = 12 };

static unsigned int adler32(const unsigned char *data, int length) {
  unsigned int a = 1;
  unsigned int b = 0;
  for (int i = 0; i < length; i++) {
    a = (a + data[i]) % 65521;
    b = (b + a) % 65521;
  }
  return b << 16 | a;
}

int main(void) {
  unsigned char record[LENGTH];
  for (int i = 0; i < LENGTH; i++) {
    record[i] = __VERIFIER_nondet_uchar();
  }
  assert(adler32(record, LENGTH) != 0x01200031u);
  return 0;
}
