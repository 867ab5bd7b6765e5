/* Is this a magic square? All numbers differ, and every row, column and diagonal has the same sum. */

extern unsigned char __VERIFIER_nondet_uchar(void);

#define N 4

static unsigned char square[N * N];

int main(void) {
    int i, j, sum, first = 0;
    for (i = 0; i < N * N; i++)
        square[i] = __VERIFIER_nondet_uchar();

    for (i = 0; i < N * N; i++)
        for (j = i + 1; j < N * N; j++)
            if (square[i] == square[j])
                return 1;

    for (j = 0; j < N; j++)
        first += square[j];
    for (i = 1; i < N; i++) {
        sum = 0;
        for (j = 0; j < N; j++)
            sum += square[i * N + j];
        if (sum != first)
            return 2;
    }
    for (j = 0; j < N; j++) {
        sum = 0;
        for (i = 0; i < N; i++)
            sum += square[i * N + j];
        if (sum != first)
            return 3;
    }
    sum = 0;
    for (i = 0; i < N; i++)
        sum += square[i * N + i];
    if (sum != first)
        return 4;
    sum = 0;
    for (i = 0; i < N; i++)
        sum += square[i * N + N - 1 - i];
    if (sum != first)
        return 5;
    return 0;
}
