/* A matrix, row by row. */
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern double __VERIFIER_nondet_double(void);
extern void __VERIFIER_assume(int);
extern void abort(void);

int main(void) {
  int m[8][12];
  for (int i = 0; i < 8; i++)
    for (int j = 0; j < 12; j++)
      m[i][j] = i * j;
  return m[7][11] & 1;
}
