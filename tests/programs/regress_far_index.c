// Pointers that start outside their array and come back, one past the end and back, and far negative indices.
#include <stdio.h>
#include <stdlib.h>

struct wide { long a, b; };

static double sum(const double *one_based, int n)
{
    double total = 0;
    for (int i = 1; i <= n; i++)
        total += one_based[i];
    return total;
}

int main(void)
{
    double values[5] = { 1, 2, 3, 4, 5 };
    struct wide *all = malloc(8 * sizeof *all), *end = all + 8;
    for (int i = 1; i <= 8; i++)
        end[-i].b = i;
    long product = 1;
    for (struct wide *p = end; p-- > all;)
        product = product * 3 + p->b;
    int offset = 3;
    char *middle = (char *)(all + offset);
    printf("%g %ld %ld\n", sum(values - 1, 5), product, ((struct wide *)(middle - offset * (int)sizeof *all))->b);
    free(all);
    return 0;
}
