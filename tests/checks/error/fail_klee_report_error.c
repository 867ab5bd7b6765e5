extern void klee_report_error(const char *file, int line, const char *message, const char *suffix);

int main(void) {
  klee_report_error(__FILE__, __LINE__, "the table is full", "table"); // FAIL: error
  return 0;
}
