/* More static data than the simulated memory has: nothing can run.
 *
 * expect: limit memory
 */
static char a[1u << 31], b[1u << 30];

int main(void) {
  return a[5] + b[7];
}
