// constructor and destructor attributes with priorities, together with atexit handlers.
#include <stdio.h>
#include <stdlib.h>

static int order[16], n;
static const char *name = "static";

static void note(int v)
{
    if (n < 16)
        order[n++] = v;
}

__attribute__((constructor(300))) static void third(void) { note(3); name = "constructed"; }
__attribute__((constructor(101))) static void first(void) { note(1); }
__attribute__((constructor(200))) static void second(void) { note(2); }
__attribute__((constructor)) static void fourth(void) { note(4); }

__attribute__((destructor)) static void d_plain(void) { printf("destructor plain n=%d\n", n); }
__attribute__((destructor(150))) static void d_last(void) { printf("destructor 150 sum=%d\n", order[0] + order[3]); }
__attribute__((destructor(250))) static void d_mid(void) { printf("destructor 250\n"); note(9); }

static void bye(void) { printf("atexit bye\n"); note(7); }
static void bye2(void)
{
    printf("atexit bye2\n");
    atexit(bye);
}

int main(void)
{
    printf("main %s\n", name);
    for (int i = 0; i < n; i++)
        printf("%d ", order[i]);
    printf("\n");
    atexit(bye2);
    printf("end of main\n");
    return 21;
}
