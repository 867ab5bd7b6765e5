// C11 atomics used from a single thread: loads, stores, exchange, CAS, fetch-ops, flags.
#include <stdio.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

static _Atomic int counter = 5;
static atomic_uint bits = 0xf0;
static _Atomic(int *) ptr;
static atomic_flag flag = ATOMIC_FLAG_INIT;
static _Atomic unsigned char small = 250;
static _Atomic long long wide = 1LL << 40;
static _Atomic short sh = 32767;

int main(void)
{
    int arr[4] = { 1, 2, 3, 4 };
    printf("%d ", atomic_fetch_add(&counter, 3));
    printf("%d ", atomic_fetch_sub(&counter, 1));
    printf("%d\n", atomic_load(&counter));
    counter++;
    counter += 10;
    --counter;
    counter *= 3;
    printf("%d\n", counter);
    int expected = 50, prev;
    bool ok = atomic_compare_exchange_strong(&counter, &expected, 1);
    printf("%d %d %d\n", ok, expected, counter);
    ok = atomic_compare_exchange_strong(&counter, &expected, 1);
    printf("%d %d %d\n", ok, expected, counter);
    prev = atomic_exchange(&counter, 77);
    printf("%d %d\n", prev, atomic_load_explicit(&counter, memory_order_acquire));
    printf("%x ", atomic_fetch_or(&bits, 0x0f));
    printf("%x ", atomic_fetch_and(&bits, 0x3c));
    printf("%x ", atomic_fetch_xor(&bits, 0xff));
    printf("%x\n", atomic_load(&bits));
    atomic_store(&ptr, arr);
    int *p = atomic_fetch_add(&ptr, 2);
    printf("%d %d\n", *p, *ptr);
    ptr--;
    printf("%d\n", *atomic_load(&ptr));
    printf("%d", atomic_flag_test_and_set(&flag));
    printf("%d", atomic_flag_test_and_set(&flag));
    atomic_flag_clear(&flag);
    printf("%d\n", atomic_flag_test_and_set_explicit(&flag, memory_order_relaxed));
    small += 10;
    printf("%d ", small--);
    printf("%d\n", small);
    wide -= 1;
    printf("%lld ", (long long)wide);
    printf("%lld\n", (long long)atomic_fetch_add_explicit(&wide, -5, memory_order_relaxed));
    sh++;
    printf("%d\n", sh);
    struct { atomic_bool ready; atomic_int_fast16_t n; } s;
    atomic_init(&s.ready, true);
    atomic_init(&s.n, -9);
    s.n &= 0xff;
    s.ready = s.n > 1000;
    printf("%d %d\n", (int)s.n, s.ready);
    atomic_thread_fence(memory_order_seq_cst);
    uint64_t loops = 0;
    for (atomic_int i = 0; i < 10; i += 3)
        loops += (uint64_t)i;
    printf("%d %d\n", (int)loops, atomic_is_lock_free(&counter));
    return atomic_load(&counter);
}
