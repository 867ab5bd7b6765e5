struct big {
  int a[20];
};

static void copy(struct big *to, const struct big *from) {
  *to = *from;
}

int main(void) {
  struct big x = {{1}}, y;
  copy(&y, &x);
  copy(&x, &x);
  return x.a[0] + y.a[0] - 2;
}
