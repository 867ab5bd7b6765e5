// Recursion: Ackermann, mutual recursion, Hanoi, permutations, through function pointers.
#include <stdio.h>

static unsigned ack(unsigned m, unsigned n)
{
    return m == 0 ? n + 1 : n == 0 ? ack(m - 1, 1) : ack(m - 1, ack(m, n - 1));
}

static int is_odd(unsigned n);
static int is_even(unsigned n) { return n == 0 ? 1 : is_odd(n - 1); }
static int is_odd(unsigned n) { return n == 0 ? 0 : is_even(n - 1); }

static int female(int n);
static int male(int n) { return n ? n - female(male(n - 1)) : 0; }
static int female(int n) { return n ? n - male(female(n - 1)) : 1; }

static unsigned moves, trail;
static void hanoi(int n, int a, int b, int c)
{
    if (n == 0)
        return;
    hanoi(n - 1, a, c, b);
    moves++;
    trail = trail * 9 + (unsigned)(a * 3 + c);
    hanoi(n - 1, b, a, c);
}

static void permute(char *s, int k, int n)
{
    if (k == n) {
        printf("%s ", s);
        return;
    }
    for (int i = k; i < n; i++) {
        char t = s[k]; s[k] = s[i]; s[i] = t;
        permute(s, k + 1, n);
        t = s[k]; s[k] = s[i]; s[i] = t;
    }
}

static double power(double x, int n)
{
    if (n < 0)
        return 1 / power(x, -n);
    if (n == 0)
        return 1;
    double h = power(x, n / 2);
    return n % 2 ? h * h * x : h * h;
}

static int mc91(int n) { return n > 100 ? n - 10 : mc91(mc91(n + 11)); }
static int apply(int (*f)(int), int times, int x) { return times ? apply(f, times - 1, f(x)) : x; }

int main(void)
{
    printf("%u %u %u\n", ack(1, 5), ack(2, 6), ack(3, 4));
    printf("%d %d %d\n", is_even(1000), is_odd(777), is_even(13));
    for (int i = 0; i < 15; i++)
        printf("%d/%d ", male(i), female(i));
    printf("\n");
    hanoi(8, 0, 1, 2);
    printf("%u %u\n", moves, trail);
    char s[] = "abcd";
    permute(s, 0, 4);
    printf("\n%.17g %.17g\n", power(1.1, 30), power(3, -5));
    printf("%d %d\n", mc91(17), apply(mc91, 3, 99));
    return mc91(50);
}
