/* A Modbus request: address, function and register must fit, and the CRC-16 that follows must be right. */
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

static unsigned int crc16(const unsigned char *data, int length) {
  unsigned int crc = 0xFFFF;
  for (int i = 0; i < length; i++) {
    crc ^= data[i];
    for (int bit = 0; bit < 8; bit++) {
      unsigned int low = crc & 1;
      crc >>= 1;
      if (low) {
        crc ^= 0xA001;
      }
    }
  }
  return crc;
}

int main(void) {
  unsigned char request[8];
  for (int i = 0; i < 8; i++) {
    request[i] = __VERIFIER_nondet_uchar();
  }

  unsigned int crc = crc16(request, 6);
  if (request[6] != (crc & 0xFF) || request[7] != crc >> 8) {
    return 0;
  }
  int address = request[0];
  int function = request[1];
  int first = request[2] << 8 | request[3];
  int count = request[4] << 8 | request[5];
  if (address == 17 && function == 3) {
    assert(first + count != 0x10000);
  }
  return 0;
}
