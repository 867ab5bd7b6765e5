#include <string.h>

struct pair {
  int a, b;
};

int main(void) {
  struct pair p, q;
  p.a = 1;
  memcpy(&q, &p, sizeof q);
  if (q.a == 1)
    q.a = 2;
  while (q.b == 5) // FAIL: uninit
    q.b--;
  return 0;
}
