// inline functions, weak definitions and references, alias attribute, noreturn, used/unused.
#include <stdio.h>
#include <stdlib.h>

static inline int sq(int x) { return x * x; }
inline __attribute__((always_inline)) int cube(int x) { return sq(x) * x; }
static inline int recursive(int n) { return n <= 1 ? 1 : n * recursive(n - 1); }
extern inline int cube(int x);

__attribute__((weak)) int weak_value = 17;
__attribute__((weak)) int weak_fn(int x) { return x + weak_value; }
extern int missing_fn(int) __attribute__((weak));
extern int missing_var __attribute__((weak));

int real_fn(int a, int b) { return a * 10 + b; }
int alias_fn(int a, int b) __attribute__((alias("real_fn")));
int real_var = 5;
extern int alias_var __attribute__((alias("real_var")));

static __attribute__((unused)) int never_called(void) { return 1; }
static __attribute__((noinline, pure)) int pure_fn(const int *p) { return *p + 1; }
static __attribute__((const)) int const_fn(int x) { return ~x; }
static __attribute__((nonnull(1), warn_unused_result)) int checked(const char *s) { return s[0]; }

_Noreturn static void leave(int code)
{
    printf("leaving with %d\n", code);
    exit(code);
}

static int must_leave(int x)
{
    if (x > 0)
        return x;
    leave(33);
}

int main(void)
{
    printf("%d %d %d\n", sq(7), cube(-3), recursive(10));
    int (*fp)(int) = cube;
    printf("%d\n", fp(5));
    printf("%d %d\n", weak_fn(3), missing_fn ? missing_fn(1) : -1);
    printf("%d\n", &missing_var != NULL);
    weak_value = 100;
    printf("%d\n", weak_fn(3));
    printf("%d %d\n", alias_fn(4, 2), alias_fn == real_fn);
    alias_var += 3;
    printf("%d %d\n", real_var, &alias_var == &real_var);
    printf("%d %d %d\n", pure_fn(&real_var), const_fn(9), checked("abc"));
    printf("%d\n", must_leave(8));
    printf("%d\n", must_leave(0));
    return 1;
}
