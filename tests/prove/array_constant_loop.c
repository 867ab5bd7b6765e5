/* A loop up to the array's length. */
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern double __VERIFIER_nondet_double(void);
extern void __VERIFIER_assume(int);
extern void abort(void);

int main(void) {
  int a[10];
  for (int i = 0; i < 10; i++)
    a[i] = i;
  int sum = 0;
  for (int i = 0; i < 10; i++)
    sum ^= a[i];
  return sum & 1;
}
