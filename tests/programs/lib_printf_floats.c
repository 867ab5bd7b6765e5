// printf %f, %e, %g, %a (and capitals) with corner values, flags, width and precision.
#include <stdio.h>
#include <math.h>
#include <float.h>

int main(void)
{
    static const double vals[] = {
        0.0, -0.0, 1.0, -1.5, 0.1, 2.5, 3.5, 0.5, 1e6, 123456.0, 1234567.0, 0.0001, 0.00001234, 99999.95, 999999.5,
        1e15, 1e16, 1e17, 1e21, 12345678901234567890.0, DBL_MAX, DBL_MIN, 4.9e-324, 3.14159265358979, 1e100, 0.045
    };
    for (unsigned i = 0; i < sizeof vals / sizeof *vals; i++) {
        double v = vals[i];
        if (fabs(v) < 1e22)
            printf("[%f][%.0f][%.1f][%.10f][%#.0f][%12.3f][%-12.2f][%+012.1f] ", v, v, v, v, v, v, v, v);
        printf("[%e][%.0e][%.15e][%#.0E][%14.2E]\n", v, v, v, v, v);
        printf("[%g][%.3g][%.10g][%.17g][%#g][%G][%10.2g][%-10g][%+g][% g]\n", v, v, v, v, v, v, v, v, v, v);
        printf("[%a][%.0a][%.3a][%A][%20a][%-20.2a]\n", v, v, v, v, v, v);
    }
    double inf = INFINITY;
    printf("[%f][%F][%e][%G][%10f][%-10f][%010f][%+f][% f][%a]\n", inf, inf, inf, inf, -inf, inf, inf, inf, inf, -inf);
    printf("[%f][%F][%10g]\n", fabs(NAN), fabs(NAN), fabs(NAN));
    printf("[%.50f]\n", 0.1);
    printf("[%.30g]\n", 1.0 / 3);
    printf("[%*.*f][%-*.*e]\n", 10, 2, 3.14159, 15, 3, 2718.28);
    printf("[%f][%g]\n", 1.1f, 1.1f);
    printf("[%.2f][%.2f][%.2f][%.2f]\n", 0.125, 0.375, 2.675, 1.005);
    printf("[%.0f][%.0f][%.0f][%.0f]\n", 0.5, 1.5, 2.5, -0.5);
    printf("%f\n", DBL_MAX);
    int n = printf("%.3e %.40g\n", 5e-324, 5e-324);
    return n;
}
