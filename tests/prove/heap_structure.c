/* A structure on the heap with an array on the heap. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern double __VERIFIER_nondet_double(void);
extern void __VERIFIER_assume(int);
extern void abort(void);

struct vector {
  int length;
  int *data;
};

int main(void) {
  struct vector *v = malloc(sizeof *v);
  if (!v)
    return 1;
  v->length = 10;
  v->data = malloc(10 * sizeof(int));
  if (!v->data)
    return 1;
  for (int i = 0; i < v->length; i++)
    v->data[i] = i;
  free(v->data);
  free(v);
  return 0;
}
