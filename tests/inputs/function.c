/* Functions with parameters of every shape; each prints what it got. */
#include <assert.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum color { RED = 2, GREEN, BLUE };

struct inner {
  short s;
  unsigned char bytes[3];
};

struct node {
  int value;
  struct node *next;
};

typedef struct {
  double x, y;
} point;

struct all {
  const int fixed;
  unsigned bits : 3;
  signed more : 5;
  enum color color;
  _Bool flag;
  struct inner inner;
  struct {
    int unnamed;
  };
  union {
    int i;
    float f;
  } either;
  char *name;
  point points[2];
  struct opaque *opaque;
};

static int hidden(int x, long y) {
  printf("%d %ld\n", x, y);
  assert(x != 77);
  return x;
}

void numbers(_Bool b, char c, unsigned short us, long long ll, float f,
             double d, enum color e, size_t z) {
  printf("%d %d %u %lld %g %g %d %zu\n", b, c, us, ll, f, d, e, z);
}

size_t length(const char *text) {
  size_t n = 0;
  while (text[n] != '\0')
    n++;
  printf("%zu %s\n", n, text);
  assert(n < 3 || text[0] != 'k');
  return n;
}

int sum(const int *a, int n) {
  int s = 0;
  for (int i = 0; i < n; i++)
    s += a[i];
  printf("%d of %d\n", s, n);
  return s;
}

void swap(int *p, int *q) {
  int old = *p + *q;
  *p ^= *q;
  *q ^= *p;
  *p ^= *q;
  printf("%d %d\n", *p, *q);
  assert(*p + *q == old);
}

int total(const struct node *list) {
  int s = 0, n = 0;
  for (; list != NULL; list = list->next, n++)
    s += list->value;
  printf("%d in %d\n", s, n);
  return s;
}

void everything(struct all *all, point by_value) {
  printf("%d %u %d %d %d\n", all->fixed, all->bits, all->more, all->color,
         all->flag);
  printf("%d %u %u %u %d\n", all->inner.s, all->inner.bytes[0],
         all->inner.bytes[1], all->inner.bytes[2], all->unnamed);
  printf("%d %s %g %g %d\n", all->either.i, all->name, all->points[0].x,
         all->points[1].y, all->opaque == NULL);
  printf("%g %g\n", by_value.x, by_value.y);
}

int apply(int (*function)(int, const char *), void *data, int x) {
  int result = function(x, "text");
  printf("%d %d %d\n", result, ((unsigned char *)data)[0], x);
  return result;
}

static int limit = 10;
int table[3];
const int constant = 5;

void globals(int x) {
  printf("%d %d %d %d\n", limit, table[0], table[2], x);
}

extern int outside(int);
extern char *find(const char *);

int use(int x) {
  char *found = find("name");
  int y = outside(x);
  printf("%d %d\n", y, found == NULL ? -1 : found[0]);
  return y;
}

int main(void) {
  printf("limit %d\n", limit);
  return hidden(1, 2);
}
