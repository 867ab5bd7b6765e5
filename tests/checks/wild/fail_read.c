int main(void) {
  const char *p = (const char *)(unsigned long)0x12345678;
  return *p; // FAIL: wild
  return 0;
}
