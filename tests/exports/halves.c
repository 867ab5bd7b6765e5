/* A program of two files with a static of the same name in each. */
extern void reach_error(void);
int double_it(int x);
int read_it(void);
int strange(int);
static int secret = 7;

int main(void) {
  int x = read_it();
  if (x > 100 && strange(x) == secret)
    return double_it(x);
  if (x == 9)
    reach_error();
  return 0;
}
