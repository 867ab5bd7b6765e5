/* Hash table with open addressing: insertions, lookups, deletions. */
extern int __VERIFIER_nondet_int(void);

enum { SIZE = 1024 };
struct entry {
  unsigned key, value;
  unsigned char state;
};
static struct entry table[SIZE];

static struct entry *find(unsigned key) {
  unsigned at = key * 2654435761u >> 22;
  while (table[at].state == 1 && table[at].key != key)
    at = (at + 1) & (SIZE - 1);
  return &table[at];
}

unsigned kernel(unsigned seed) {
  unsigned x = seed | 1, sum = 0;
  for (int i = 0; i < SIZE; i++)
    table[i].state = 0;
  for (int i = 0; i < 600; i++) {
    x = x * 1664525 + 1013904223;
    struct entry *entry = find(x >> 12);
    entry->key = x >> 12;
    entry->value = (unsigned)i;
    entry->state = 1;
  }
  x = seed | 1;
  for (int i = 0; i < 1200; i++) {
    x = x * 1664525 + 1013904223;
    struct entry *entry = find(x >> 12);
    if (entry->state == 1)
      sum += entry->value;
  }
  return sum;
}

int main(void) { return (int)(kernel((unsigned)__VERIFIER_nondet_int()) & 127); }
