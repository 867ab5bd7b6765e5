/* A pressure gauge: three readings of a sensor are filtered, and the valve is opened, closed or left as it is. */

extern unsigned char __VERIFIER_nondet_uchar(void);

#define LOW 40
#define HIGH 180

static unsigned char valve;

static unsigned char filtered(unsigned char a, unsigned char b, unsigned char c) {
    unsigned char t;
    if (a > b) {
        t = a;
        a = b;
        b = t;
    }
    if (b > c)
        b = c;
    return a > b ? a : b;
}

static int check_pressure(unsigned char pressure) {
    if (pressure < LOW)
        return -1;
    if (pressure > HIGH)
        return 1;
    return 0;
}

int main(void) {
    unsigned char a = __VERIFIER_nondet_uchar();
    unsigned char b = __VERIFIER_nondet_uchar();
    unsigned char c = __VERIFIER_nondet_uchar();
    int state = check_pressure(filtered(a, b, c));
    if (state > 0)
        valve = 1;
    else if (state < 0)
        valve = 0;
    return valve;
}
