/* A maze and 28 moves: a wall ends the game, and nobody should find the way out. */
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

static const char maze[9][14] = {
  "#############",
  "#S#...#.....#",
  "#.#.#.#.###.#",
  "#...#...#.#.#",
  "###.###.#.#.#",
  "#.#.#...#...#",
  "#.#.#.#####.#",
  "#...#...#..E#",
  "#############",
};

int main(void) {
  int row = 1;
  int column = 1;

  for (int i = 0; i < 28 && maze[row][column] != 'E'; i++) {
    switch (__VERIFIER_nondet_uchar() & 3) {
    case 0:
      row--;
      break;
    case 1:
      row++;
      break;
    case 2:
      column--;
      break;
    default:
      column++;
    }
    if (maze[row][column] == '#') {
      return 0;
    }
  }
  assert(maze[row][column] != 'E');
  return 0;
}
