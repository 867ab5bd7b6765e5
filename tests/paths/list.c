/* A linked list as long as the inputs say. */
extern unsigned char __VERIFIER_nondet_uchar(void);
extern signed char __VERIFIER_nondet_char(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assume(int);

#include <stdlib.h>
struct node { int value; struct node *next; };
int main(void) {
    struct node *head = 0;
    while (__VERIFIER_nondet_bool()) {
        struct node *n = malloc(sizeof *n);
        if (!n) return 9;
        n->value = head ? head->value + 1 : 1;
        n->next = head;
        head = n;
        if (n->value == 4) break;
    }
    int sum = 0;
    for (struct node *n = head; n; n = n->next) sum += n->value;
    return sum;
}
