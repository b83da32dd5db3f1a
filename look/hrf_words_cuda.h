/* The words of kernel.h in CUDA. */
#define HRF_KERNEL extern "C" __global__
#define HRF_DEVICE static __device__ __forceinline__
#define HRF_GLOBAL
#define HRF_LAUNCH(kernel, groups, size, stream) kernel<<<groups, size, 0, stream>>>
typedef unsigned long long hrf_wide;
#define HRF_NO_KEY (~0ull)
/* The scope in which groups meet. */
#if HRF_DEVICES > 1
#define HRF_WIDEST ".sys"
#else
#define HRF_WIDEST ".gpu"
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
  __syncthreads();
}

#if HRF_ASYNC
#include "hrf_async_cuda.h"
#endif

HRF_DEVICE unsigned hrf_add(unsigned* where, unsigned what) {
  unsigned before;
  asm volatile("atom.relaxed" HRF_WIDEST ".global.add.u32 %0, [%1], %2;"
               : "=r"(before)
               : "l"(__cvta_generic_to_global(where)), "r"(what)
               : "memory");
  return before;
}
HRF_DEVICE void hrf_add_wide(hrf_wide* where, hrf_wide what) {
  atomicAdd(where, what);
}
HRF_DEVICE hrf_wide hrf_claim(hrf_wide* where, hrf_wide free, hrf_wide mine) {
  const hrf_wide seen = *(volatile hrf_wide*)where;
  return seen == mine ? seen : atomicCAS(where, free, mine);
}
HRF_DEVICE unsigned hrf_look(unsigned* where) {
  unsigned value;
  asm volatile("ld.relaxed" HRF_WIDEST ".global.u32 %0, [%1];"
               : "=r"(value)
               : "l"(__cvta_generic_to_global(where))
               : "memory");
  return value;
}
/* An ordinary load, which leaves the line in the L1 cache. */
HRF_DEVICE int hrf_read_line(int* where) {
  int value;
  asm volatile("ld.weak.global.s32 %0, [%1];"
               : "=r"(value)
               : "l"(__cvta_generic_to_global(where))
               : "memory");
  return value;
}
HRF_DEVICE void hrf_pause(unsigned units) {
  for (unsigned i = 0; i < units; ++i) {
    unsigned clock;
    asm volatile("mov.u32 %0, %%clock;" : "=r"(clock)::"memory");
    (void)clock;
  }
}
