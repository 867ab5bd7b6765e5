// Base64 and hex encoding and decoding with padding, round trips and error detection.
#include <stdio.h>
#include <string.h>

static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

static size_t encode(const unsigned char *in, size_t n, char *out)
{
    char *o = out;
    for (; n >= 3; n -= 3, in += 3) {
        unsigned v = (unsigned)in[0] << 16 | (unsigned)in[1] << 8 | in[2];
        for (int s = 18; s >= 0; s -= 6)
            *o++ = alphabet[v >> s & 63];
    }
    if (n) {
        unsigned v = (unsigned)in[0] << 16 | (n > 1 ? (unsigned)in[1] << 8 : 0);
        *o++ = alphabet[v >> 18];
        *o++ = alphabet[v >> 12 & 63];
        *o++ = n > 1 ? alphabet[v >> 6 & 63] : '=';
        *o++ = '=';
    }
    *o = '\0';
    return (size_t)(o - out);
}

static int decode(const char *in, unsigned char *out)
{
    unsigned v = 0;
    int bits = 0, n = 0;
    for (; *in && *in != '='; in++) {
        const char *p = strchr(alphabet, *in);
        if (!p)
            return -1;
        v = v << 6 | (unsigned)(p - alphabet);
        bits += 6;
        if (bits >= 8) {
            bits -= 8;
            out[n++] = (unsigned char)(v >> bits);
        }
    }
    return n;
}

int main(void)
{
    static const char *const in[] = { "", "f", "fo", "foo", "foob", "fooba", "foobar", "\xff\xfe\xfd binary \x01" };
    char enc[512];
    unsigned char dec[512], all[256];
    int good = 0;

    for (unsigned i = 0; i < sizeof in / sizeof *in; i++) {
        size_t n = strlen(in[i]), m = encode((const unsigned char *)in[i], n, enc);
        int k = decode(enc, dec);
        printf("%s %zu %d\n", enc, m, k);
        good += k == (int)n && memcmp(dec, in[i], n) == 0;
    }
    for (int i = 0; i < 256; i++)
        all[i] = (unsigned char)(i * 167);
    for (size_t n = 0; n <= 256; n += 17) {
        encode(all, n, enc);
        good += decode(enc, dec) == (int)n && memcmp(dec, all, n) == 0;
    }
    encode(all, 256, enc);
    printf("%s\n%d %d\n", enc, good, decode("ab!c", dec));
    for (int i = 0; i < 16; i++)
        sprintf(enc + 2 * i, "%02X", all[i * 3]);
    unsigned sum = 0, byte;
    for (int i = 0; i < 16 && sscanf(enc + 2 * i, "%2x", &byte) == 1; i++)
        sum = sum * 5 + byte;
    printf("%s %u\n", enc, sum);
    return good;
}
