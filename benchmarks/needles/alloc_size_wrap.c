/* The size of a block with its header: the sum wraps for the very largest requests. */
#include <assert.h>
#include <stddef.h>

extern unsigned long __VERIFIER_nondet_ulong(void);

struct header {
  size_t size;
  struct header *next;
  struct header *previous;
};

static size_t block_size(size_t payload) {
  return payload + sizeof(struct header);
}

int main(void) {
  size_t payload = __VERIFIER_nondet_ulong();

  size_t total = block_size(payload);
  assert(total >= payload);
  return 0;
}
