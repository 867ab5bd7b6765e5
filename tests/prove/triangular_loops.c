/* The lower triangle of a matrix. */
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern double __VERIFIER_nondet_double(void);
extern void __VERIFIER_assume(int);
extern void abort(void);

int main(void) {
  int m[20][20];
  for (int i = 0; i < 20; i++)
    for (int j = 0; j <= i; j++)
      m[i][j] = 1;
  return m[19][19];
}
