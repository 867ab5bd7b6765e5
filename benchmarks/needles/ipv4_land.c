/* An IPv4 header with a right checksum: a packet whose time is up, sent from the address that it goes to. */
#include <assert.h>

extern unsigned short __VERIFIER_nondet_ushort(void);

enum { WORDS = 10 };

static unsigned int ones_complement_sum(const unsigned short *words) {
  unsigned int sum = 0;
  for (int i = 0; i < WORDS; i++) {
    sum += words[i];
  }
  while (sum > 0xFFFF) {
    sum = (sum & 0xFFFF) + (sum >> 16);
  }
  return sum;
}

int main(void) {
  unsigned short words[WORDS];
  for (int i = 0; i < WORDS; i++) {
    words[i] = __VERIFIER_nondet_ushort();
  }

  int version = words[0] >> 12;
  int header_length = words[0] >> 8 & 15;
  if (version != 4 || header_length != 5 || ones_complement_sum(words) != 0xFFFF) {
    return 0;
  }
  int time_to_live = words[4] >> 8;
  int protocol = words[4] & 0xFF;
  if (time_to_live == 0 && protocol == 1) {
    assert(words[6] != words[8] || words[7] != words[9]);
  }
  return 0;
}
