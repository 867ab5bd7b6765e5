_Noreturn static void stop(int *p);

static void stop(int *p) {
  (*p)++;
}

int main(void) {
  int x = 0;
  stop(&x); // FAIL: unreachable
}
