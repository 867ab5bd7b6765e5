#include <string.h>

struct gap {
  char c;
  int i;
};

static struct gap make(char c, int i) {
  struct gap g;
  g.c = c;
  g.i = i;
  return g;
}

static int sum(struct gap g) {
  return g.c + g.i;
}

int main(void) {
  struct gap g = make(1, 2), h;
  memcpy(&h, &g, sizeof h);
  return sum(h) - 3;
}
