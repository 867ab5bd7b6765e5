int main(void) {
  char *p = (char *)"constant";
  p[0] = 'K'; // FAIL: constant-write
  return 0;
}
