/* Every function of the family that verification tasks use, and what it
 * gives. */
#include <stddef.h>
#include <stdio.h>

typedef long long loff_t_;

extern _Bool __VERIFIER_nondet_bool(void);
extern char __VERIFIER_nondet_char(void);
extern int __VERIFIER_nondet_int(void);
extern float __VERIFIER_nondet_float(void);
extern double __VERIFIER_nondet_double(void);
extern loff_t_ __VERIFIER_nondet_loff_t(void);
extern long __VERIFIER_nondet_long(void);
extern long long __VERIFIER_nondet_longlong(void);
extern char *__VERIFIER_nondet_pchar(void);
extern unsigned long __VERIFIER_nondet_pthread_t(void);
extern unsigned long __VERIFIER_nondet_sector_t(void);
extern short __VERIFIER_nondet_short(void);
extern size_t __VERIFIER_nondet_size_t(void);
extern unsigned __VERIFIER_nondet_u32(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
extern unsigned long long __VERIFIER_nondet_ulonglong(void);
extern unsigned __VERIFIER_nondet_unsigned(void);
extern unsigned short __VERIFIER_nondet_ushort(void);
#ifdef __SIZEOF_INT128__
extern __int128 __VERIFIER_nondet_int128(void);
extern unsigned __int128 __VERIFIER_nondet_uint128(void);
#endif

int main(void) {
  printf("bool %d\n", __VERIFIER_nondet_bool());
  printf("char %d\n", __VERIFIER_nondet_char());
  printf("int %d\n", __VERIFIER_nondet_int());
  printf("float %g\n", __VERIFIER_nondet_float());
  printf("double %g\n", __VERIFIER_nondet_double());
  printf("loff_t %lld\n", __VERIFIER_nondet_loff_t());
  printf("long %ld\n", __VERIFIER_nondet_long());
  printf("longlong %lld\n", __VERIFIER_nondet_longlong());
  printf("pchar %d\n", __VERIFIER_nondet_pchar() == NULL);
  printf("pthread_t %lu\n", __VERIFIER_nondet_pthread_t());
  printf("sector_t %lu\n", __VERIFIER_nondet_sector_t());
  printf("short %d\n", __VERIFIER_nondet_short());
  printf("size_t %zu\n", __VERIFIER_nondet_size_t());
  printf("u32 %u\n", __VERIFIER_nondet_u32());
  printf("uchar %u\n", __VERIFIER_nondet_uchar());
  printf("uint %u\n", __VERIFIER_nondet_uint());
  printf("ulong %lu\n", __VERIFIER_nondet_ulong());
  printf("ulonglong %llu\n", __VERIFIER_nondet_ulonglong());
  printf("unsigned %u\n", __VERIFIER_nondet_unsigned());
  printf("ushort %u\n", __VERIFIER_nondet_ushort());
#ifdef __SIZEOF_INT128__
  printf("int128 %lld\n", (long long)(__VERIFIER_nondet_int128() >> 64));
  printf("uint128 %llu\n",
         (unsigned long long)(__VERIFIER_nondet_uint128() >> 64));
#endif
  return 0;
}
