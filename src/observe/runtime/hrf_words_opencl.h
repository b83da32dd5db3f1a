/* The words of kernel.h in OpenCL C. */
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
/* Compilers may know the widest scope and not name it. */
#if !defined(__opencl_c_atomic_scope_all_devices) && defined(__OPENCL_MEMORY_SCOPE_ALL_SVM_DEVICES)
#define memory_scope_all_svm_devices ((memory_scope)__OPENCL_MEMORY_SCOPE_ALL_SVM_DEVICES)
#endif
#define HRF_KERNEL kernel
#define HRF_DEVICE static inline
#define HRF_GLOBAL global
typedef ulong hrf_wide;
#define HRF_NO_KEY (~0ul)

/* The words of tests, whose locations are plain integers here. */
#define HRF_ATOMIC(where) ((volatile global atomic_int*)(where))
#define hrf_atomic_load_explicit(x, order, scope) atomic_load_explicit(HRF_ATOMIC(x), order, scope)
#define hrf_atomic_store_explicit(x, v, order, scope) atomic_store_explicit(HRF_ATOMIC(x), v, order, scope)
#define hrf_atomic_exchange_explicit(x, v, order, scope) \
  atomic_exchange_explicit(HRF_ATOMIC(x), v, order, scope)
#define hrf_atomic_compare_exchange_strong_explicit(x, e, v, order, failure, scope) \
  atomic_compare_exchange_strong_explicit(HRF_ATOMIC(x), e, v, order, failure, scope)
#define hrf_atomic_compare_exchange_weak_explicit(x, e, v, order, failure, scope) \
  atomic_compare_exchange_weak_explicit(HRF_ATOMIC(x), e, v, order, failure, scope)
#define hrf_atomic_fetch_add_explicit(x, v, order, scope) \
  atomic_fetch_add_explicit(HRF_ATOMIC(x), v, order, scope)
#define hrf_atomic_fetch_sub_explicit(x, v, order, scope) \
  atomic_fetch_sub_explicit(HRF_ATOMIC(x), v, order, scope)
#define hrf_atomic_fetch_or_explicit(x, v, order, scope) \
  atomic_fetch_or_explicit(HRF_ATOMIC(x), v, order, scope)
#define hrf_atomic_fetch_xor_explicit(x, v, order, scope) \
  atomic_fetch_xor_explicit(HRF_ATOMIC(x), v, order, scope)
#define hrf_atomic_fetch_and_explicit(x, v, order, scope) \
  atomic_fetch_and_explicit(HRF_ATOMIC(x), v, order, scope)
#define hrf_atomic_fetch_min_explicit(x, v, order, scope) \
  atomic_fetch_min_explicit(HRF_ATOMIC(x), v, order, scope)
#define hrf_atomic_fetch_max_explicit(x, v, order, scope) \
  atomic_fetch_max_explicit(HRF_ATOMIC(x), v, order, scope)
#define hrf_atomic_work_item_fence(spaces, order, scope) atomic_work_item_fence(spaces, order, scope)

HRF_DEVICE unsigned hrf_group_id() {
  return (unsigned)get_group_id(0);
}
HRF_DEVICE unsigned hrf_item_id() {
  return (unsigned)get_local_id(0);
}
HRF_DEVICE unsigned hrf_global_id() {
  return (unsigned)get_global_id(0);
}
HRF_DEVICE unsigned hrf_global_size() {
  return (unsigned)get_global_size(0);
}
#define hrf_group_barrier() barrier(CLK_GLOBAL_MEM_FENCE)

HRF_DEVICE unsigned hrf_add(global unsigned* where, unsigned what) {
  return (unsigned)hrf_atomic_fetch_add_explicit(where, (int)what, memory_order_relaxed, memory_scope_device);
}
HRF_DEVICE void hrf_add_wide(global hrf_wide* where, hrf_wide what) {
  atom_add((volatile global hrf_wide*)where, what);
}
HRF_DEVICE hrf_wide hrf_claim(global hrf_wide* where, hrf_wide free, hrf_wide mine) {
  const hrf_wide seen = *(volatile global hrf_wide*)where;
  return seen == mine ? seen : atom_cmpxchg((volatile global hrf_wide*)where, free, mine);
}
HRF_DEVICE unsigned hrf_look(global unsigned* where) {
  return (unsigned)hrf_atomic_load_explicit(where, memory_order_relaxed, memory_scope_device);
}
HRF_DEVICE int hrf_read_line(global int* where) {
  return *(volatile global int*)where;
}
HRF_DEVICE void hrf_pause(unsigned units) {
  for (volatile unsigned i = 0; i < units; ++i) {
  }
}
