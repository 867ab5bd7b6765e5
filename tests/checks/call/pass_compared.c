static int (*volatile hook)(int);

int main(void) {
  return hook != 0 ? hook(1) : 0;
}
