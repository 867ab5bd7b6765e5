// Signed bit-fields: sign extension, wrap on store, value of assignment.
#include <stdio.h>
#include <string.h>

struct s { signed a : 1; signed b : 3; int c : 5; signed d : 13; int e : 32; signed f : 10; };

static void show(const struct s *p)
{
    printf("%d %d %d %d %d %d\n", p->a, p->b, p->c, p->d, p->e, p->f);
}

int main(void)
{
    struct s v;
    memset(&v, 0, sizeof v);
    for (int i = -9; i <= 9; i += 3) {
        v.a = i;
        v.b = i;
        v.c = i * 3;
        v.d = i * 1000;
        v.e = i * 100000000;
        v.f = i * 100;
        show(&v);
    }
    int wide = 21;
    int stored = (v.c = wide);
    printf("%d %d\n", stored, v.c);
    stored = (v.d = wide * 1000);
    printf("%d %d\n", stored, v.d);
    memset(&v, 0xff, sizeof v);
    show(&v);
    v.b = 3;
    v.d = 0;
    show(&v);
    unsigned char raw[sizeof v];
    memcpy(raw, &v, sizeof raw);
    for (unsigned i = 0; i < sizeof raw; i++)
        printf("%02x", raw[i]);
    printf(" %zu\n", sizeof v);
    printf("%d %d\n", v.b < 0u, v.a * v.f);
    printf("%d\n", -v.b + (v.e >> 3));
    return v.b;
}
