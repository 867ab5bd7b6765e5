static unsigned char level(float x) {
  return (unsigned char)x; // FAIL: float-cast
}

int main(void) {
  return level(255.9f) + level(-0.9f) + level(256.0f);
}
