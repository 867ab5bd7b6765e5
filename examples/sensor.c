/*
 * A sensor that answers packets: a byte with kind and length, that many bytes, a checksum. Two mistakes are in it.
 * Which packets show them?
 *
 *   rarebit hunt examples/sensor.c --time 20s
 */
#include <assert.h>
#include <rarebit.h>
#include <stdint.h>
#include <string.h>

enum kind { RESET = 1, READINGS = 2, AVERAGE = 3 };

struct sensor {
  uint8_t readings[8];
  int count;
};

static uint8_t checksum(const uint8_t *data, int size) {
  unsigned sum = 7;
  for (int i = 0; i < size; i++)
    sum = (sum * 31 + data[i]) % 251;
  return (uint8_t)sum;
}

static int average(const struct sensor *sensor) {
  int total = 0;
  for (int i = 0; i < sensor->count; i++)
    total += sensor->readings[i];
  return total / sensor->count;
}

static int answer(struct sensor *sensor, const uint8_t *packet, int size) {
  int kind = packet[0] >> 6, length = packet[0] & 63;
  if (length + 2 > size)
    return -1;
  if (checksum(packet, length + 1) != packet[length + 1])
    return -2;
  switch (kind) {
  case RESET:
    memset(sensor, 0, sizeof *sensor);
    return 0;
  case READINGS:
    for (int i = 0; i < length; i++)
      sensor->readings[sensor->count++] = packet[1 + i];
    return sensor->count;
  case AVERAGE:
    return average(sensor);
  default:
    return -3;
  }
}

int main(void) {
  struct sensor sensor = {{0}, 0};
  uint8_t packet[8];
  for (int round = 0; round < 4; round++) {
    rarebit_bytes(packet, sizeof packet, "packet");
    int reply = answer(&sensor, packet, sizeof packet);
    assert(reply <= 255);
  }
  return 0;
}
