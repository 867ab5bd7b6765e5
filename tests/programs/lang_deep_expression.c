// Deeply nested expressions with all operators, precedence and associativity.
#pragma clang diagnostic ignored "-Wparentheses"
#pragma clang diagnostic ignored "-Wunused-value"
#include <stdio.h>

#define E1(x) ((x) * 3 + ((x) ^ 5) - ((x) >> 1))
#define E2(x) (E1((x) & 0xffff) + E1((x) >> 3 & 0x1fff))
#define E3(x) (E2(x) ^ E2((x) + 1) ^ (E2((x) | 2) << 2))

static int f(int a, int b) { return a * 10 + b; }

int main(void)
{
    int a = 7, b = 3, c = -2, d = 11;
    unsigned u = 0x1234;

    printf("%d\n", a - b * c - d / b % 4 << 1 & 0xff | 0x100 ^ 3);
    printf("%d\n", a - b - c - d);
    printf("%d\n", d / b / 2 * 2 % 3);
    printf("%d\n", -a * -b + +c - -d);
    printf("%d\n", !a + ~b + - -c);
    printf("%d\n", a < b == c < d);
    printf("%d\n", a > b > c > d);
    printf("%d\n", a & b == 3);
    printf("%d\n", 1 + 2 << 3 + 4 >> 5 - 1);
    printf("%d\n", a ? b ? c : d : b ? a : c);
    printf("%d\n", a == 7 ? b == 3 ? 100 : 200 : 300);
    printf("%d\n", (a ^ b) & (c | d) - (a << b) % (d - c));
    printf("%d\n", ((((((((((a + 1) * 2) + 1) * 2) + 1) * 2) + 1) * 2) + 1) * 2));
    printf("%d\n", f(f(f(1, 2), f(3, 4)), f(f(5, 6), f(7, 8))));
    printf("%u\n", E3(u));
    printf("%u\n", E3(E1(u) & 0xfff));
    int arr[3][3] = { { 0, 1, 2 }, { 2, 0, 1 }, { 1, 2, 0 } };
    printf("%d\n", arr[arr[arr[0][1]][2]][arr[arr[2][1]][arr[1][0]]]);
    int *p = &arr[1][0];
    printf("%d %d\n", -*p, !*p);
    printf("%d ", *p++ * 2);
    printf("%d\n", ++*p * 2 - *p);
    a = b = c = d += 5;
    printf("%d\n", a + b + c + d);
    printf("%d\n", a-- - --b);
    printf("%d\n", sizeof a + 1 == sizeof(int) + 1 && sizeof(int) * 2 - 1 == 7);
    printf("%d\n", (int)(char)(short)(long)a * (unsigned char)300 + (short)70000);
    double x = 1.5;
    printf("%.17g\n", x * x + x / 3 - -x * (int)x + a / 2 * x - (x > 1 ? x : a));
    printf("%d\n", (1, 2, 3) + (a, b));
    return (a | b) & 0x3f;
}
