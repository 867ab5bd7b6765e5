/* Regular expressions: a pattern is compiled to nodes, which are matched against a text with backtracking. */

extern unsigned char __VERIFIER_nondet_uchar(void);

#define PATTERN 4
#define TEXT 3

enum { CHARACTER, ANY, CLASS, BEGIN, FINISH };

struct node {
    unsigned char kind, repeat, negated, first, last;
};

static char pattern[PATTERN + 1], text[TEXT + 1];
static struct node nodes[PATTERN + 1];
static int count;

static int compile(void) {
    int at = 0;
    while (pattern[at]) {
        struct node *n = &nodes[count];
        char c = pattern[at++];
        switch (c) {
        case '.':
            n->kind = ANY;
            break;
        case '^':
            if (at != 1)
                return -1;
            n->kind = BEGIN;
            break;
        case '$':
            if (pattern[at])
                return -2;
            n->kind = FINISH;
            break;
        case '[':
            n->kind = CLASS;
            if (pattern[at] == '^') {
                n->negated = 1;
                at++;
            }
            if (!pattern[at] || pattern[at] == ']')
                return -3;
            n->first = n->last = pattern[at++];
            if (pattern[at] == '-' && pattern[at + 1]) {
                n->last = pattern[at + 1];
                at += 2;
            }
            if (n->last < n->first)
                return -4;
            if (pattern[at++] != ']')
                return -5;
            break;
        case '*':
        case '+':
        case '?':
            if (count == 0 || nodes[count - 1].repeat || nodes[count - 1].kind >= BEGIN)
                return -6;
            nodes[count - 1].repeat = c;
            continue;
        case '\\':
            if (!pattern[at])
                return -7;
            c = pattern[at++];
            n->kind = CHARACTER;
            n->first = c;
            break;
        default:
            n->kind = CHARACTER;
            n->first = c;
        }
        count++;
    }
    return 0;
}

static int fits(const struct node *n, unsigned char c) {
    if (!c)
        return 0;
    switch (n->kind) {
    case CHARACTER:
        return c == n->first;
    case CLASS:
        return (c >= n->first && c <= n->last) != n->negated;
    default:
        return 1;
    }
}

static int match(int node, int at) {
    if (node == count)
        return 1;
    const struct node *n = &nodes[node];
    if (n->kind == FINISH)
        return text[at] == 0;
    if (!n->repeat)
        return fits(n, text[at]) && match(node + 1, at + 1);
    if (n->repeat == '?') {
        if (fits(n, text[at]) && match(node + 1, at + 1))
            return 1;
        return match(node + 1, at);
    }
    int end = at;
    while (fits(n, text[end]))
        end++;
    int least = n->repeat == '+' ? at + 1 : at;
    for (; end >= least; end--)
        if (match(node + 1, end))
            return 1;
    return 0;
}

int main(void) {
    for (int i = 0; i < PATTERN; i++)
        pattern[i] = (char)__VERIFIER_nondet_uchar();
    for (int i = 0; i < TEXT; i++)
        text[i] = (char)__VERIFIER_nondet_uchar();
    if (compile() < 0)
        return 2;
    if (count > 0 && nodes[0].kind == BEGIN)
        return !match(1, 0);
    for (int at = 0; at <= TEXT; at++) {
        if (match(0, at))
            return 0;
        if (!text[at])
            break;
    }
    return 1;
}
