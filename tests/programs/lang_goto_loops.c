// goto, labelled exits from nested loops, break/continue in all loop kinds.
#include <stdio.h>

static int find(int grid[4][5], int want)
{
    int i, j;
    for (i = 0; i < 4; i++)
        for (j = 0; j < 5; j++)
            if (grid[i][j] == want)
                goto found;
    return -1;
found:
    return i * 10 + j;
}

static int cleanup(int fail_at)
{
    int done = 0;
    if (fail_at == 1)
        goto out;
    done |= 1;
    if (fail_at == 2)
        goto undo1;
    done |= 2;
    if (fail_at == 3)
        goto undo2;
    done |= 4;
    return done;
undo2:
    done ^= 2;
    done += 20;
undo1:
    done ^= 1;
    done += 100;
out:
    return -done;
}

int main(void)
{
    int grid[4][5], n = 0;
    for (int i = 0; i < 20; i++)
        grid[i / 5][i % 5] = i * i % 23;
    for (int w = 0; w < 23; w += 3)
        printf("%d ", find(grid, w));
    printf("\n%d %d %d %d\n", cleanup(0), cleanup(1), cleanup(2), cleanup(3));

    int i = 0, s = 0;
again:
    s += i;
    if (++i < 10)
        goto again;
    printf("%d\n", s);
    do {
        n++;
        if (n % 3 == 0)
            continue;
        if (n > 10)
            break;
        printf("%d ", n);
    } while (n < 20);
    printf("| ");
    while (1) {
        if (n-- % 2)
            continue;
        for (;;)
            if (--n < 5)
                break;
        break;
    }
    printf("%d\n", n);
    goto inside;
    while (n < 8) {
        printf("top ");
inside:
        printf("in%d ", n++);
    }
    printf("\n");
    return n;
}
