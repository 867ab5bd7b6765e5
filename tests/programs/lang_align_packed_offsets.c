// _Alignas, _Alignof, packed and aligned attributes, offsetof and struct layout.
#include <stdio.h>
#include <stddef.h>
#include <stdint.h>

struct a { char c; short s; char d; int i; char e; long long ll; char f; double g; };
struct __attribute__((packed)) b { char c; short s; char d; int i; char e; long long ll; char f; double g; };
struct c { char x; _Alignas(16) char y; };
struct __attribute__((aligned(32))) d { int v; };
struct e { char c; struct b inner; int tail __attribute__((packed)); };
struct f { char a; struct { char b; long c; } in; char d; };
union u { char c[5]; short s; double d; };
#pragma pack(push, 2)
struct g { char c; int i; char d; double e; };
#pragma pack(pop)

static _Alignas(64) char buffer[10];
static char odd __attribute__((aligned(8)));

#define SHOW(T) printf(#T ": %zu %zu\n", sizeof(T), _Alignof(T))

int main(void)
{
    SHOW(struct a); SHOW(struct b); SHOW(struct c); SHOW(struct d); SHOW(struct e);
    SHOW(struct f); SHOW(struct g); SHOW(union u);
    SHOW(char); SHOW(short); SHOW(int); SHOW(long); SHOW(long long); SHOW(double); SHOW(void *);
    printf("%zu %zu %zu %zu\n", offsetof(struct a, s), offsetof(struct a, i), offsetof(struct a, ll),
           offsetof(struct a, g));
    printf("%zu %zu %zu %zu\n", offsetof(struct b, s), offsetof(struct b, i), offsetof(struct b, ll),
           offsetof(struct b, g));
    printf("%zu %zu %zu\n", offsetof(struct c, y), offsetof(struct e, tail), offsetof(struct f, in.c));
    printf("%zu %zu\n", offsetof(struct g, i), offsetof(struct g, e));

    struct b p = { 1, -2, 3, -4, 5, -6, 7, 8.5 };
    p.i *= 100;
    p.ll >>= 1;
    p.ll *= 1000000000000LL;
    p.g /= 3;
    p.s++;
    printf("%d %d %d %d %d %lld %d %.17g\n", p.c, p.s, p.d, p.i, p.e, p.ll, p.f, p.g);
    struct b copies[3] = { p, p };
    copies[2] = copies[1];
    copies[2].g += 1;
    printf("%.17g %lld\n", copies[2].g, copies[0].ll);
    struct e e = { 'e', p, 1234567 };
    e.inner.i = -77;
    printf("%c %d %d\n", e.c, e.inner.i, e.tail);
    _Alignas(32) int local = 5;
    struct d dd[2] = { { 1 }, { 2 } };
    printf("%d %d %d %d\n", (int)((uintptr_t)&local % 32), (int)((uintptr_t)buffer % 64),
           (int)((uintptr_t)&odd % 8), (int)((uintptr_t)&dd[1] % 32));
    printf("%d %d %zu\n", local + buffer[9] + odd, dd[1].v, sizeof dd);
    struct g g = { 1, 2, 3, 0.25 };
    printf("%d %g\n", g.c + g.i + g.d, g.e);
    return (int)sizeof(struct b);
}
