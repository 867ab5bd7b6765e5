/* An angle is brought into its range, and a direction is read from it. */
#include <assert.h>

extern float __VERIFIER_nondet_float(void);

static int direction(float angle) {
    if (angle < 45 || angle >= 315)
        return 0;
    if (angle < 135)
        return 1;
    if (angle < 225)
        return 2;
    return 3;
}

int main(void) {
    float angle = __VERIFIER_nondet_float();
    if (!(angle >= -720 && angle <= 720))
        return 9;
    while (angle < 0)
        angle += 360;
    while (angle >= 360)
        angle -= 360;
    assert(angle < 360);
    /* A tiny negative angle becomes 360 exactly, and then 0. */
    if (angle == 0)
        return 8;
    return direction(angle);
}
