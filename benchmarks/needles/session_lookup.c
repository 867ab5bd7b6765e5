/* Sessions are looked up once their token is right; nobody thought of a right token for a session long gone. */
#include <stddef.h>
#include <stdio.h>

extern unsigned int __VERIFIER_nondet_uint(void);
extern unsigned long __VERIFIER_nondet_ulong(void);

struct session {
  unsigned int id;
  int user;
};

static const struct session sessions[] = {{100, 1}, {101, 7}, {250, 3}};

static const struct session *find(unsigned int id) {
  for (size_t i = 0; i < sizeof sessions / sizeof *sessions; i++) {
    if (sessions[i].id == id) {
      return &sessions[i];
    }
  }
  return NULL;
}

static unsigned long token_for(unsigned int id) {
  unsigned long h = id + 0x51ED270B1UL;
  h *= 0xD6E8FEB86659FD93UL;
  return h ^ h >> 29;
}

int main(void) {
  unsigned int id = __VERIFIER_nondet_uint();
  unsigned long token = __VERIFIER_nondet_ulong();

  if (token != token_for(id)) {
    return 0;
  }
  const struct session *session = find(id);
  printf("%d\n", session->user);
  return 0;
}
