#include <stdbool.h>

struct flags {
  bool a : 1;
  bool b : 1;
};

int main(void) {
  struct flags f = {true, false};
  f.b = 4;
  return f.a + f.b - 2;
}
