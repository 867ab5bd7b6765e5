/* A message in a Vigenere cipher of letters only; one plain text sets off the alarm. */
#include <assert.h>
#include <string.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

enum { LENGTH = 12 };

int main(void) {
  static const char key[] = "LEMON";
  char plain[LENGTH + 1];

  for (int i = 0; i < LENGTH; i++) {
    int letter = __VERIFIER_nondet_uchar() % 26;
    int shift = key[i % 5] - 'A';
    plain[i] = (char)('A' + (letter + 26 - shift) % 26);
  }
  plain[LENGTH] = '\0';
  assert(strcmp(plain, "ATTACKATDAWN") != 0);
  return 0;
}
