#pragma once

// Atomic functions of OpenCL 2.0 and 3.0 ("Atomic Functions"), in clang's own: without an order they are sequentially
// consistent, without a scope of the device.

#if __OPENCL_C_VERSION__ >= CL_VERSION_2_0

#define HRFCHECK_FIRST_OF(A, ...) A
#define HRFCHECK_SCOPE_IN(...) HRFCHECK_FIRST_OF(__VA_OPT__(__VA_ARGS__, ) memory_scope_device)
#define HRFCHECK_STRONGEST memory_order_seq_cst, memory_scope_device

#define atomic_init(P, V) __opencl_atomic_init(P, V)
#define atomic_load(P) __opencl_atomic_load(P, HRFCHECK_STRONGEST)
#define atomic_store(P, V) __opencl_atomic_store(P, V, HRFCHECK_STRONGEST)
#define atomic_exchange(P, V) __opencl_atomic_exchange(P, V, HRFCHECK_STRONGEST)
#define atomic_fetch_add(P, V) __opencl_atomic_fetch_add(P, V, HRFCHECK_STRONGEST)
#define atomic_fetch_sub(P, V) __opencl_atomic_fetch_sub(P, V, HRFCHECK_STRONGEST)
#define atomic_fetch_and(P, V) __opencl_atomic_fetch_and(P, V, HRFCHECK_STRONGEST)
#define atomic_fetch_or(P, V) __opencl_atomic_fetch_or(P, V, HRFCHECK_STRONGEST)
#define atomic_fetch_xor(P, V) __opencl_atomic_fetch_xor(P, V, HRFCHECK_STRONGEST)
#define atomic_fetch_min(P, V) __opencl_atomic_fetch_min(P, V, HRFCHECK_STRONGEST)
#define atomic_fetch_max(P, V) __opencl_atomic_fetch_max(P, V, HRFCHECK_STRONGEST)
#define atomic_compare_exchange_strong(P, E, V) \
  __opencl_atomic_compare_exchange_strong(P, E, V, memory_order_seq_cst, HRFCHECK_STRONGEST)
#define atomic_compare_exchange_weak(P, E, V) \
  __opencl_atomic_compare_exchange_weak(P, E, V, memory_order_seq_cst, HRFCHECK_STRONGEST)

#define atomic_load_explicit(P, O, ...) __opencl_atomic_load(P, O, HRFCHECK_SCOPE_IN(__VA_ARGS__))
#define atomic_store_explicit(P, V, O, ...) __opencl_atomic_store(P, V, O, HRFCHECK_SCOPE_IN(__VA_ARGS__))
#define atomic_exchange_explicit(P, V, O, ...) __opencl_atomic_exchange(P, V, O, HRFCHECK_SCOPE_IN(__VA_ARGS__))
#define atomic_fetch_add_explicit(P, V, O, ...) __opencl_atomic_fetch_add(P, V, O, HRFCHECK_SCOPE_IN(__VA_ARGS__))
#define atomic_fetch_sub_explicit(P, V, O, ...) __opencl_atomic_fetch_sub(P, V, O, HRFCHECK_SCOPE_IN(__VA_ARGS__))
#define atomic_fetch_and_explicit(P, V, O, ...) __opencl_atomic_fetch_and(P, V, O, HRFCHECK_SCOPE_IN(__VA_ARGS__))
#define atomic_fetch_or_explicit(P, V, O, ...) __opencl_atomic_fetch_or(P, V, O, HRFCHECK_SCOPE_IN(__VA_ARGS__))
#define atomic_fetch_xor_explicit(P, V, O, ...) __opencl_atomic_fetch_xor(P, V, O, HRFCHECK_SCOPE_IN(__VA_ARGS__))
#define atomic_fetch_min_explicit(P, V, O, ...) __opencl_atomic_fetch_min(P, V, O, HRFCHECK_SCOPE_IN(__VA_ARGS__))
#define atomic_fetch_max_explicit(P, V, O, ...) __opencl_atomic_fetch_max(P, V, O, HRFCHECK_SCOPE_IN(__VA_ARGS__))
#define atomic_compare_exchange_strong_explicit(P, E, V, O, F, ...) \
  __opencl_atomic_compare_exchange_strong(P, E, V, O, F, HRFCHECK_SCOPE_IN(__VA_ARGS__))
#define atomic_compare_exchange_weak_explicit(P, E, V, O, F, ...) \
  __opencl_atomic_compare_exchange_weak(P, E, V, O, F, HRFCHECK_SCOPE_IN(__VA_ARGS__))

// A flag is an atomic_int here, 0 where it is clear.
#define atomic_flag_test_and_set(P) (__opencl_atomic_exchange(P, 1, HRFCHECK_STRONGEST) != 0)
#define atomic_flag_test_and_set_explicit(P, O, ...) (__opencl_atomic_exchange(P, 1, O, HRFCHECK_SCOPE_IN(__VA_ARGS__)) != 0)
#define atomic_flag_clear(P) __opencl_atomic_store(P, 0, HRFCHECK_STRONGEST)
#define atomic_flag_clear_explicit(P, O, ...) __opencl_atomic_store(P, 0, O, HRFCHECK_SCOPE_IN(__VA_ARGS__))

#endif
