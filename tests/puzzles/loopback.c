/* For the determinism of all parts together: letters, an equation, a product, a float, and a counter to be driven up. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern double __VERIFIER_nondet_double(void);

static int level;

static void turn(unsigned char command) {
  if (command == 'u' && level < 9) level++;
  if (command == 'd' && level > 0) level--;
}

static int *pick(int *a, int *b) {
  return __VERIFIER_nondet_int() == 77 ? a : b;
}

int main(void) {
  char word[5] = "";
  for (int i = 0; i < 4; i++) word[i] = (char)__VERIFIER_nondet_uchar();
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  double d = __VERIFIER_nondet_double();
  if (strcmp(word, "open") == 0 && 3l * x - 7l * y == 1000003) assert(y < 4096);
  if ((unsigned)x * 2654435761u == 3266489917u) assert(d * d != 2.25);
  int left = x, right = y, *way = pick(&left, &right);
  if (way == &left && left == right) assert(left != 12345);
  for (int i = 0; i < 12; i++) turn(__VERIFIER_nondet_uchar());
  if (level == 9) {
    char *copy = malloc(4);
    if (copy == NULL) return 0;
    strcpy(copy, word);
    level = copy[0];
    free(copy);
  }
  return level;
}
