static int table[8];

int main(void) {
  return table[7];
}
