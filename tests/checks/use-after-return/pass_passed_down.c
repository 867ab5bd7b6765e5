static void set(int *p) {
  *p = 3;
}

int main(void) {
  int x = 0;
  set(&x);
  return x - 3;
}
