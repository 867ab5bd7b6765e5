/* A packet of options, each with type, length and data: the name is copied without a look at its length. */
#include <stdio.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

enum { SIZE = 24, HEADER = 4, NAME = 7 };

int main(void) {
  unsigned char packet[SIZE];
  for (int i = 0; i < SIZE; i++) {
    packet[i] = __VERIFIER_nondet_uchar();
  }
  if (packet[0] != 0xCA || packet[1] != 0xFE) {
    return 0;
  }
  if (packet[2] != 1 || packet[3] != SIZE) {
    return 0;
  }

  int position = HEADER;
  while (position + 2 <= SIZE && packet[position] != 0) {
    int type = packet[position];
    int length = packet[position + 1];
    position += 2;
    if (position + length > SIZE) {
      return 0;
    }
    if (type == NAME) {
      char name[8];
      for (int i = 0; i < length; i++) {
        name[i] = (char)packet[position + i];
      }
      if (length > 0) {
        printf("%d\n", name[length - 1]);
      }
    }
    position += length;
  }
  return 0;
}
