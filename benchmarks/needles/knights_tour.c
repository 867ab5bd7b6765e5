/* A knight on a board of five by five, from the corner: a tour over all squares. */
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

enum { SIZE = 5 };

int main(void) {
  static const int right[8] = {1, 2, 2, 1, -1, -2, -2, -1};
  static const int up[8] = {2, 1, -1, -2, -2, -1, 1, 2};
  int visited[SIZE][SIZE] = {{0}};
  int x = 0;
  int y = 0;
  int squares = 1;

  visited[0][0] = 1;
  while (squares < SIZE * SIZE) {
    int move = __VERIFIER_nondet_uchar() & 7;
    x += right[move];
    y += up[move];
    if (x < 0 || x >= SIZE || y < 0 || y >= SIZE) {
      break;
    }
    if (visited[y][x]) {
      break;
    }
    visited[y][x] = 1;
    squares++;
  }
  assert(squares < SIZE * SIZE);
  return 0;
}
