// LZ77-style compression and decompression plus run-length coding, verified by round trip.
#include <stdio.h>
#include <string.h>

typedef unsigned char u8;

static size_t compress(const u8 *in, size_t n, u8 *out)
{
    size_t o = 0, i = 0;
    while (i < n) {
        size_t best = 0, dist = 0;
        for (size_t d = 1; d <= i && d < 256; d++) {
            size_t len = 0;
            while (i + len < n && len < 255 && in[i + len] == in[i + len - d])
                len++;
            if (len > best)
                best = len, dist = d;
        }
        if (best >= 4) {
            out[o++] = 0xff;
            out[o++] = (u8)dist;
            out[o++] = (u8)best;
            i += best;
        } else {
            if (in[i] == 0xff)
                out[o++] = 0xff, out[o++] = 0;
            else
                out[o++] = in[i];
            i++;
        }
    }
    return o;
}

static size_t expand(const u8 *in, size_t n, u8 *out)
{
    size_t o = 0;
    for (size_t i = 0; i < n; i++) {
        if (in[i] != 0xff) {
            out[o++] = in[i];
        } else if (in[++i] == 0) {
            out[o++] = 0xff;
        } else {
            const u8 *from = out + o - in[i++];
            for (int len = in[i]; len > 0; len--)
                out[o++] = *from++;
        }
    }
    return o;
}

static unsigned hash(const u8 *p, size_t n)
{
    unsigned h = 1;
    while (n--)
        h = h * 257 + *p++;
    return h;
}

int main(void)
{
    static u8 in[2048], packed[4096], back[2048];
    int ok = 0;
    for (int t = 0; t < 5; t++) {
        size_t n = 0;
        static const char *const words[] = { "abracadabra ", "banana", "na na na na ", "\xff\xff", "xyzzy" };
        while (n < 600 + (size_t)t * 37) {
            const char *w = t < 4 ? words[(n * (size_t)(t + 3) / 7) % (size_t)(t + 1)] : words[n * n / 11 % 5];
            memcpy(in + n, w, strlen(w));
            n += strlen(w);
            in[n] = (u8)(n * n >> 7);
            n++;
        }
        size_t c = compress(in, n, packed), m = expand(packed, c, back);
        ok += m == n && memcmp(in, back, n) == 0;
        printf("%zu -> %zu -> %zu %u %u\n", n, c, m, hash(packed, c), hash(back, m));
    }
    printf("%zu %zu\n", compress(in, 0, packed), compress((const u8 *)"aaaaaaaaaaaaaaaaaaaa", 20, packed));
    return ok;
}
