/* A sentence of a satellite receiver: dollar sign, talker, type, star, two hexadecimal digits of checksum. */
#include <assert.h>
#include <string.h>

extern char __VERIFIER_nondet_char(void);

static int hexadecimal(char c) {
  if (c >= '0' && c <= '9') {
    return c - '0';
  }
  if (c >= 'A' && c <= 'F') {
    return c - 'A' + 10;
  }
  return -1;
}

int main(void) {
  char sentence[10];
  for (int i = 0; i < 9; i++) {
    sentence[i] = __VERIFIER_nondet_char();
  }
  sentence[9] = '\0';

  if (sentence[0] != '$' || sentence[6] != '*') {
    return 0;
  }
  int sum = 0;
  for (int i = 1; i < 6; i++) {
    sum ^= (unsigned char)sentence[i];
  }
  int high = hexadecimal(sentence[7]);
  int low = hexadecimal(sentence[8]);
  if (high < 0 || low < 0 || 16 * high + low != sum) {
    return 0;
  }
  if (strncmp(sentence + 1, "GP", 2) == 0) {
    assert(strncmp(sentence + 3, "ZDA", 3) != 0);
  }
  return 0;
}
