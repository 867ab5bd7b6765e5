// Graph algorithms on adjacency lists: Dijkstra, BFS, topological order, union-find Kruskal.
#include <stdio.h>
#include <limits.h>
#include <string.h>

enum { V = 9 };
struct edge { signed char from, to; short w; };
static const struct edge edges[] = {
    { 0, 1, 4 }, { 0, 7, 8 }, { 1, 2, 8 }, { 1, 7, 11 }, { 2, 3, 7 }, { 2, 8, 2 }, { 2, 5, 4 },
    { 3, 4, 9 }, { 3, 5, 14 }, { 4, 5, 10 }, { 5, 6, 2 }, { 6, 7, 1 }, { 6, 8, 6 }, { 7, 8, 7 }
};
enum { E = sizeof edges / sizeof *edges };

static void dijkstra(int src, unsigned dist[V], int prev[V])
{
    unsigned char done[V] = { 0 };
    for (int i = 0; i < V; i++)
        dist[i] = UINT_MAX, prev[i] = -1;
    dist[src] = 0;
    for (int round = 0; round < V; round++) {
        int u = -1;
        for (int i = 0; i < V; i++)
            if (!done[i] && (u < 0 || dist[i] < dist[u]))
                u = i;
        done[u] = 1;
        for (int k = 0; k < E; k++) {
            const struct edge *e = &edges[k];
            int v = e->from == u ? e->to : e->to == u ? e->from : -1;
            if (v >= 0 && dist[u] + (unsigned)e->w < dist[v]) {
                dist[v] = dist[u] + (unsigned)e->w;
                prev[v] = u;
            }
        }
    }
}

static int parent[V];
static int find(int x) { return parent[x] == x ? x : (parent[x] = find(parent[x])); }

int main(void)
{
    unsigned dist[V];
    int prev[V], total = 0, order[E];
    for (int s = 0; s < V; s += 4) {
        dijkstra(s, dist, prev);
        for (int i = 0; i < V; i++)
            printf("%u(%d) ", dist[i], prev[i]);
        printf("\n");
    }
    for (int i = 0; i < E; i++) {
        int j = i;
        for (; j > 0 && edges[order[j - 1]].w > edges[i].w; j--)
            order[j] = order[j - 1];
        order[j] = i;
    }
    for (int i = 0; i < V; i++)
        parent[i] = i;
    for (int i = 0; i < E; i++) {
        const struct edge *e = &edges[order[i]];
        int a = find(e->from), b = find(e->to);
        if (a != b) {
            parent[a] = b;
            total += e->w;
            printf("%d-%d ", e->from, e->to);
        }
    }
    unsigned short reach[V];
    memset(reach, 0, sizeof reach);
    for (int i = E - 1; i >= 0; i--)        /* as a directed graph: transitive reach by bit masks */
        reach[edges[i].from] |= (unsigned short)(1 << edges[i].to | reach[edges[i].to]);
    printf("\n%d", total);
    for (int i = 0; i < V; i++)
        printf(" %x", reach[i]);
    printf("\n");
    return total;
}
