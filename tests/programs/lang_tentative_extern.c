// Tentative definitions, extern declarations, block-scope externs, shadowing and linkage.
#include <stdio.h>

int tentative;
int tentative;
int defined_later[];
extern int ext;
static int internal;
int tentative = 7;
static int internal = 3;
int defined_later[4] = { 4, 3, 2, 1 };
double zeros[3];
struct incomplete;
static struct incomplete *maker(int v);
static int reader(struct incomplete *p);
int completed_array[3];

static int use_block_extern(void)
{
    extern int ext;
    int internal = 50;
    {
        extern int tentative;
        internal += tentative;
    }
    return ext + internal;
}

static int shadow(int x)
{
    int r = x;
    {
        int x = r + 1;
        {
            int r = x * 2;
            x += r;
        }
        r += x;
    }
    for (int x = 0; x < 3; x++)
        r += x;
    return r + x;
}

struct incomplete { int v; };
static struct incomplete *maker(int v)
{
    static struct incomplete s;
    s.v = v * 3;
    return &s;
}
static int reader(struct incomplete *p) { return p->v; }

int main(void)
{
    printf("%d %d %d\n", tentative, ext, internal);
    printf("%d %d\n", defined_later[0], defined_later[3]);
    printf("%g %g %d\n", zeros[0], zeros[2], completed_array[2]);
    printf("%d\n", use_block_extern());
    internal++;
    ext *= 2;
    printf("%d %d %d\n", use_block_extern(), internal, ext);
    printf("%d\n", shadow(5));
    printf("%d\n", reader(maker(14)));
    int tentative = 1;
    {
        extern int tentative;
        tentative = 99;
    }
    printf("%d %d\n", tentative, use_block_extern());
    enum { ext_local = 5 };
    typedef int internal_t;
    {
        internal_t internal_t = ext_local;  /* same name, the object hides the typedef */
        printf("%d %zu\n", internal_t, sizeof internal_t);
    }
    return shadow(1);
}

int ext = 11;
