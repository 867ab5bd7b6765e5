/* A frame buffer driver: one video mode with padded lines takes the slow path, which was never finished. */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

struct mode {
  int width;
  int height;
  int stride;
};

static int is_padded(const struct mode *m) {
  return m->stride - m->width == 64;
}

int main(void) {
  struct mode m;
  m.width = __VERIFIER_nondet_int();
  m.height = __VERIFIER_nondet_int();
  m.stride = __VERIFIER_nondet_int();

  if (m.width != 1920 || m.height != 1080) {
    return 0;
  }
  if (m.stride < m.width) {
    return 0;
  }
  assert(!is_padded(&m));
  return 0;
}
