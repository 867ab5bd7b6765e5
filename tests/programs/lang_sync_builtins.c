// GNU __sync and __atomic builtins on several widths, single-threaded.
#pragma clang diagnostic ignored "-Wsync-fetch-and-nand-semantics-changed"
#include <stdio.h>
#include <stdint.h>

static int i32 = 100;
static uint8_t u8 = 200;
static int16_t s16 = -100;
static int64_t s64 = INT64_C(0x7fffffff);
static char *str = "pointer";

int main(void)
{
    printf("%d ", __sync_fetch_and_add(&i32, 5));
    printf("%d ", __sync_add_and_fetch(&i32, 5));
    printf("%d ", __sync_fetch_and_sub(&i32, 20));
    printf("%d ", __sync_sub_and_fetch(&i32, 7));
    printf("%d ", __sync_fetch_and_or(&i32, 0x100));
    printf("%d ", __sync_and_and_fetch(&i32, 0x1ff));
    printf("%d ", __sync_xor_and_fetch(&i32, 0xff));
    printf("%d ", __sync_nand_and_fetch(&i32, 0x0f));
    printf("%d\n", i32);
    printf("%d ", __sync_fetch_and_add(&u8, 100));
    printf("%d ", u8);
    printf("%d ", __sync_bool_compare_and_swap(&u8, 44, 1));
    printf("%d ", __sync_val_compare_and_swap(&u8, 9, 2));
    printf("%d\n", u8);
    printf("%d ", __sync_sub_and_fetch(&s16, 32700));
    printf("%d\n", __sync_lock_test_and_set(&s16, 7));
    __sync_lock_release(&s16);
    printf("%d\n", s16);
    __sync_synchronize();

    printf("%lld ", (long long)__atomic_fetch_add(&s64, 1, __ATOMIC_SEQ_CST));
    printf("%lld ", (long long)__atomic_add_fetch(&s64, INT64_C(1) << 33, __ATOMIC_RELAXED));
    printf("%lld ", (long long)__atomic_exchange_n(&s64, -1, __ATOMIC_ACQ_REL));
    printf("%lld\n", (long long)__atomic_load_n(&s64, __ATOMIC_ACQUIRE));
    int64_t want = -2;
    _Bool ok = __atomic_compare_exchange_n(&s64, &want, 5, 0, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED);
    printf("%d %lld\n", ok, (long long)want);
    ok = __atomic_compare_exchange_n(&s64, &want, 5, 0, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED);
    printf("%d %lld\n", ok, (long long)s64);
    __atomic_store_n(&i32, 12, __ATOMIC_RELEASE);
    printf("%d ", __atomic_fetch_nand(&i32, 10, __ATOMIC_SEQ_CST));
    printf("%d ", __atomic_or_fetch(&i32, 3, __ATOMIC_SEQ_CST));
    printf("%d\n", __atomic_xor_fetch(&i32, -1, __ATOMIC_SEQ_CST));
    char *next = "other", *old;
    __atomic_exchange(&str, &next, &old, __ATOMIC_SEQ_CST);
    printf("%s %s\n", str, old);
    unsigned char tas = 0;
    printf("%d", __atomic_test_and_set(&tas, __ATOMIC_SEQ_CST));
    printf("%d", __atomic_test_and_set(&tas, __ATOMIC_SEQ_CST));
    __atomic_clear(&tas, __ATOMIC_SEQ_CST);
    printf("%d\n", tas);
    return __atomic_and_fetch(&u8, 0x7f, __ATOMIC_SEQ_CST) + 30;
}
