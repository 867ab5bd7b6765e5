/* Eight characters of Base64 that stand for six bytes: the broadcast address is not allowed. */
#include <assert.h>

extern char __VERIFIER_nondet_char(void);

static int value_of(char c) {
  static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  for (int i = 0; i < 64; i++) {
    if (alphabet[i] == c) {
      return i;
    }
  }
  return -1;
}

int main(void) {
  unsigned char address[6];
  int used = 0;
  unsigned int bits = 0;

  for (int i = 0; i < 8; i++) {
    int value = value_of(__VERIFIER_nondet_char());
    if (value < 0) {
      return 0;
    }
    bits = bits << 6 | (unsigned int)value;
    if (i % 4 == 3) {
      address[used++] = (unsigned char)(bits >> 16);
      address[used++] = (unsigned char)(bits >> 8);
      address[used++] = (unsigned char)bits;
      bits = 0;
    }
  }
  int ones = 0;
  for (int i = 0; i < 6; i++) {
    ones += address[i] == 0xFF;
  }
  assert(ones < 6);
  return 0;
}
