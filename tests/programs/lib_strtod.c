// strtod, strtof and atof: decimal, exponent, hex, inf and nan, endptr, rounding, range errors.
#include <stdio.h>
#include <stdlib.h>
#include <errno.h>
#include <math.h>

int main(void)
{
    static const char *const in[] = {
        "0", "-0", "1", "3.14159265358979323846", ".5", "5.", ".", "1e10", "1e", "1e+", "1E-5x", "  +2.5", "- 1",
        "0x1.8p3", "0x.8", "0xp1", "0x1p-1074", "1e308", "1.8e308", "-1e400", "4.9e-324", "2e-324", "1e-400",
        "2.2250738585072011e-308", "9007199254740993", "9007199254740992.99999999999999999",
        "0.1", "123456789.987654321",
        "17976931348623157081452742373170435679807056752584499659891747680315726078"
        "0028538760589558632766878171540458953514"
        "38246423432132688946418276846754670353751698604991057655128207624549009038"
        "932894407586850845513394230458323690322"
        "94816580855933212334774797826204144723168738177180919299881250404026184124858368",
        "1.00000000000000011102230246251565404236316680908203125", "", "abc", "12abc"
    };
    for (unsigned i = 0; i < sizeof in / sizeof *in; i++) {
        char *e;
        errno = 0;
        double d = strtod(in[i], &e);
        printf("%.20s: %.17g %a %td %d\n", in[i], d, d, e - in[i], errno == ERANGE);
        errno = 0;
        float f = strtof(in[i], &e);
        printf("   %.9g %td %d\n", f, e - in[i], errno == ERANGE);
    }
    char *e;
    const char *s = "infinity-nan(12)NANx";
    double v = strtod(s, &e);
    printf("%d %td\n", isinf(v) != 0, e - s);
    v = strtod(s + 9, &e);
    printf("%d %td\n", isnan(v) != 0, e - s);
    v = strtod(e, &e);
    printf("%d %d\n", isnan(v) != 0, *e);
    printf("%g %g\n", strtod("-INF", NULL), strtod("inf", NULL));
    printf("%g %g %g\n", atof("2.5e3"), atof("junk"), atof("-.125"));
    const char *list = "1.5 -2e1\t0x10 7";
    double sum = 0;
    char *p = (char *)list;
    for (;;) {
        v = strtod(p, &e);
        if (e == p)
            break;
        sum = sum * 2 + v;
        p = e;
    }
    printf("%g\n", sum);
    return (int)sum & 0x3f;
}
