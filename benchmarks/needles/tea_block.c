/* The Tiny Encryption Algorithm with eight cycles and a fixed key: a block and its known cipher text. */
#include <assert.h>

extern unsigned int __VERIFIER_nondet_uint(void);

static const unsigned int key[4] = {0x00112233, 0x44556677, 0x8899AABB, 0xCCDDEEFF};

static void encrypt(unsigned int *v) {
  unsigned int a = v[0];
  unsigned int b = v[1];
  unsigned int sum = 0;
  for (int cycle = 0; cycle < 8; cycle++) {
    sum += 0x9E3779B9;
    a += ((b << 4) + key[0]) ^ (b + sum) ^ ((b >> 5) + key[1]);
    b += ((a << 4) + key[2]) ^ (a + sum) ^ ((a >> 5) + key[3]);
  }
  v[0] = a;
  v[1] = b;
}

int main(void) {
  unsigned int block[2];
  block[0] = __VERIFIER_nondet_uint();
  block[1] = __VERIFIER_nondet_uint();

  encrypt(block);
  assert(block[0] != 0xFEEDFACE || block[1] != 0x0BADF00D);
  return 0;
}
