struct pair {
  int a, b;
};

static struct pair make(int a, int b) {
  struct pair p = {a, b};
  return p;
}

int main(void) {
  struct pair p = make(1, 2);
  return p.a + p.b - 3;
}
