// __int128 as parameter, return value, struct member, array element and vararg.
#include <stdio.h>
#include <stdarg.h>

#ifdef __SIZEOF_INT128__
typedef __int128 i128;
typedef unsigned __int128 u128;
struct pair { char tag; i128 value; };
static i128 table[3] = { -1, (i128)1 << 100, 12345678901234567LL };

static i128 mix(int a, i128 b, char c, i128 d, long e, i128 f) { return a + b * c - d / e + (f >> 3); }
static struct pair bump(struct pair p, i128 by)
{
    p.tag++;
    p.value += by;
    return p;
}

static u128 vsum(int n, ...)
{
    va_list ap;
    u128 total = 0;
    va_start(ap, n);
    for (int i = 0; i < n; i++) {
        total ^= va_arg(ap, u128);
        total += (u128)va_arg(ap, int);
    }
    va_end(ap);
    return total;
}

static void put(u128 v) { printf("%llx:%016llx\n", (unsigned long long)(v >> 64), (unsigned long long)v); }

int main(void)
{
    i128 (*fn)(int, i128, char, i128, long, i128) = mix;
    put((u128)mix(1, table[1], 7, table[2], -13, -table[1]));
    put((u128)fn(-1, table[0], -7, table[1], 3, table[2]));
    struct pair p = bump((struct pair){ 'a', (i128)1 << 64 }, -1);
    printf("%c %zu\n", p.tag, sizeof p);
    put((u128)p.value);
    put(vsum(2, (u128)1 << 90, -2, (u128)0xabcdef << 40, 3));
    u128 acc = 1;
    for (int i = 0; i < 30; i++) {
        acc += acc << 3;
        acc ^= (u128)table[i % 3];
        acc -= (u128)i;
    }
    put((u128)acc);
    acc++;
    --acc;
    put((u128)(acc ? ~acc : 0));
    put((u128)!acc);
    for (int i = 0; i < 3; i++)
        put((u128)table[i]--);
    put((u128)(table[0] + table[1] + table[2]));
    switch ((int)(table[2] & 3)) {
    case 2: printf("two\n"); break;
    default: printf("other\n");
    }
    return (int)((u128)acc & 0x3f);
}
#else
int main(void)
{
    for (int i = 0; i < 4; i++)
        printf("no __int128 here %d\n", i << i);
    return 3;
}
#endif
