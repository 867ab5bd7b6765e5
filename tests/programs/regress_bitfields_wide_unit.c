// Runs of packed bit-fields that never meet a byte boundary: clang accesses them as one integer of over 128 bits.
#include <stdio.h>
#include <string.h>

#pragma pack(push, 1)
struct a {
    signed f0 : 27;
    unsigned f1 : 30;
    signed f2 : 29;
    unsigned f3 : 31;
    signed f4 : 19;
};
struct b {
    unsigned long long f0 : 61;
    signed long long f1 : 62;
    unsigned long long f2 : 63;
    signed long long f3 : 59;
    unsigned f4 : 1;
    signed long long f5 : 63;
    unsigned f6 : 11;
};
struct c {
    char before;
    volatile signed f0 : 31;
    const unsigned f1 : 31;
    signed f2 : 31;
    unsigned f3 : 31;
    signed f4 : 31;
    unsigned f5 : 5;
    char after;
};
#pragma pack(pop)

static struct a ga = {-5, 1000000000u, -123456789, 0x7fffffffu, -3};
static struct b gb = {0x123456789abcdefULL, -0x123456789abcdefLL, 0x7fffffffffffffffULL, -1, 1, -2, 0x555};
static struct c gc = {'x', -1, 0x2aaaaaaa, -0x2aaaaaaa, 0x55555555, 0x3fffffff, 21, 'y'};

static void bytes(const char *name, const void *at, unsigned size) {
    const unsigned char *p = at;
    printf("%s", name);
    for (unsigned i = 0; i < size; i++)
        printf(" %02x", p[i]);
    printf("\n");
}

static void show(void) {
    printf("a %d %u %d %u %d\n", ga.f0, ga.f1, ga.f2, ga.f3, ga.f4);
    printf("b %llu %lld %llu %lld %u %lld %u\n", (unsigned long long)gb.f0, (long long)gb.f1, (unsigned long long)gb.f2,
           (long long)gb.f3, gb.f4, (long long)gb.f5, gb.f6);
    printf("c %c %d %u %d %u %d %u %c\n", gc.before, gc.f0, gc.f1, gc.f2, gc.f3, gc.f4, gc.f5, gc.after);
    bytes("a", &ga, sizeof ga);
    bytes("b", &gb, sizeof gb);
    bytes("c", &gc, sizeof gc);
}

static struct a step(struct a x, struct b *y) {
    x.f0 ^= (int)y->f1;
    x.f2 -= x.f0++;
    x.f4 = x.f3 >> 7;
    y->f3 = y->f5-- * 3;
    y->f4 = !y->f4;
    if (y->f4 ? x.f1 : x.f2)
        y->f2 += x.f1;
    return x;
}

int main(void) {
    printf("%u %u %u\n", (unsigned)sizeof(struct a), (unsigned)sizeof(struct b), (unsigned)sizeof(struct c));
    show();
    for (int i = 0; i < 6; i++) {
        ga = step(ga, &gb);
        gc.f0 = ga.f0;
        gc.f2 += i;
        gc.f3 = gc.f0 = gc.f4--;
        gc.f5 <<= 1;
        show();
    }
    struct a local;
    memset(&local, 0xff, sizeof local);
    local.f2 = 0;
    local.f3 = 0;
    bytes("local", &local, sizeof local);
    return 0;
}
