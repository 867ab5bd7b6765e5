/* A switch with hysteresis: it goes on above one threshold and off below another, and counts how often it did. */

extern int __VERIFIER_nondet_int(void);

#define SAMPLES 5
#define ON_ABOVE 70
#define OFF_BELOW 30

struct relay {
    int on;
    int switched;
};

static int limited(int value) { return value & 127; }

int main(void) {
    struct relay relay = {0, 0};
    int i, alarms = 0;
    for (i = 0; i < SAMPLES; i++) {
        int value = limited(__VERIFIER_nondet_int());
        if (value > ON_ABOVE) {
            if (!relay.on) {
                relay.on = 1;
                relay.switched++;
            }
        } else if (value < OFF_BELOW) {
            if (relay.on) {
                relay.on = 0;
                relay.switched++;
            }
        }
        if (relay.switched > 3)
            alarms++;
    }
    return alarms > 0 ? 1 : relay.on;
}
