// printf positional arguments, %n through a plain pointer, mixed lengths by position.
#include <stdio.h>
#include <string.h>

int main(void)
{
    printf("%2$s %1$s\n", "world", "hello");
    printf("%1$d %1$x %1$o %1$c\n", 65);
    printf("%3$g %1$d %2$s %3$.3f\n", 7, "seven", 7.5);
    printf("%2$*1$d|%2$-*1$d|\n", 6, 42);
    printf("%2$.*1$f|%3$s\n", 3, 2.718281828, "e");
    printf("%4$lld %3$s %2$c %1$hhd\n", 300 - 45, 'q', "s", 1LL << 40);
    printf("%8$d%7$d%6$d%5$d%4$d%3$d%2$d%1$d\n", 1, 2, 3, 4, 5, 6, 7, 8);

    int a = -1, b = -1;
    long l = -1;
    signed char c = -1;
    long long ll = -1;
    printf("12345%n67890%n\n", &a, &b);
    printf("%d %d\n", a, b);
    printf("%s%ln %d%hhn%lln\n", "some text", &l, 123, &c, &ll);
    printf("%ld %d %lld\n", l, c, ll);

    char buf[8];
    int n = snprintf(buf, sizeof buf, "%s%n", "longer than the buffer", &a);
    printf("%s %d %d\n", buf, n, a);
    n = sprintf(buf, "%1$d,%1$d", 12);
    printf("%s %d\n", buf, n);
    return (int)strlen(buf) + a;
}
