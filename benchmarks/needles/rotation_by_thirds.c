/* A rotation matrix in thirds: nine whole numbers, orthogonal rows of length three, no zero and no reflection. */
#include <assert.h>

extern char __VERIFIER_nondet_char(void);

static int dot(const int *a, const int *b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static int determinant(int m[3][3]) {
  return m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1])
       - m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0])
       + m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0]);
}

int main(void) {
  int m[3][3];
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) {
      m[i][j] = __VERIFIER_nondet_char();
    }
  }
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) {
      if (m[i][j] == 0 || dot(m[i], m[j]) != (i == j ? 9 : 0)) {
        return 0;
      }
    }
  }
  assert(determinant(m) != 27);
  return 0;
}
