// wchar.h basics: wcslen, wcscpy, wcscat, wcscmp, wcschr, wmemset, wcstol, swprintf, towupper.
#include <stdio.h>
#include <wchar.h>
#include <wctype.h>
#include <stdlib.h>

static void show(const wchar_t *w)
{
    for (; *w; w++)
        printf("%lx ", (unsigned long)*w);
    printf("\n");
}

static int sign(int x) { return (x > 0) - (x < 0); }

int main(void)
{
    wchar_t buf[32] = L"wide";
    const wchar_t *text = L"na\u00efve \u20ac \U0001F600";
    printf("%zu %zu\n", wcslen(buf), wcslen(text));
    show(text);
    wcscat(buf, L" string");
    show(buf);
    printf("%d %d %d\n", wcscmp(buf, L"wide string"), sign(wcscmp(L"a", L"b")), sign(wcsncmp(L"abc", L"abd", 2)));
    printf("%td %d\n", wcschr(buf, L's') - buf, wcschr(buf, L'z') == NULL);
    printf("%td %td\n", wcsstr(buf, L"str") - buf, wcsrchr(buf, L'i') - buf);
    wmemset(buf, L'x', 3);
    wcsncpy(buf + 4, L"YZ", 2);
    show(buf);
    wchar_t *e;
    long v = wcstol(L"  -1234rest", &e, 10);
    printf("%ld %lc\n", v, (wint_t)*e);
    printf("%g\n", wcstod(L"2.5e2", NULL));
    int n = swprintf(buf, 32, L"%d-%ls-%.2f", 42, L"ws", 1.5);
    printf("%d %ls\n", n, buf);
    for (const wchar_t *p = L"aZ5 ."; *p; p++)
        printf("%d%d%d%d ", !!iswalpha((wint_t)*p), !!iswdigit((wint_t)*p), !!iswspace((wint_t)*p),
               !!iswpunct((wint_t)*p));
    printf("%c%c\n", (char)towupper(L'q'), (char)towlower(L'Q'));
    char mb[16];
    size_t m = wcstombs(mb, L"ascii", sizeof mb);
    wchar_t back[16];
    size_t k = mbstowcs(back, "multi", 16);
    printf("%zu %s %zu %ls\n", m, mb, k, back);
    return (int)(wcslen(text) + sizeof(wchar_t));
}
