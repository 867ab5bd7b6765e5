static int zero(void) {
  return 0;
}

static int (*table[3])(void) = {zero, zero};

int main(void) {
  int sum = 0;
  for (int i = 0; i < 3; i++)
    sum += table[i](); // FAIL: call
  // NATIVE: crash: the stack of a jump to nowhere does not have the caller
  return sum;
}
