// atexit handlers run in reverse order, exit() from a nested call, output flushed at exit.
#include <stdio.h>
#include <stdlib.h>

static int stage;
static char *held;

static void first(void) { printf("first registered, stage %d\n", ++stage); }
static void second(void) { printf("second registered, stage %d\n", ++stage); }
static void repeated(void) { printf("repeated, stage %d\n", ++stage); }
static void release(void)
{
    printf("releasing %s, stage %d\n", held, ++stage);
    free(held);
    held = NULL;
}
static void check(void) { printf("check %d no newline at the end", held == NULL); }

static int dig(int depth)
{
    if (depth == 0) {
        printf("calling exit\n");
        exit(260 + 7);      /* only the low eight bits survive */
    }
    return dig(depth - 1) + 1;
}

int main(void)
{
    int failed = 0;
    held = malloc(8);
    if (!held)
        return 1;
    snprintf(held, 8, "memory");
    failed |= atexit(check);
    failed |= atexit(first);
    failed |= atexit(release);
    failed |= atexit(second);
    for (int i = 0; i < 3; i++)
        failed |= atexit(repeated);
    printf("registered %d\n", failed);
    dig(5);
    printf("not reached\n");
    return 99;
}
