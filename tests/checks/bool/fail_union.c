#include <stdbool.h>

union cell {
  unsigned char byte;
  bool truth;
};

static int truth(const union cell *cell) {
  return cell->truth; // FAIL: bool
}

int main(void) {
  union cell cell = {.byte = 1};
  int sum = truth(&cell);
  cell.byte = 255;
  return sum + truth(&cell);
}
