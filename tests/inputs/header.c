/* rarebit.h: every draw. */
#include <float.h>
#include <rarebit.h>
#include <stdio.h>

int main(void) {
  int n = rarebit_int("n", -3, 3);
  printf("%d %d %d %u\n", rarebit_bool("b"), rarebit_char("c", 'a', 'z'),
         rarebit_schar("sc", -5, 5), rarebit_uchar("uc", 0, 255));
  printf("%d %u %u\n", rarebit_short("s", SHRT_MIN, SHRT_MAX),
         rarebit_ushort("us", 1, 2), rarebit_uint("u", 7, 4000000000u));
  printf("%ld %lu\n", rarebit_long("l", -1, 1), rarebit_ulong("ul", 0, 1));
  printf("%lld %llu %zu\n", rarebit_llong("ll", LLONG_MIN, 0),
         rarebit_ullong("ull", 0, ULLONG_MAX), rarebit_size("z", 0, 9));
  printf("%g %g\n", rarebit_float("f", -0.5f, 0.5f),
         rarebit_double("d", -DBL_MAX, DBL_MAX));
  printf("%g %g\n", rarebit_any_float("af"), rarebit_any_double("ad"));
#ifdef __SIZEOF_INT128__
  __int128 wide = rarebit_int128("wide", -((__int128)1 << 100), 5);
  printf("%lld\n", (long long)(wide >> 64));
#endif
  /* A bound that is not a constant is an assumption. */
  printf("%d\n", rarebit_int("m", 0, n));
  unsigned char buffer[6];
  rarebit_bytes(buffer, sizeof buffer, "buffer");
  printf("%.6s\n", (char *)buffer);
  rarebit_assume(n != 2);
  rarebit_check(n != 3);
  return 0;
}
