// CRC-8, CRC-16 and CRC-32 by table and bit by bit, compared with each other.
#include <stdio.h>
#include <stdint.h>
#include <string.h>

static uint32_t table32[256];
static uint16_t table16[256];

static void build(void)
{
    for (uint32_t i = 0; i < 256; i++) {
        uint32_t c = i;
        uint16_t d = (uint16_t)(i << 8);
        for (int b = 0; b < 8; b++) {
            c = c & 1 ? 0xedb88320 ^ c >> 1 : c >> 1;
            d = (uint16_t)(d & 0x8000 ? d << 1 ^ 0x1021 : d << 1);
        }
        table32[i] = c;
        table16[i] = d;
    }
}
static uint32_t crc32(const void *data, size_t n)
{
    const uint8_t *p = data;
    uint32_t c = ~0u;
    while (n--)
        c = table32[(c ^ *p++) & 0xff] ^ c >> 8;
    return ~c;
}
static uint32_t crc32_bitwise(const char *s, size_t n)
{
    uint32_t c = 0xffffffff;
    while (n--) {
        c ^= (uint8_t)*s++;
        for (int k = 8; k--;)
            c = c >> 1 ^ (0xedb88320 & -(c & 1));
    }
    return c ^ 0xffffffff;
}
static uint16_t crc16(const char *s)
{
    uint16_t c = 0xffff;
    while (*s)
        c = (uint16_t)(c << 8) ^ table16[c >> 8 ^ (uint8_t)*s++];
    return c;
}
static uint8_t crc8(const char *s)
{
    uint8_t c = 0;
    for (; *s; s++) {
        c ^= (uint8_t)*s;
        for (int i = 0; i < 8; i++)
            c = c & 0x80 ? (uint8_t)(c << 1 ^ 0x07) : (uint8_t)(c << 1);
    }
    return c;
}

int main(void)
{
    static const char *const in[] = { "", "a", "123456789", "The quick brown fox jumps over the lazy dog",
                                      "\xff\x80\x7f" };
    build();
    for (int i = 0; i < 5; i++) {
        size_t n = strlen(in[i]);
        printf("%08x %d %04x %02x\n", crc32(in[i], n), crc32(in[i], n) == crc32_bitwise(in[i], n),
               crc16(in[i]), crc8(in[i]));
    }
    printf("%08x %08x\n", crc32(table32, sizeof table32), crc32(table16, sizeof table16));
    for (int i = 0; i < 256; i += 51)
        printf("%08x %04x ", table32[i], table16[i]);
    printf("\n");
    return crc8("123456789") >> 2;
}
