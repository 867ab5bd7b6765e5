// errno, strerror of the common codes, perror to stderr, errno set by library functions.
#include <stdio.h>
#include <string.h>
#include <errno.h>
#include <stdlib.h>
#include <math.h>

static int fails(int code)
{
    errno = code;
    return -1;
}

int main(void)
{
    static const int codes[] = { 0, EPERM, ENOENT, EINTR, EIO, EBADF, EAGAIN, ENOMEM, EACCES, EEXIST, ENOTDIR,
                                 EISDIR, EINVAL, EMFILE, ENOSPC, EPIPE, EDOM, ERANGE };
    for (unsigned i = 0; i < sizeof codes / sizeof *codes; i++)
        printf("%d %s\n", codes[i], strerror(codes[i]));
    printf("%s\n", strerror(9999));

    printf("%d\n", errno == 0);
    if (fails(ENOENT) < 0) {
        printf("%d %s\n", errno, strerror(errno));
        perror("perror goes to stderr");
    }
    int *e = &errno;
    *e = 77;
    printf("%d\n", errno);
    errno = 0;
    strtol("999999999999999999999999", NULL, 10);
    printf("%d\n", errno == ERANGE);
    errno = 0;
    volatile double minus = -1.0, zero = 0;
    double r = sqrt(minus);
    printf("%d %d\n", errno == EDOM, r != r);
    errno = 0;
    r = log(zero);
    printf("%d %g\n", errno == ERANGE, r);
    errno = 0;
    r = exp(minus * -1000);
    printf("%d %g\n", errno == ERANGE, r);
    errno = 5;
    r = sqrt(4.0);
    printf("%d %g\n", errno, r);
    char copy[32];
    strncpy(copy, strerror(EINVAL), sizeof copy - 1);
    copy[31] = 0;
    return (int)strlen(copy);
}
