// _Generic selection, typeof, _Static_assert, __auto_type and __builtin_types_compatible_p.
#include <stdio.h>
#include <math.h>
#include <stdlib.h>

#define NAME(x) _Generic((x), _Bool: "bool", char: "char", signed char: "schar", unsigned char: "uchar", \
    short: "short", unsigned short: "ushort", int: "int", unsigned: "uint", long: "long", \
    unsigned long: "ulong", long long: "llong", unsigned long long: "ullong", float: "float", \
    double: "double", long double: "ldouble", char *: "char*", const char *: "cchar*", int *: "int*", \
    void *: "void*", int (*)(int): "fn", struct pt: "pt", struct pt *: "pt*", default: "other")
#define ABS(x) _Generic((x), int: abs, long: labs, long long: llabs, float: fabsf, double: fabs)(x)
#define PRINT(x) printf(_Generic((x), int: "%d\n", double: "%g\n", char *: "%s\n", long long: "%lld\n"), x)

struct pt { int x; };
static int fn(int x) { return x; }
_Static_assert(sizeof(struct pt) == sizeof(int), "size");
_Static_assert(_Generic(0u, unsigned: 1, default: 0), "type");

int main(void)
{
    char c = 1;
    const char cc = 2;
    short s = 3;
    const int ci = 4;
    int arr[3] = { 0 };
    struct pt p = { 5 };
    char str[] = "s";

    printf("%s %s %s %s\n", NAME(c), NAME(cc), NAME(c + c), NAME((char)c));
    printf("%s %s %s %s\n", NAME(s), NAME(+s), NAME(s << 1), NAME(ci));
    printf("%s %s %s %s\n", NAME(arr), NAME(&arr[0]), NAME(&arr), NAME(*arr));
    printf("%s %s %s %s\n", NAME("lit"), NAME(str), NAME((const char *)str), NAME((void *)0));
    printf("%s %s %s %s\n", NAME(1.0f), NAME(1.0f + 1), NAME(1.0f * 1.0), NAME(1.0L));
    printf("%s %s %s %s\n", NAME(fn), NAME(&fn), NAME(p), NAME(&p));
    printf("%s %s %s %s\n", NAME(1 == 1), NAME((_Bool)1), NAME('a'), NAME(sizeof 1));
    printf("%s %s %s\n", NAME(1u + 1L), NAME(1LL + 1UL), NAME(&arr[2] - arr));
    printf("%d %ld %lld %g %g\n", ABS(-5), ABS(-6L), ABS(-7LL), ABS(-8.5f), ABS(-9.25));
    PRINT(fn(10));
    PRINT(2.5);
    PRINT(str);
    PRINT(1LL << 40);
    __typeof__(arr) copy = { 7, 8, 9 };
    __typeof__(arr[0]) sum = 0;
    __typeof__(int (*)[3]) pa = &copy;
    for (unsigned i = 0; i < 3; i++)
        sum += (*pa)[i];
    __auto_type later = sum * 2.5;
    printf("%d %g %s %zu\n", sum, later, NAME(later), sizeof copy);
    printf("%d %d\n", __builtin_types_compatible_p(int, const int), __builtin_types_compatible_p(int, long));
    printf("%d\n", __builtin_choose_expr(sizeof(int) == 4, 40, "never") + 2);
    return _Generic(ABS(-1.0), double: 21, default: 22);
}
