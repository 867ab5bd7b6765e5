/* Bubble sort of six unknown ints: one path for each of their 720 orders. */
extern int __VERIFIER_nondet_int(void);

#define SIZE 6

static void sort(int *a, int n) {
  for (int end = n - 1; end > 0; end--)
    for (int i = 0; i < end; i++)
      if (a[i] > a[i + 1]) {
        int swapped = a[i];
        a[i] = a[i + 1];
        a[i + 1] = swapped;
      }
}

int main(void) {
  int a[SIZE];
  for (int i = 0; i < SIZE; i++)
    a[i] = __VERIFIER_nondet_int();
  sort(a, SIZE);
  return 0;
}
