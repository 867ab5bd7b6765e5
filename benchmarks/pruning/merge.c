/* Merges two lists of numbers and says whether the result is in order. */

extern unsigned char __VERIFIER_nondet_uchar(void);

#define N 4

static void read_list(unsigned char *list) {
    for (int i = 0; i < N; i++)
        list[i] = __VERIFIER_nondet_uchar();
}

static void merge(const unsigned char *a, const unsigned char *b, unsigned char *c) {
    int i = 0, j = 0, k = 0;
    while (i < N && j < N) {
        if (a[i] <= b[j])
            c[k++] = a[i++];
        else
            c[k++] = b[j++];
    }
    while (i < N)
        c[k++] = a[i++];
    while (j < N)
        c[k++] = b[j++];
}

int main(void) {
    unsigned char a[N], b[N], c[2 * N];
    read_list(a);
    read_list(b);
    merge(a, b, c);
    if (c[0] > c[2 * N - 1])
        return 1;
    return 0;
}
