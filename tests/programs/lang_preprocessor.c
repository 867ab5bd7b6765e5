// Preprocessor: stringify, paste, variadic macros, X-macros, recursion limits, conditionals.
#include <stdio.h>

#define STR(x) #x
#define XSTR(x) STR(x)
#define CAT(a, b) a##b
#define XCAT(a, b) CAT(a, b)
#define VALUE 42
#define EMPTY
#define COUNT_(a, b, c, d, e, n, ...) n
#define COUNT(...) COUNT_(__VA_ARGS__, 5, 4, 3, 2, 1, 0)
#define LOG(fmt, ...) printf("log: " fmt "\n", ##__VA_ARGS__)
#define MAX3(a, b, c) ((a) > (b) ? ((a) > (c) ? (a) : (c)) : ((b) > (c) ? (b) : (c)))
#define SELF SELF + 1
#define FRUITS(X) X(APPLE, 3) X(BANANA, 5) X(CHERRY, 250)
#define AS_ENUM(n, v) n = v,
#define AS_NAME(n, v) #n,
#define AS_SUM(n, v) +v
#define REPEAT(n) n n n

enum fruit { FRUITS(AS_ENUM) FRUIT_LAST };
static const char *const fruit_names[] = { FRUITS(AS_NAME) };
static int CAT(var, 1) = 10, XCAT(var, VALUE) = 20;

#if defined VALUE && VALUE > 40 && !defined(NOTHING)
#define BRANCH 1
#elif VALUE == 42
#define BRANCH 2
#else
#error unreachable
#endif

#if (-1 < 0) && (1 ? 2 : 0) && 'A' == 65 && (7 / 2 << 1) == 6
#define ARITH 1
#else
#define ARITH 0
#endif

int main(void)
{
    int SELF_value = 1;
#define SELF_value SELF_value * 2
    printf("%s %s %s\n", STR(VALUE), XSTR(VALUE), STR(a "q\n" 'c' \\ x));
    printf("%s|%s\n", STR(  spaced   out  ), STR());
    printf("%d %d\n", var1, var42);
    printf("%d %d %d\n", COUNT(a), COUNT(a, b, c), COUNT((1, 2), 3));
    LOG("plain");
    LOG("%d %s", 7, "args");
    printf("%d\n", MAX3(3, 9, 4));
    printf("%d %d %d %d\n", APPLE, CHERRY, FRUIT_LAST, 0 FRUITS(AS_SUM));
    for (int i = 0; i < 3; i++)
        printf("%s ", fruit_names[i]);
    printf("\n%d %d\n", BRANCH, ARITH);
    printf("%d\n", SELF_value);
    printf("%s\n", REPEAT("ab"));
    int before = __COUNTER__, after = __COUNTER__;
    printf("%d\n", after - before);
#undef VALUE
#define VALUE(x) ((x) + 1)
    int VALUE = 5;
    printf("%d %d EMPTY\n", VALUE(1), VALUE EMPTY);
    printf("%s\n", XSTR(VALUE(2)));
#line 500 "renamed.c"
    printf("%d %s\n", __LINE__, __FILE__);
    printf("%d %s\n", __STDC__, __func__);
    return __LINE__ - 460;
}
