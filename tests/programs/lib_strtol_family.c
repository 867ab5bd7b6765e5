// strtol, strtoul, strtoll, strtoull, strtoimax, atoi, atol, atoll: bases, endptr, errno.
#include <stdio.h>
#include <stdlib.h>
#include <errno.h>
#include <inttypes.h>

static void test(const char *s, int base)
{
    char *e1, *e2, *e3, *e4;
    errno = 0;
    long l = strtol(s, &e1, base);
    int err1 = errno;
    errno = 0;
    unsigned long ul = strtoul(s, &e2, base);
    int err2 = errno;
    errno = 0;
    long long ll = strtoll(s, &e3, base);
    int err3 = errno;
    errno = 0;
    unsigned long long ull = strtoull(s, &e4, base);
    int err4 = errno;
    printf("\"%s\" %d: %ld,%td,%d %lu,%td,%d %lld,%td,%d %llu,%td,%d\n", s, base, l, e1 - s, err1 == ERANGE,
           ul, e2 - s, err2 == ERANGE, ll, e3 - s, err3 == ERANGE, ull, e4 - s, err4 == ERANGE);
}

int main(void)
{
    static const char *const dec[] = { "0", "42", "-42", "+7", "  \t\n 99xyz", "", "abc", "-", "+-3", "2147483647",
        "2147483648", "-2147483649", "4294967295", "4294967296", "9223372036854775807", "9223372036854775808",
        "-9223372036854775808", "-9223372036854775809", "18446744073709551615", "18446744073709551616",
        "99999999999999999999999", "-1", "12 34" };
    for (unsigned i = 0; i < sizeof dec / sizeof *dec; i++)
        test(dec[i], 10);
    test("0x1fg", 16);
    test("0x1fg", 0);
    test("0x", 16);
    test("0xg", 0);
    test("0777", 0);
    test("0798", 0);
    test("0777", 8);
    test("1010102", 2);
    test("zZ9", 36);
    test("-0x10", 0);
    test("ff", 16);
    test("FF", 15);
    test("0x7fffffffffffffff", 0);
    printf("%d %d %d %ld %lld\n", atoi("123"), atoi("  -5x"), atoi("none"), atol("-77"), atoll("1234567890123"));
    printf("%jd %ju\n", strtoimax("-123456789012", NULL, 10), strtoumax("ffffffffff", NULL, 16));
    return atoi("55abc");
}
