/* Sorting: heap sort and insertion sort of small arrays. */
extern int __VERIFIER_nondet_int(void);

static void sift(int *a, int root, int end) {
  for (int child = 2 * root + 1; child < end; child = 2 * root + 1) {
    if (child + 1 < end && a[child] < a[child + 1])
      child++;
    if (a[root] >= a[child])
      return;
    int t = a[root];
    a[root] = a[child];
    a[child] = t;
    root = child;
  }
}

static void heap_sort(int *a, int n) {
  for (int i = n / 2; i-- > 0;)
    sift(a, i, n);
  for (int i = n - 1; i > 0; i--) {
    int t = a[0];
    a[0] = a[i];
    a[i] = t;
    sift(a, 0, i);
  }
}

static void insertion_sort(int *a, int n) {
  for (int i = 1; i < n; i++) {
    int v = a[i], j = i;
    while (j > 0 && a[j - 1] > v) {
      a[j] = a[j - 1];
      j--;
    }
    a[j] = v;
  }
}

unsigned kernel(unsigned seed) {
  int a[512], b[64];
  unsigned x = seed | 1, sum = 0;
  for (int i = 0; i < 512; i++) {
    x = x * 1664525 + 1013904223;
    a[i] = (int)(x >> 8);
  }
  for (int i = 0; i < 64; i++)
    b[i] = a[i];
  heap_sort(a, 512);
  insertion_sort(b, 64);
  for (int i = 0; i < 512; i++)
    sum = sum * 31 + (unsigned)a[i];
  return sum + (unsigned)b[63];
}

int main(void) { return (int)(kernel((unsigned)__VERIFIER_nondet_int()) & 127); }
