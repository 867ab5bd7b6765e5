// Huffman coding with a priority queue, tree building, bit packing and decoding.
#include <stdio.h>
#include <string.h>
#include <stdint.h>

struct node { unsigned freq; int sym; struct node *kid[2]; };
static struct node pool[512], *heap[256];
static int used, size;
static struct { uint32_t bits; int len; } codes[256];

static struct node *make(unsigned f, int sym, struct node *a, struct node *b)
{
    pool[used] = (struct node){ f, sym, { a, b } };
    return &pool[used++];
}
static int less(const struct node *a, const struct node *b)
{
    return a->freq != b->freq ? a->freq < b->freq : a - pool < b - pool;
}
static void push(struct node *n)
{
    int i = size++;
    for (; i > 0 && less(n, heap[(i - 1) / 2]); i = (i - 1) / 2)
        heap[i] = heap[(i - 1) / 2];
    heap[i] = n;
}
static struct node *pop(void)
{
    struct node *top = heap[0], *last = heap[--size];
    int i = 0;
    for (int c; (c = 2 * i + 1) < size; i = c) {
        c += c + 1 < size && less(heap[c + 1], heap[c]);
        if (!less(heap[c], last))
            break;
        heap[i] = heap[c];
    }
    heap[i] = last;
    return top;
}
static void assign(const struct node *n, uint32_t bits, int len)
{
    if (n->sym >= 0) {
        codes[n->sym].bits = bits;
        codes[n->sym].len = len;
        printf("'%c' %u %d:%x\n", n->sym, n->freq, len, bits);
        return;
    }
    for (uint32_t k = 0; k < 2; k++)
        assign(n->kid[k], bits << 1 | k, len + 1);
}

int main(void)
{
    static const char text[] = "she sells sea shells by the sea shore; the shells she sells are surely seashells";
    unsigned freq[256] = { 0 };
    unsigned char packed[128] = { 0 };
    for (const char *p = text; *p; p++)
        freq[(unsigned char)*p]++;
    for (int c = 0; c < 256; c++)
        if (freq[c])
            push(make(freq[c], c, NULL, NULL));
    while (size > 1) {
        struct node *a = pop(), *b = pop();
        push(make(a->freq + b->freq, -1, a, b));
    }
    assign(heap[0], 0, 0);
    int nbits = 0;
    for (const char *p = text; *p; p++)
        for (int i = codes[(int)*p].len - 1; i >= 0; i--, nbits++)
            packed[nbits / 8] |= (unsigned char)((codes[(int)*p].bits >> i & 1) << nbits % 8);
    for (int i = 0; i < (nbits + 7) / 8; i++)
        printf("%02x", packed[i]);
    printf("\n%d %zu\n", nbits, strlen(text) * 8);
    const struct node *n = heap[0];
    for (int i = 0; i < nbits; i++)
        if ((n = n->kid[packed[i / 8] >> i % 8 & 1])->sym >= 0)
            putchar(n->sym), n = heap[0];
    putchar('\n');
    return used;
}
