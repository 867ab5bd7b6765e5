/* The header of an image file: magic number, version, size and depth. Sixteen-bit grey has no decoder. */
#include <assert.h>
#include <string.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

struct header {
  unsigned char magic[4];
  unsigned char version;
  unsigned char depth;
  unsigned char channels;
  unsigned char width;
  unsigned char height;
};

static int supported(const struct header *h) {
  static const unsigned char magic[4] = {0x89, 'I', 'M', 'G'};
  if (memcmp(h->magic, magic, sizeof magic) != 0) {
    return 0;
  }
  if (h->version == 0 || h->version > 2) {
    return 0;
  }
  return h->width > 0 && h->height > 0;
}

int main(void) {
  struct header h;
  for (int i = 0; i < 4; i++) {
    h.magic[i] = __VERIFIER_nondet_uchar();
  }
  h.version = __VERIFIER_nondet_uchar();
  h.depth = __VERIFIER_nondet_uchar();
  h.channels = __VERIFIER_nondet_uchar();
  h.width = __VERIFIER_nondet_uchar();
  h.height = __VERIFIER_nondet_uchar();

  if (!supported(&h)) {
    return 0;
  }
  assert(h.depth != 16 || h.channels != 1);
  return 0;
}
