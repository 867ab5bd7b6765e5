/* An array of structures with an array inside. */
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern double __VERIFIER_nondet_double(void);
extern void __VERIFIER_assume(int);
extern void abort(void);

struct entry {
  int key;
  char name[12];
};

int main(void) {
  struct entry table[5];
  for (int i = 0; i < 5; i++) {
    table[i].key = i;
    for (int j = 0; j < 12; j++)
      table[i].name[j] = 'x';
  }
  return table[4].key;
}
