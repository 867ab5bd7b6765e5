// Calendar arithmetic: days from civil, weekday, leap years, ISO week, Easter, Roman numerals.
#include <stdio.h>

struct date { int y, m, d; };

static long to_days(struct date t)
{
    long y = t.m <= 2 ? t.y - 1 : t.y;
    long era = (y >= 0 ? y : y - 399) / 400;
    unsigned yoe = (unsigned)(y - era * 400);
    unsigned doy = (153 * (unsigned)(t.m + (t.m > 2 ? -3 : 9)) + 2) / 5 + (unsigned)t.d - 1;
    unsigned doe = yoe * 365 + yoe / 4 - yoe / 100 + doy;
    return era * 146097 + (long)doe - 719468;
}
static struct date from_days(long z)
{
    z += 719468;
    long era = (z >= 0 ? z : z - 146096) / 146097;
    unsigned doe = (unsigned)(z - era * 146097);
    unsigned yoe = (doe - doe / 1460 + doe / 36524 - doe / 146096) / 365;
    unsigned doy = doe - (365 * yoe + yoe / 4 - yoe / 100), mp = (5 * doy + 2) / 153;
    struct date r = { 0, (int)(mp < 10 ? mp + 3 : mp - 9), (int)(doy - (153 * mp + 2) / 5 + 1) };
    r.y = (int)(yoe + (unsigned)(era * 400)) + (r.m <= 2);
    return r;
}
static int weekday(long days) { return (int)(days >= -4 ? (days + 4) % 7 : (days + 5) % 7 + 6); }
static int leap(int y) { return (y % 4 == 0 && y % 100 != 0) || y % 400 == 0; }
static struct date easter(int y)
{
    int a = y % 19, b = y / 100, c = y % 100, d = (19 * a + b - b / 4 - (b - (b + 8) / 25 + 1) / 3 + 15) % 30;
    int e = (32 + 2 * (b % 4) + 2 * (c / 4) - d - c % 4) % 7, f = d + e - 7 * ((a + 11 * d + 22 * e) / 451) + 114;
    return (struct date){ y, f / 31, f % 31 + 1 };
}
static const char *roman(int n)
{
    static char buf[24];
    static const struct { int v; const char *s; } t[] = { { 1000, "M" }, { 900, "CM" }, { 500, "D" }, { 400, "CD" },
        { 100, "C" }, { 90, "XC" }, { 50, "L" }, { 40, "XL" }, { 10, "X" }, { 9, "IX" }, { 5, "V" }, { 4, "IV" },
        { 1, "I" } };
    char *p = buf;
    for (int i = 0; n > 0; i++)
        for (; n >= t[i].v; n -= t[i].v)
            for (const char *s = t[i].s; *s;)
                *p++ = *s++;
    *p = 0;
    return buf;
}

int main(void)
{
    static const char *const wd[] = { "Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat" };
    static const struct date ds[] = { { 1970, 1, 1 }, { 2000, 2, 29 }, { 1900, 3, 1 }, { 1, 1, 1 }, { 2038, 1, 19 },
                                      { 1582, 10, 15 }, { -44, 3, 15 }, { 9999, 12, 31 } };
    int bad = 0, leaps = 0;
    for (unsigned i = 0; i < sizeof ds / sizeof *ds; i++) {
        long n = to_days(ds[i]);
        struct date b = from_days(n);
        printf("%d-%02d-%02d %ld %s %d\n", b.y, b.m, b.d, n, wd[weekday(n)], leap(ds[i].y));
    }
    for (long n = -800000; n < 800000; n += 997) {
        struct date d = from_days(n);
        bad += to_days(d) != n || d.m < 1 || d.m > 12 || d.d < 1 || d.d > 31;
        leaps += leap(d.y);
    }
    printf("%d %d\n", bad, leaps);
    for (int y = 1990; y < 2030; y += 9) {
        struct date e = easter(y);
        printf("%s %d/%d %s\n", roman(y), e.m, e.d, wd[weekday(to_days(e))]);
    }
    return leaps % 100;
}
