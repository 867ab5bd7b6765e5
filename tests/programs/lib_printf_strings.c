// printf %s, %c and %% conversions with width, precision, star; NULL %p; %n-free counting.
#include <stdio.h>
#include <string.h>

int main(void)
{
    static const char *const words[] = { "", "a", "hello", "a longer string of words" };
    static const char unterminated[4] = { 'a', 'b', 'c', 'd' };
    int total = 0;

    for (unsigned i = 0; i < sizeof words / sizeof *words; i++) {
        const char *s = words[i];
        total += printf("[%s][%10s][%-10s][%.3s][%10.2s][%-10.4s][%.0s]\n", s, s, s, s, s, s, s);
        total += printf("[%*s][%-*s][%.*s][%*.*s]\n", 7, s, 7, s, 2, s, -9, 4, s);
        total += printf("[%.*s]\n", -1, s);
    }
    printf("%d\n", total);
    printf("[%.4s][%.2s][%6.3s]\n", unterminated, unterminated, unterminated + 1);
    printf("[%c][%3c][%-3c][%c]\n", 'x', 'y', 'z', 65 + 256);
    printf("%%|%d%%|%c%%\n", 50, 'p');
    printf("[%p]\n", (void *)0);
    printf("[%10p][%-10p]\n", (void *)0, (void *)0);
    int n = printf("%s%c%s", "nul", 0, "byte");
    printf("\n%d\n", n);
    printf("%s", "");
    printf("no arguments\n");
    printf("%s %s %s %s %s %s %s %s %s\n", "1", "2", "3", "4", "5", "6", "7", "8", "9");
    printf("%s=%d %s=%g %c=%ld %s\n", "int", 1, "double", 2.5, 'l', 3L, "end");
    const char *fmt = total > 10 ? "%s-%s\n" : "%s\n";
    printf(fmt, "dynamic", "format");
    puts("puts line");
    puts("");
    char box[3][8];
    for (int i = 0; i < 3; i++)
        sprintf(box[i], "|%*s%-*s|", i + 1, "*", 4 - i, "");
    for (int i = 0; i < 3; i++)
        puts(box[i]);
    return (int)strlen(box[0]);
}
