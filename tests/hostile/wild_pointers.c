/* Accesses at addresses where no object is, in every corner of the address space.
 *
 * expect 0: violation memory WRITE confirmed
 * expect 1: violation memory WRITE confirmed
 * expect 2: violation memory WRITE
 * expect 3: violation memory WRITE
 * expect 4: violation memory WRITE
 * expect 5: violation memory WRITE
 * expect 6: violation memory WRITE
 * expect 7: violation memory WRITE
 * expect 8: violation memory WRITE
 * expect 9: violation memory WRITE
 * expect 10: violation memory READ
 * expect 11: violation memory READ
 * expect 12: violation memory READ
 * expect 13: violation memory READ
 */
#include <stdint.h>

extern int __VERIFIER_nondet_int(void);

static const uint64_t places[] = {
    0,          1,          4095,       65535,      65536,      0xfffff000,
    0xfffffff8, 0xffffffff, 0xdeadbeef, 0x80000000,
};

/* Where only 64-bit programs can go; the last two would be globals if the upper half were cut off. */
static const uint64_t far[] = {
    0x8000000000000000,
    0xfffffffffffffff8,
    0x100000000,
    0x101000000,
};

int main(void) {
  int k = __VERIFIER_nondet_int();
  int64_t sum = 0;
  if (k < 10)
    *(volatile char *)(uintptr_t)places[k] = 1; /* WRITE */
  else
    sum += *(volatile int64_t *)(uintptr_t)(sizeof(void *) == 8 ? far[k - 10] : 0xfffffffc); /* READ */
  return sum != 0;
}
