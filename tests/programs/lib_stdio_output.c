// puts, putchar, putc, fputs, fputc, fwrite, fprintf to stdout; return values; fflush; setvbuf.
#include <stdio.h>
#include <string.h>

struct rec { char name[4]; char nl; };

int main(void)
{
    setvbuf(stdout, NULL, _IOLBF, BUFSIZ);
    int r = putchar('A');
    printf("=%d\n", r);
    r = putchar(0x142);                 /* written as unsigned char 'B' */
    printf("=%d\n", r);
    r = fputc('C', stdout);
    r += putc('D', stdout);
    fprintf(stdout, "=%d\n", r);
    printf("%d\n", puts("line") >= 0);
    printf("%d\n", fputs("no newline|", stdout) >= 0);

    size_t n = fwrite("abcdefgh", 1, 5, stdout);
    printf("|%zu\n", n);
    struct rec recs[2] = { { "one", '\n' }, { "two", '\n' } };
    recs[0].name[3] = recs[1].name[3] = '!';
    n = fwrite(recs, sizeof recs[0], 2, stdout);
    printf("%zu %zu\n", n, fwrite("", 1, 0, stdout));
    static const char binary[] = { 'x', 0, 1, 127, -1, '\n' };
    n = fwrite(binary, sizeof binary, 1, stdout);
    printf("%zu\n", n);
    for (int c = 32; c < 127; c++)
        putchar(c);
    putchar('\n');
    r = fprintf(stdout, "%s %d\n", "fprintf", 42);
    printf("%d %d %d\n", r, fflush(stdout), ferror(stdout));
    fprintf(stderr, "this goes to stderr\n");
    fputs("so does this\n", stderr);
    printf("%d %d\n", fileno(stdout), feof(stdout));
    char block[200];
    memset(block, '-', sizeof block);
    block[199] = '\n';
    for (int i = 0; i < 30; i++)
        fwrite(block + i, 1, sizeof block - (size_t)i, stdout);
    printf("%d", EOF);
    return putchar('\n') + 10;
}
