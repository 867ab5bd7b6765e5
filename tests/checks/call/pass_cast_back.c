static int half(int x) {
  return x / 2;
}

int main(void) {
  void (*any)(void) = (void (*)(void))half;
  int (*back)(int) = (int (*)(int))any;
  return back(1);
}
