extern void reach_error(void);

static void (*volatile handler)(void);

int main(void) {
  handler = reach_error;
  return handler == 0;
}
