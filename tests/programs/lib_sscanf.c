// sscanf conversions: ints in several bases, strings, sets, widths, suppression, %n, return values.
#include <stdio.h>
#include <string.h>

int main(void)
{
    int a = 0, b = 0, c = 0, n;
    unsigned u;
    long l;
    long long ll;
    short h;
    signed char hh;
    float f;
    double d;
    char s[16], t[16], ch[4] = "";

    n = sscanf("10 -20 0x1f", "%d %d %i", &a, &b, &c);
    printf("%d: %d %d %d\n", n, a, b, c);
    n = sscanf("ff 777 4294967295", "%x %o %u", &a, &b, &u);
    printf("%d: %d %d %u\n", n, a, b, u);
    n = sscanf("12345 -7 9876543210 -128 2147483647", "%hd %hhd %lld %hhd %ld", &h, &hh, &ll, &hh, &l);
    printf("%d: %d %d %lld %ld\n", n, h, hh, ll, l);
    n = sscanf("3.25e2 -0.125", "%f %lf", &f, &d);
    printf("%d: %g %g\n", n, f, d);
    n = sscanf("  word   another", "%s %15s", s, t);
    printf("%d: %s %s\n", n, s, t);
    n = sscanf("abcdefgh", "%3s%2c%s", s, ch, t);
    printf("%d: %s %.2s %s\n", n, s, ch, t);
    n = sscanf("key=value;rest", "%[^=]=%[a-z];%n", s, t, &c);
    printf("%d: %s %s %d\n", n, s, t, c);
    n = sscanf("12:34:56", "%2d:%*d:%d", &a, &b);
    printf("%d: %d %d\n", n, a, b);
    n = sscanf("123456", "%2d%3d%d", &a, &b, &c);
    printf("%d: %d %d %d\n", n, a, b, c);
    n = sscanf("12abc", "%d%d", &a, &b);
    printf("%d: %d\n", n, a);
    printf("%d %d %d\n", sscanf("", "%d", &a), sscanf("x", "%d", &a), sscanf("   ", "%s", s));
    n = sscanf("50% off", "%d%% %s", &a, s);
    printf("%d: %d %s\n", n, a, s);
    n = sscanf("2024-02-29T23:59", "%d-%d-%dT%u", &a, &b, &c, &u);
    printf("%d: %d %d %d %u\n", n, a, b, c, u);
    const char *p = "1,2,3,40,500";
    int sum = 0, used;
    while (sscanf(p, "%d%n", &a, &used) == 1) {
        sum = sum * 3 + a;
        p += used;
        if (*p == ',')
            p++;
    }
    printf("%d %zu\n", sum, strlen(p));
    return sum & 0x7f;
}
