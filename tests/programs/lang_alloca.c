// alloca: stack buffers in loops and recursion, mixed with VLAs.
#include <stdio.h>
#include <string.h>
#include <alloca.h>

struct node { int v; struct node *next; };

static int list_on_stack(int n)
{
    struct node *head = NULL;
    for (int i = 0; i < n; i++) {
        struct node *p = alloca(sizeof *p);
        p->v = i * 3;
        p->next = head;
        head = p;
    }
    int h = 0;
    for (struct node *p = head; p; p = p->next)
        h = (h * 7 + p->v) % 100003;
    return h;
}

static char *join(char *dst, const char *a, const char *b)
{
    size_t n = strlen(a) + strlen(b) + 2;
    char *tmp = alloca(n);
    snprintf(tmp, n, "%s-%s", a, b);
    return strcpy(dst, tmp);
}

static long fib_table(int n)
{
    long *t = __builtin_alloca((size_t)(n + 2) * sizeof *t);
    t[0] = 0;
    t[1] = 1;
    for (int i = 2; i <= n; i++)
        t[i] = t[i - 1] + t[i - 2];
    return t[n];
}

static int nest(int d, const int *up)
{
    int *mine = alloca(sizeof(int) * (size_t)(d + 1));
    for (int i = 0; i <= d; i++)
        mine[i] = (up ? up[i] : 0) + i;
    int size = d + 1;
    int vla[size];
    memcpy(vla, mine, sizeof vla);
    return d == 0 ? vla[0] + mine[0] : vla[d] + nest(d - 1, mine);
}

int main(void)
{
    char out[64];
    for (int n = 0; n < 200; n += 37)
        printf("%d ", list_on_stack(n));
    printf("\n%s\n", join(out, "left", "right"));
    printf("%s\n", join(out, "", ""));
    printf("%ld %ld\n", fib_table(10), fib_table(44));
    printf("%d\n", nest(12, NULL));
    unsigned char *z = alloca(100), *y = alloca(100);
    memset(z, 1, 100);
    memset(y, 2, 100);
    int sum = 0;
    for (int i = 0; i < 100; i++)
        sum += z[i] * y[i];
    printf("%d\n", sum);
    return sum % 64;
}
