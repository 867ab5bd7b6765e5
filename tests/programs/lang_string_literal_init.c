// Arrays initialised from string literals: char, wide, u8, u16, u32, exact fit, concatenation.
#include <stdio.h>
#include <wchar.h>
#include <stdint.h>
#include <uchar.h>

static char plain[] = "plain";
static char exact[3] = "abc";
static char padded[8] = "pad";
static char two[][5] = { "one", "four", { "x" } };
static wchar_t wide[] = L"w\u00efde\x20ac";
static const char utf8[] = u8"\u00e9\u20ac\U0001F600";
static char16_t s16[] = u"\u20ac\U0001F600";
static char32_t s32[4] = U"\U0001F600z";
static const char *cat = "con" "cat" "enated \
line";
static const char escapes[] = "\0\1\12\123\x7f\xff\a\\\"\?" "1";

static void bytes(const char *p, size_t n)
{
    for (size_t i = 0; i < n; i++)
        printf("%02x", (unsigned char)p[i]);
    printf(" (%zu)\n", n);
}

int main(void)
{
    bytes(plain, sizeof plain);
    bytes(exact, sizeof exact);
    bytes(padded, sizeof padded);
    bytes((const char *)&two, sizeof two);
    bytes(utf8, sizeof utf8);
    bytes(escapes, sizeof escapes);
    for (size_t i = 0; i < sizeof wide / sizeof *wide; i++)
        printf("%lx ", (unsigned long)wide[i]);
    printf("(%zu)\n", sizeof wide);
    for (size_t i = 0; i < sizeof s16 / sizeof *s16; i++)
        printf("%x ", s16[i]);
    printf("(%zu)\n", sizeof s16);
    for (size_t i = 0; i < sizeof s32 / sizeof *s32; i++)
        printf("%x ", (unsigned)s32[i]);
    printf("(%zu)\n", sizeof s32);
    printf("%s\n", cat);

    char local[] = "local", fit[5] = "local", braces[] = { "braced" };
    local[1] = 'O';
    printf("%s %.5s %s %zu %zu\n", local, fit, braces, sizeof local, sizeof braces);
    printf("%c %c %c\n", "index"[2], *"deref", 3["abcdef"]);
    printf("%zu %zu %zu\n", sizeof "literal", sizeof "", sizeof L"ab");
    printf("%s|%s\n", &"tail"[2], &"whole"[1]);
    unsigned char uc[] = "\x80\xfe";
    signed char sc[] = "\x80\xfe";
    printf("%d %d %d %d\n", uc[0], uc[1], sc[0], sc[1]);
    printf("%s\n", __func__);
    return sizeof escapes;
}
