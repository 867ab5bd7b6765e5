// Mandelbrot set in double and in 64-bit fixed point, printed as characters and checksums.
#include <stdio.h>
#include <stdint.h>

typedef int64_t fix;        /* 40 fractional bits kept in products of 20-bit halves */
#define FIX(x) ((fix)((x) * 1048576.0))

static int escape_double(double cr, double ci)
{
    double x = 0, y = 0;
    int n = 0;
    for (; n < 50 && x * x + y * y <= 4; n++) {
        double t = x * x - y * y + cr;
        y = 2 * x * y + ci;
        x = t;
    }
    return n;
}

static int escape_fixed(fix cr, fix ci)
{
    fix x = 0, y = 0;
    int n = 0;
    for (; n < 50; n++) {
        fix xx = x * x >> 20, yy = y * y >> 20;
        if (xx + yy > FIX(4))
            break;
        y = (x * y >> 19) + ci;
        x = xx - yy + cr;
    }
    return n;
}

static int escape_float(float cr, float ci)
{
    float x = 0, y = 0;
    int n = 0;
    do {
        float t = x * x - y * y + cr;
        y = 2 * x * y + ci;
        x = t;
    } while (++n < 50 && x * x + y * y <= 4);
    return n;
}

int main(void)
{
    static const char shades[] = " .,:;i1tfLCG08@#";
    unsigned hd = 0, hf = 0, hs = 0;
    int differ = 0;
    for (int row = -10; row <= 10; row++) {
        for (int col = -44; col <= 20; col++) {
            double cr = col / 20.0, ci = row / 8.0;
            int a = escape_double(cr, ci), b = escape_fixed(FIX(cr), FIX(ci)), c = escape_float((float)cr, (float)ci);
            hd = hd * 31 + (unsigned)a;
            hf = hf * 31 + (unsigned)b;
            hs = hs * 31 + (unsigned)c;
            differ += a != b;
            putchar(shades[a == 50 ? 15 : a % 15]);
        }
        putchar('\n');
    }
    printf("%u %u %u %d\n", hd, hf, hs, differ);
    return differ;
}
