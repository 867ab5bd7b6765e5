static void (*volatile handler)(void);

int main(void) {
  handler(); // FAIL: call
  // NATIVE: crash: the stack of a jump to nowhere does not have the caller
  return 0;
}
