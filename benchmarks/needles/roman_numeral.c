/* The longest Roman numeral has fifteen letters; the display has room for fourteen. */
#include <assert.h>
#include <string.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

static int value_of(char c) {
  static const char letters[] = "IVXLCDM";
  static const int values[] = {1, 5, 10, 50, 100, 500, 1000};
  return values[strchr(letters, c) - letters];
}

static void write_roman(int n, char *out) {
  static const int values[] = {1000, 900, 500, 400, 100, 90, 50, 40, 10, 9, 5, 4, 1};
  static const char *const texts[] = {"M", "CM", "D", "CD", "C", "XC", "L", "XL", "X", "IX", "V", "IV", "I"};
  for (int i = 0; i < 13; i++) {
    while (n >= values[i]) {
      strcpy(out, texts[i]);
      out += strlen(texts[i]);
      n -= values[i];
    }
  }
  *out = '\0';
}

int main(void) {
  char text[17];
  for (int i = 0; i < 16; i++) {
    text[i] = "IVXLCDM"[__VERIFIER_nondet_uchar() % 8];
  }
  text[16] = '\0';

  int value = 0;
  for (int i = 0; text[i] != '\0'; i++) {
    int here = value_of(text[i]);
    int next = text[i + 1] != '\0' ? value_of(text[i + 1]) : 0;
    value += here < next ? -here : here;
  }
  char canonical[32];
  if (value < 1 || value > 3999) {
    return 0;
  }
  write_roman(value, canonical);
  if (strcmp(text, canonical) == 0) {
    assert(strlen(text) <= 14);
  }
  return 0;
}
