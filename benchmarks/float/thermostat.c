/* A controller with a dead band, a limit of its output, and a guard against broken sensors. */
#include <assert.h>

extern double __VERIFIER_nondet_double(void);

static double previous, sum;

static double control(double wanted, double measured) {
    double error = wanted - measured;
    if (error != error)
        return 0;
    if (error > -0.5 && error < 0.5)
        error = 0;
    sum += error;
    if (sum > 50)
        sum = 50;
    else if (sum < -50)
        sum = -50;
    double output = 2 * error + 0.5 * sum + (error - previous);
    previous = error;
    if (output < 0)
        output = 0;
    if (output > 100)
        output = 100;
    return output;
}

int main(void) {
    for (int i = 0; i < 2; i++) {
        double output = control(20, __VERIFIER_nondet_double());
        assert(output >= 0 && output <= 100);
        if (output > 75)
            return 2;
    }
    return 0;
}
