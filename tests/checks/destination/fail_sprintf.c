#include <stdio.h>

static char label[6];

static void number(int n) {
  sprintf(label, "no. %d", n); // FAIL: destination
}

int main(void) {
  number(1);
  number(10);
  return 0;
}
