/* Models of sorting and searching: qsort, qsort_r, bsearch, lfind, lsearch.
 *
 * qsort is a stable merge sort, as glibc's is in practice, and compares the
 * same elements in the same order. */
#include "model.h"

typedef int (*plain_compare)(const void *, const void *);
typedef int (*context_compare)(const void *, const void *, void *);

/* What stays the same during a sort. */
struct sorting {
  size_t size;
  plain_compare plain; /* or NULL: use context_compare with context */
  context_compare with_context;
  void *context;
  char *scratch; /* room for all elements */
};

static int compare(const struct sorting *sorting, const char *a,
                   const char *b) {
  if (sorting->plain != NULL)
    return sorting->plain(a, b);
  return sorting->with_context(a, b, sorting->context);
}

/* Sorts count elements: both halves, then merges them through scratch. */
static void merge_sort(const struct sorting *sorting, char *base,
                       size_t count) {
  if (count <= 1)
    return;
  size_t size = sorting->size;
  size_t left_count = count / 2, right_count = count - left_count;
  char *left = base, *right = base + left_count * size;
  merge_sort(sorting, left, left_count);
  merge_sort(sorting, right, right_count);

  char *to = sorting->scratch;
  while (left_count > 0 && right_count > 0) {
    if (compare(sorting, left, right) <= 0) {
      __builtin_memcpy(to, left, size);
      left += size;
      left_count--;
    } else {
      __builtin_memcpy(to, right, size);
      right += size;
      right_count--;
    }
    to += size;
  }
  /* What remains of the right half already is where it belongs. */
  __builtin_memcpy(to, left, left_count * size);
  __builtin_memcpy(base, sorting->scratch, (count - right_count) * size);
}

static void sort(struct sorting *sorting, void *base, size_t count) {
  if (count <= 1 || sorting->size == 0)
    return;
  char small[1024];
  size_t total = count * sorting->size;
  if (total <= sizeof small) {
    sorting->scratch = small;
    merge_sort(sorting, base, count);
  } else {
    sorting->scratch = __rarebit_alloc(total, 16);
    merge_sort(sorting, base, count);
    __rarebit_free(sorting->scratch);
  }
}

void qsort(void *base, size_t count, size_t size, plain_compare compare) {
  struct sorting sorting = {size, compare, NULL, NULL, NULL};
  sort(&sorting, base, count);
}

void qsort_r(void *base, size_t count, size_t size, context_compare compare,
             void *context) {
  struct sorting sorting = {size, NULL, compare, context, NULL};
  sort(&sorting, base, count);
}

void *bsearch(const void *key, const void *base, size_t count, size_t size,
              plain_compare compare) {
  size_t low = 0, high = count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    const char *element = (const char *)base + middle * size;
    int order = compare(key, element);
    if (order == 0)
      return (void *)element;
    if (order < 0)
      high = middle;
    else
      low = middle + 1;
  }
  return NULL;
}

static void *find(const void *key, const void *base, size_t count,
                  size_t size, plain_compare compare) {
  for (size_t i = 0; i < count; i++) {
    const char *element = (const char *)base + i * size;
    if (compare(key, element) == 0)
      return (void *)element;
  }
  return NULL;
}

void *lfind(const void *key, const void *base, size_t *count, size_t size,
            plain_compare compare) {
  return find(key, base, *count, size, compare);
}

void *lsearch(const void *key, void *base, size_t *count, size_t size,
              plain_compare compare) {
  void *found = find(key, base, *count, size, compare);
  if (found != NULL)
    return found;
  char *added = (char *)base + *count * size;
  __builtin_memcpy(added, key, size);
  (*count)++;
  return added;
}
