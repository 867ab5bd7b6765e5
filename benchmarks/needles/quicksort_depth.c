/* Quicksort with the first element as the pivot and a fixed budget for the depth of the recursion. */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

enum { LENGTH = 20 };

static int deepest;

static void sort(int *values, int low, int high, int depth) {
  if (low >= high) {
    return;
  }
  if (depth > deepest) {
    deepest = depth;
  }
  int pivot = values[low];
  int store = low;
  for (int i = low + 1; i <= high; i++) {
    if (values[i] < pivot) {
      store++;
      int swap = values[store];
      values[store] = values[i];
      values[i] = swap;
    }
  }
  values[low] = values[store];
  values[store] = pivot;
  sort(values, low, store - 1, depth + 1);
  sort(values, store + 1, high, depth + 1);
}

int main(void) {
  int values[LENGTH];
  for (int i = 0; i < LENGTH; i++) {
    values[i] = __VERIFIER_nondet_int();
  }
  deepest = 0;
  sort(values, 0, LENGTH - 1, 1);
  assert(deepest < LENGTH - 1);
  return 0;
}
