__global__ void k(int* x, unsigned* u) {
  atomicAdd(x);
  atomicAdd_device(x, 1);
  atomicInc(x, 3);
  __hip_atomic_fetch_add(x, 1, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
  cuda::atomic_thread_fence();
  __syncthreads(1);
  __syncwarp(1);
}
//# launch 1x2
