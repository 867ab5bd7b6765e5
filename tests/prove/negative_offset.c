/* A pointer into the middle, read on both sides. */
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern double __VERIFIER_nondet_double(void);
extern void __VERIFIER_assume(int);
extern void abort(void);

int main(void) {
  int a[21];
  for (int i = 0; i < 21; i++)
    a[i] = i;
  int *middle = a + 10;
  int i = __VERIFIER_nondet_int();
  if (i < -10 || i > 10)
    return 0;
  return middle[i] == 4;
}
