// Structures of 1 to 40 bytes passed to and returned from functions by value.
#include <stdio.h>
#include <string.h>

#define DEFINE(N) \
    struct s##N { unsigned char b[N]; }; \
    static struct s##N step##N(struct s##N v, int k) \
    { \
        for (int i = 0; i < N; i++) \
            v.b[i] = (unsigned char)(v.b[i] * 3 + k + i); \
        return v; \
    } \
    static unsigned sum##N(int lead, struct s##N a, struct s##N b, char tail) \
    { \
        unsigned h = (unsigned)lead; \
        for (int i = 0; i < N; i++) \
            h = h * 31 + a.b[i] * 5u + b.b[i]; \
        return h + (unsigned)tail; \
    }

#define RUN(N) do { \
    struct s##N v, w; \
    memset(&v, N, sizeof v); \
    w = step##N(v, 7); \
    struct s##N (*fp)(struct s##N, int) = step##N; \
    w = fp(fp(w, 1), -2); \
    printf("%2d %zu %u %u %d %d\n", N, sizeof v, sum##N(1, v, w, 'x'), sum##N(2, w, v, 'y'), \
           step##N(w, 9).b[0], step##N(w, 9).b[N - 1]); \
} while (0)

DEFINE(1)
DEFINE(2)
DEFINE(3)
DEFINE(4)
DEFINE(5)
DEFINE(7)
DEFINE(8)
DEFINE(9)
DEFINE(12)
DEFINE(15)
DEFINE(16)
DEFINE(17)
DEFINE(24)
DEFINE(40)

int main(void)
{
    RUN(1); RUN(2); RUN(3); RUN(4); RUN(5); RUN(7); RUN(8);
    RUN(9); RUN(12); RUN(15); RUN(16); RUN(17); RUN(24); RUN(40);
    return 14;
}
