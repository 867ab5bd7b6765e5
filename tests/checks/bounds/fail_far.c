static int other[1000];
static int table[10];

int main(void) {
  int *p = table, *q = other;
  long i = q - p + 5;
  p[i] = 1; // FAIL: bounds
  // NATIVE: the access is legal for the sanitizer, which does not know which array was meant
  return other[0];
}
