/* A hash table of 1024 buckets with five places each: the sixth key in one bucket is lost. */
#include <assert.h>

extern unsigned int __VERIFIER_nondet_uint(void);

enum { BUCKETS = 1024, PLACES = 5, KEYS = 6 };

static unsigned int bucket_of(unsigned int key) {
  return key * 2654435761u >> 22;
}

int main(void) {
  unsigned char used[BUCKETS] = {0};
  int lost = 0;

  for (int i = 0; i < KEYS; i++) {
    unsigned int bucket = bucket_of(__VERIFIER_nondet_uint());
    if (used[bucket] < PLACES) {
      used[bucket]++;
    } else {
      lost++;
    }
  }
  assert(lost == 0);
  return 0;
}
