// Pre and post increment/decrement of ints, floats, pointers, members, volatiles.
#include <stdio.h>

struct node { int id; double w; int *ptr; unsigned bits : 3; signed sbits : 4; };

int main(void)
{
    int data[6] = { 5, 10, 15, 20, 25, 30 };
    int *p = data;
    int first = *p++;
    printf("%d %d %d\n", first, *p, p == data + 1);
    p = data;
    printf("%d ", *++p);
    printf("%d ", ++*p);
    printf("%d ", (*p)++);
    printf("%d ", *p--);
    printf("%d\n", *p);

    float f = 0.1f;
    double d = -0.5;
    printf("%a ", f++);
    printf("%a ", ++f);
    printf("%a %a ", d--, 0.0);
    printf("%a\n", --d);

    struct node n = { 1, 2.5, data + 2, 6, 7 };
    n.id++;
    ++n.w;
    printf("%d %g %d ", n.id, n.w, *n.ptr++);
    printf("%d\n", *--n.ptr + 1);
    printf("%d ", n.bits++);
    printf("%d ", n.bits++);
    printf("%d ", n.bits--);
    printf("%d\n", --n.bits);
    printf("%d ", n.sbits++);
    printf("%d ", n.sbits);
    printf("%d\n", --n.sbits);

    volatile int v = 41;
    volatile unsigned char vc = 255;
    printf("%d ", v++);
    printf("%d ", ++v);
    printf("%d ", vc++);
    printf("%d\n", vc--);
    long long ll = 0xffffffffLL;
    printf("%lld ", ll++);
    printf("%lld\n", ll--);
    char *words[] = { "one", "two", "three" }, **w = words;
    printf("%s ", *w++);
    printf("%c ", *(*w)++);
    printf("%s ", *w++);
    printf("%s\n", *w);
    int (*row)[3] = (int (*)[3])data;
    row++;
    printf("%d\n", (*row)[0] + row[0][2]);
    return v;
}
