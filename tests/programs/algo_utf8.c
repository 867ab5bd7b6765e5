// UTF-8 decoding with validation, encoding, counting and code point properties.
#include <stdio.h>
#include <stdint.h>
#include <string.h>

/* returns the number of bytes used, or 0 for malformed input */
static int decode(const unsigned char *s, size_t n, uint32_t *cp)
{
    static const uint32_t min[] = { 0, 0, 0x80, 0x800, 0x10000 };
    int len = s[0] < 0x80 ? 1 : s[0] >> 5 == 6 ? 2 : s[0] >> 4 == 14 ? 3 : s[0] >> 3 == 30 ? 4 : 0;
    if (len == 0 || (size_t)len > n)
        return 0;
    uint32_t v = len == 1 ? s[0] : s[0] & (0xffu >> (len + 1));
    for (int i = 1; i < len; i++) {
        if ((s[i] & 0xc0) != 0x80)
            return 0;
        v = v << 6 | (s[i] & 0x3f);
    }
    if (v < min[len] || v > 0x10ffff || (v >= 0xd800 && v < 0xe000))
        return 0;
    *cp = v;
    return len;
}

static int encode(uint32_t cp, char *out)
{
    int len = cp < 0x80 ? 1 : cp < 0x800 ? 2 : cp < 0x10000 ? 3 : 4;
    if (len == 1) {
        out[0] = (char)cp;
        return 1;
    }
    for (int i = len - 1; i > 0; i--, cp >>= 6)
        out[i] = (char)(0x80 | (cp & 0x3f));
    out[0] = (char)(0xf0 << (4 - len) | cp);
    return len;
}

int main(void)
{
    static const char *const in[] = {
        "plain ascii", "caf\xc3\xa9 na\xc3\xafve", "\xe2\x82\xac\xf0\x9f\x98\x80!", "\xc0\xaf overlong",
        "\xed\xa0\x80 surrogate",
        "cut \xe2\x82", "\xf4\x90\x80\x80 too big", "stray \x80 byte \xff", "\xe0\x80\x80", "\xf4\x8f\xbf\xbf"
    };
    int valid = 0;
    for (unsigned i = 0; i < sizeof in / sizeof *in; i++) {
        const unsigned char *p = (const unsigned char *)in[i];
        size_t n = strlen(in[i]);
        int bad = 0, count = 0;
        for (size_t k = 0; k < n; count++) {
            uint32_t cp;
            int len = decode(p + k, n - k, &cp);
            if (len == 0) {
                bad++;
                cp = 0xfffd;
                len = 1;
            }
            printf("%x ", (unsigned)cp);
            k += (size_t)len;
        }
        printf("| %d %d\n", count, bad);
        valid += !bad;
    }
    unsigned h = 0, trips = 0;
    for (uint32_t cp = 1; cp < 0x110000; cp += 1 + cp / 50) {
        char buf[4];
        uint32_t back = 0;
        int n = encode(cp, buf);
        for (int i = 0; i < n; i++)
            h = h * 31 + (unsigned char)buf[i];
        trips += decode((unsigned char *)buf, (size_t)n, &back) == n && back == cp;
    }
    printf("%u %u\n", h, trips);
    return valid;
}
