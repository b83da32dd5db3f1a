/* The words of kernel.h in HIP. */
#define HRF_KERNEL extern "C" __global__
#define HRF_DEVICE static __device__ __forceinline__
#define HRF_GLOBAL
#define HRF_LAUNCH(kernel, groups, size, stream) kernel<<<groups, size, 0, stream>>>
typedef unsigned long long hrf_wide;
#define HRF_NO_KEY (~0ull)
/* The scope in which groups meet. */
#if HRF_DEVICES > 1
#define HRF_WIDEST __HIP_MEMORY_SCOPE_SYSTEM
#else
#define HRF_WIDEST __HIP_MEMORY_SCOPE_AGENT
#endif

HRF_DEVICE unsigned hrf_group_id() {
  return blockIdx.x;
}
HRF_DEVICE unsigned hrf_item_id() {
  return threadIdx.x;
}
HRF_DEVICE unsigned hrf_global_id() {
  return blockIdx.x * blockDim.x + threadIdx.x;
}
HRF_DEVICE unsigned hrf_global_size() {
  return gridDim.x * blockDim.x;
}
HRF_DEVICE void hrf_group_barrier() {
  __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
  __builtin_amdgcn_s_barrier();
  __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");
}

HRF_DEVICE unsigned hrf_add(unsigned* where, unsigned what) {
  return __hip_atomic_fetch_add(where, what, __ATOMIC_RELAXED, HRF_WIDEST);
}
HRF_DEVICE void hrf_add_wide(hrf_wide* where, hrf_wide what) {
  (void)__hip_atomic_fetch_add(where, what, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
}
HRF_DEVICE hrf_wide hrf_claim(hrf_wide* where, hrf_wide free, hrf_wide mine) {
  hrf_wide seen = __hip_atomic_load(where, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
  if (seen != mine) {
    seen = free;
    (void)__hip_atomic_compare_exchange_strong(where, &seen, mine, __ATOMIC_RELAXED, __ATOMIC_RELAXED,
                                               __HIP_MEMORY_SCOPE_AGENT);
  }
  return seen;
}
HRF_DEVICE unsigned hrf_look(unsigned* where) {
  return __hip_atomic_load(where, __ATOMIC_RELAXED, HRF_WIDEST);
}
/* An ordinary load, which leaves the line in the first cache; the compiler may not leave it out. */
HRF_DEVICE int hrf_read_line(int* where) {
  const int value = *where;
  asm volatile("" : : "v"(value) : "memory");
  return value;
}
HRF_DEVICE void hrf_pause(unsigned units) {
  for (unsigned i = 0; i < units; ++i) {
    __builtin_amdgcn_s_sleep(1);
  }
}
