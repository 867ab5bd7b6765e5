static int code[4];

int main(void) {
  int (*f)(void) = (int (*)(void))(unsigned long)code;
  return f(); // FAIL: call
  // NATIVE: crash: the stack of a jump to nowhere does not have the caller
}
