/* A global that every writer keeps in range. */
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern double __VERIFIER_nondet_double(void);
extern void __VERIFIER_assume(int);
extern void abort(void);

static int position;
static char buffer[80];

static void put(char c) {
  if (position < 79)
    buffer[position++] = c;
  buffer[position] = 0;
}

int main(void) {
  for (int i = 0; i < 1000; i++)
    put((char)i);
  return buffer[0];
}
