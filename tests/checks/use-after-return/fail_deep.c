struct box {
  int *inside;
};

static void fill(struct box *box) {
  int local = 9;
  box->inside = &local;
}

static int open(const struct box *box) {
  return *box->inside; // FAIL: use-after-return
}

int main(void) {
  struct box box;
  fill(&box);
  return open(&box);
}
