// Bit-fields that straddle storage units, with and without the packed attribute.
#include <stdio.h>
#include <string.h>

struct plain { unsigned a : 20; unsigned b : 20; unsigned c : 20; };
struct __attribute__((packed)) tight { unsigned a : 20; unsigned b : 20; unsigned c : 20; };
struct mixed { char x; int y : 10; short z : 9; char w; };
struct __attribute__((packed)) pmixed { char x; int y : 10; short z : 9; char w; };
struct __attribute__((packed)) wide { unsigned char p : 3; unsigned long long v : 59; unsigned q : 7; };

static void dump(const char *name, const void *p, size_t n)
{
    const unsigned char *b = p;
    printf("%s[%zu] ", name, n);
    for (size_t i = 0; i < n; i++)
        printf("%02x", b[i]);
    printf("\n");
}

#define FILL(v) memset(&(v), 0, sizeof(v))

int main(void)
{
    struct plain p;
    struct tight t;
    struct mixed m;
    struct pmixed pm;
    struct wide w;
    FILL(p); FILL(t); FILL(m); FILL(pm); FILL(w);

    p.a = t.a = 0xabcde;
    p.b = t.b = 0x12345;
    p.c = t.c = 0xfedcb;
    dump("plain", &p, sizeof p);
    dump("tight", &t, sizeof t);
    printf("%x %x %x\n", t.a, t.b, t.c);
    m.x = pm.x = 0x11;
    m.y = pm.y = -300;
    m.z = pm.z = 200;
    m.w = pm.w = 0x77;
    dump("mixed", &m, sizeof m);
    dump("pmixed", &pm, sizeof pm);
    printf("%d %d %d %d\n", pm.x, pm.y, pm.z, pm.w);
    w.p = 5;
    w.v = 0x5aaaaaaaaaaaaaaULL;
    w.q = 99;
    dump("wide", &w, sizeof w);
    w.v += 0x123456789ULL;
    w.q++;
    w.p--;
    dump("wide", &w, sizeof w);
    printf("%d %llx %d\n", w.p, (unsigned long long)w.v, w.q);
    struct tight arr[3] = { { 1, 2, 3 }, { 0xfffff, 0, 0xfffff }, { 4, 5, 6 } };
    arr[1].b = arr[0].c + arr[2].a;
    printf("%zu %u %u %u\n", sizeof arr, arr[1].a, arr[1].b, arr[1].c);
    return (int)sizeof(struct pmixed);
}
