// N-queens by bit masks and by backtracking arrays, knight moves, and permutations count.
#include <stdio.h>
#include <stdlib.h>

static unsigned solve_bits(unsigned all, unsigned cols, unsigned d1, unsigned d2)
{
    unsigned count = 0;
    if (cols == all)
        return 1;
    for (unsigned free_ = all & ~(cols | d1 | d2); free_;) {
        unsigned bit = free_ & -free_;
        free_ ^= bit;
        count += solve_bits(all, cols | bit, (d1 | bit) << 1, (d2 | bit) >> 1);
    }
    return count;
}

static int board[8], found;
static int safe(int row, int col)
{
    for (int r = 0; r < row; r++)
        if (board[r] == col || abs(board[r] - col) == row - r)
            return 0;
    return 1;
}
static void place(int row)
{
    if (row == 8) {
        if (++found % 23 == 1) {
            for (int r = 0; r < 8; r++)
                printf("%d", board[r] + 1);
            printf(" ");
        }
        return;
    }
    for (int c = 0; c < 8; c++)
        if (safe(row, c)) {
            board[row] = c;
            place(row + 1);
        }
}

static int knight(int x, int y)
{
    static const signed char dx[] = { 1, 2, 2, 1, -1, -2, -2, -1 }, dy[] = { 2, 1, -1, -2, -2, -1, 1, 2 };
    int dist[8][8], queue[64], head = 0, tail = 0, sum = 0;
    for (int i = 0; i < 64; i++)
        dist[i / 8][i % 8] = -1;
    dist[y][x] = 0;
    for (queue[tail++] = y * 8 + x; head < tail; head++) {
        int cy = queue[head] / 8, cx = queue[head] % 8;
        for (int m = 0; m < 8; m++) {
            int nx = cx + dx[m], ny = cy + dy[m];
            if (nx >= 0 && nx < 8 && ny >= 0 && ny < 8 && dist[ny][nx] < 0) {
                dist[ny][nx] = dist[cy][cx] + 1;
                queue[tail++] = ny * 8 + nx;
            }
        }
        sum += dist[cy][cx] * (head + 1);
    }
    return sum;
}

int main(void)
{
    for (unsigned n = 1; n <= 8; n++)
        printf("%u ", solve_bits((1u << n) - 1, 0, 0, 0));
    printf("\n");
    place(0);
    printf("%d\n", found);
    printf("%d %d %d\n", knight(0, 0), knight(3, 4), knight(7, 0));
    return found;
}
