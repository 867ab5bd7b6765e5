/* Tables of functions that the program destroys, wholly or in part, and then uses.
 *
 * expect 0: violation call ZEROED confirmed
 * expect 1: violation call FILLED confirmed
 * expect 2: violation call SHIFTED
 * expect 3: violation call OBJECT confirmed
 * expect 4: violation call STRING confirmed
 * expect 5: violation call STACK confirmed
 * expect 6: violation call UNION
 * expect 7: exit 3
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

typedef int operation(int, int);

static int add(int a, int b) {
  return a + b;
}

static int sub(int a, int b) {
  return a - b;
}

static operation *table[] = {add, sub, add, sub};

struct object {
  char name[8];
  operation *method;
};

int main(void) {
  int k = __VERIFIER_nondet_int();
  if (k == 0) {
    memset(table, 0, sizeof table);
    return table[1](2, 1); /* ZEROED */
  }
  if (k == 1) {
    memset(table, 0x41, sizeof table);
    return table[2](2, 1); /* FILLED */
  }
  if (k == 2) {
    table[3] = (operation *)((char *)table[3] + 1);
    return table[3](2, 1); /* SHIFTED */
  }
  if (k == 3) {
    struct object *object = malloc(sizeof *object);
    object->method = add;
    memcpy(object, "overwriting the method", sizeof *object);
    return object->method(1, 2); /* OBJECT */
  }
  if (k == 4)
    return ((operation *)"this is no code")(1, 2); /* STRING */
  if (k == 5)
    return ((operation *)&k)(1, 2); /* STACK */
  if (k == 6) {
    union {
      operation *function;
      uintptr_t number;
    } pun = {add};
    pun.number ^= 0x55;
    return pun.function(1, 2); /* UNION */
  }
  /* Destroyed and mended again. */
  operation *saved[4];
  memcpy(saved, table, sizeof table);
  memset(table, 0xff, sizeof table);
  memcpy(table, saved, sizeof table);
  return table[0](1, 2);
}
