/* Sensor frames of two bytes and a CRC-8: five good frames in a row from the same sensor. */
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

static unsigned char crc8(const unsigned char *data, int length) {
  unsigned char crc = 0xFF;
  for (int i = 0; i < length; i++) {
    crc ^= data[i];
    for (int bit = 0; bit < 8; bit++) {
      if (crc & 0x80) {
        crc = (unsigned char)((crc << 1) ^ 0x31);
      } else {
        crc = (unsigned char)(crc << 1);
      }
    }
  }
  return crc;
}

int main(void) {
  int good = 0;

  for (int frame = 0; frame < 5; frame++) {
    unsigned char data[3];
    for (int i = 0; i < 3; i++) {
      data[i] = __VERIFIER_nondet_uchar();
    }
    if (crc8(data, 2) != data[2] || data[0] != 0x2A) {
      break;
    }
    good++;
  }
  assert(good < 5);
  return 0;
}
