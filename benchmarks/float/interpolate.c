/* A table of a sensor's characteristic, linear between its points. The index is computed before it is checked. */
extern float __VERIFIER_nondet_float(void);

static const float table[5] = {0.0f, 1.5f, 4.0f, 7.5f, 12.0f};

int main(void) {
    float x = __VERIFIER_nondet_float();
    if (x < 0)
        return 1;
    int i = (int)(x / 10);
    if (x > 40)
        return 2;
    float part = (x - 10 * i) / 10;
    float y = table[i] + part * (table[i + 1] - table[i]);
    if (y > 10)
        return 3;
    if (part == 0.5f)
        return 4;
    return 0;
}
