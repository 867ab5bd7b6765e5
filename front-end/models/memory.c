/* Models of the allocation functions of <stdlib.h> and <malloc.h>.
 *
 * Every allocation is a heap object of exactly the requested size, so that
 * the simulator sees each access past its end. As with glibc, a request of
 * more than PTRDIFF_MAX bytes fails with ENOMEM; no other request fails. */
#include "model.h"

#define MALLOC_ALIGNMENT 16

/* Of all the objects that models make, only those from here are the program's
 * and begin with bytes that nobody assigned. */
void *__model_allocate(size_t size, size_t align);

void *__model_allocate(size_t size, size_t align) {
  if (size > PTRDIFF_MAX) {
    __model_set_errno(ENOMEM);
    return NULL;
  }
  return __rarebit_alloc(size, align);
}

/* count * size, or a size that cannot be allocated if that overflows. */
static size_t total_size(size_t count, size_t size) {
  if (size != 0 && count > SIZE_MAX / size)
    return SIZE_MAX;
  return count * size;
}

static void *resize(void *p, size_t size) {
  if (p == NULL)
    return __model_allocate(size, MALLOC_ALIGNMENT);
  if (size == 0) {
    __rarebit_free(p);
    return NULL;
  }
  size_t old = __rarebit_size(p);
  char *moved = __model_allocate(size, MALLOC_ALIGNMENT);
  if (moved == NULL)
    return NULL;
  __builtin_memcpy(moved, p, old < size ? old : size);
  __rarebit_free(p);
  return moved;
}

/* Allocates with an alignment that is a power of two. */
static void *allocate_at(size_t align, size_t size) {
  return __model_allocate(size, align > MALLOC_ALIGNMENT ? align : MALLOC_ALIGNMENT);
}

static int is_power_of_two(size_t n) {
  return n != 0 && (n & (n - 1)) == 0;
}

void *malloc(size_t size) {
  return __model_allocate(size, MALLOC_ALIGNMENT);
}

/* The memset says that, unlike malloc's, these zeros are meant to be read. */
void *calloc(size_t count, size_t size) {
  size_t total = total_size(count, size);
  void *p = __model_allocate(total, MALLOC_ALIGNMENT);
  if (p != NULL)
    __builtin_memset(p, 0, total);
  return p;
}

void *realloc(void *p, size_t size) {
  return resize(p, size);
}

void *reallocarray(void *p, size_t count, size_t size) {
  if (size != 0 && count > SIZE_MAX / size) {
    __model_set_errno(ENOMEM);
    return NULL;
  }
  return resize(p, count * size);
}

void free(void *p) {
  if (p != NULL)
    __rarebit_free(p);
}

/* glibc 2.36 rounds an alignment that is no power of two up; later ones
 * refuse it, as here. */
static void *allocate_aligned(size_t align, size_t size) {
  if (!is_power_of_two(align)) {
    __model_set_errno(EINVAL);
    return NULL;
  }
  return allocate_at(align, size);
}

void *aligned_alloc(size_t align, size_t size) {
  return allocate_aligned(align, size);
}

void *memalign(size_t align, size_t size) {
  return allocate_aligned(align, size);
}

int posix_memalign(void **result, size_t align, size_t size) {
  if (align % sizeof(void *) != 0 || !is_power_of_two(align))
    return EINVAL;
  void *p = allocate_at(align, size);
  if (p == NULL)
    return ENOMEM;
  *result = p;
  return 0;
}

void *valloc(size_t size) {
  return __model_allocate(size, 4096);
}

size_t malloc_usable_size(void *p) {
  return p != NULL ? __rarebit_size(p) : 0;
}
