// qsort over structs, strings and doubles with several comparison functions; bsearch.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct person { char name[12]; int age; double score; };

static int compares;
static int by_age(const void *a, const void *b)
{
    const struct person *x = a, *y = b;
    compares++;
    return x->age != y->age ? (x->age > y->age) - (x->age < y->age) : strcmp(x->name, y->name);
}
static int by_score_desc(const void *a, const void *b)
{
    double x = ((const struct person *)a)->score, y = ((const struct person *)b)->score;
    return (x < y) - (x > y);
}
static int by_name(const void *a, const void *b)
{
    return strcmp(((const struct person *)a)->name, ((const struct person *)b)->name);
}
static int str_len_then_alpha(const void *a, const void *b)
{
    const char *x = *(const char *const *)a, *y = *(const char *const *)b;
    size_t lx = strlen(x), ly = strlen(y);
    return lx != ly ? (lx > ly) - (lx < ly) : strcmp(x, y);
}
static int cmp_char(const void *a, const void *b) { return *(const char *)a - *(const char *)b; }
static int key_name(const void *key, const void *elem) { return strcmp(key, ((const struct person *)elem)->name); }
static void show(const struct person *p, int n)
{
    for (int i = 0; i < n; i++)
        printf("%s/%d/%g ", p[i].name, p[i].age, p[i].score);
    printf("\n");
}

int main(void)
{
    struct person ps[] = { { "maria", 31, 7.5 }, { "bob", 25, 9.25 }, { "zoe", 31, 3.5 }, { "adam", 19, 8 },
                           { "eve", 25, 6.125 }, { "carl", 70, 1 }, { "dora", 4, 10 } };
    const int n = sizeof ps / sizeof *ps;
    qsort(ps, (size_t)n, sizeof *ps, by_age);
    show(ps, n);
    qsort(ps, (size_t)n, sizeof *ps, by_score_desc);
    show(ps, n);
    qsort(ps, (size_t)n, sizeof *ps, by_name);
    show(ps, n);
    static const char *keys[] = { "adam", "eve", "zoe", "nobody", "" };
    for (int i = 0; i < 5; i++) {
        struct person *p = bsearch(keys[i], ps, (size_t)n, sizeof *ps, key_name);
        printf("%s=%d ", keys[i], p ? (int)(p - ps) : -1);
    }
    const char *w[] = { "pear", "fig", "banana", "kiwi", "apple", "plum", "date" };
    qsort(w, 7, sizeof *w, str_len_then_alpha);
    for (int i = 0; i < 7; i++)
        printf("%s ", w[i]);
    char letters[] = "the quick brown fox";
    qsort(letters, strlen(letters), 1, cmp_char);
    printf("%s %d\n", letters, compares > 5);
    qsort(ps, 0, sizeof *ps, by_age);
    qsort(ps, 1, sizeof *ps, by_age);
    return ps[0].age;
}
