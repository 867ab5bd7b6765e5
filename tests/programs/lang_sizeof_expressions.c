// sizeof of types and expressions, array decay, unevaluated operands, sizeof in constants.
#pragma clang diagnostic ignored "-Wsizeof-array-decay"
#include <stdio.h>
#include <stddef.h>

struct s { char c; double d; short arr[3]; };
union u { char c[7]; int i; };
static int calls;
static int touch(void) { calls++; return 1; }
static size_t param_size(int a[10]) { return sizeof(a[0]) * 10; }
static char sized[sizeof(struct s) * 2 + 1];
enum { WORDS = sizeof(sized) / sizeof(short) };

int main(void)
{
    int a[10], m[3][4];
    char str[] = "hello";
    struct s sv, *sp = &sv;
    int (*pa)[10] = &a;
    int (*fp)(void) = touch;

    (void)sized; (void)a; (void)m; (void)sp; (void)pa; (void)fp;
    printf("%zu %zu %zu %zu\n", sizeof a, sizeof m, sizeof m[0], sizeof m[0][0]);
    printf("%zu %d %zu\n", sizeof str, sizeof(str + 0) == sizeof(char *), sizeof "hi" "there");
    printf("%zu %zu %zu %zu\n", sizeof(struct s), sizeof sv.arr, sizeof sp->d, sizeof *sp);
    printf("%zu %zu\n", sizeof(union u), sizeof(union u[5]));
    printf("%zu %zu %d\n", sizeof *pa, sizeof **pa, sizeof pa == sizeof fp);
    printf("%zu %zu\n", sizeof(touch()), sizeof(fp()));
    printf("calls %d\n", calls);
    printf("%zu %zu %zu\n", sizeof('a' + 1LL), sizeof(1 ? 1 : 1.0), sizeof(float) + sizeof(char[3]));
    printf("%zu %d %zu\n", sizeof sized, WORDS, param_size(a));
    printf("%zu %zu %zu\n", sizeof(int *[4]) / sizeof(int *), sizeof(int (*)[4]) / sizeof(int *), sizeof(int[2][3]));
    printf("%zu %zu\n", sizeof(sizeof(int)), sizeof(ptrdiff_t));
    printf("%zu\n", sizeof(struct { char a; short b; char c; }));
    printf("%zu\n", sizeof(struct { char a; char b; short c; }));
    printf("%zu %zu\n", sizeof(struct { long long l; char c; }), sizeof(struct { double d; char c; }));
    printf("%zu %zu\n", sizeof(void *) * 2, sizeof(long) + sizeof(size_t));
    printf("%d %d\n", sizeof(int) - 5 > 0, (int)sizeof(int) - 5 > 0);
    int n = 5;
    printf("%zu %d\n", sizeof(int[n]) + sizeof(char[n * 2]), n);
    printf("%zu %zu %zu\n", sizeof(touch()) + calls, sizeof(void), sizeof(main));
    return (int)(sizeof(struct s) + sizeof(union u));
}
