// A barrier object orders stores before loads: each thread arrives when it has stored, and waits for the phase.

__device__ unsigned int shared_address(const void* object) {
  return static_cast<unsigned int>(__cvta_generic_to_shared(object));
}

__global__ void phases(const int* in, int* out) {
  __shared__ int number[64];
  __shared__ unsigned long long barrier;
  if (threadIdx.x == 0) {
    asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(shared_address(&barrier)), "r"(blockDim.x) : "memory");
  }
  __syncthreads();
  number[threadIdx.x] = in[threadIdx.x];
  unsigned long long phase;
  asm volatile("mbarrier.arrive.shared.b64 %0, [%1];" : "=l"(phase) : "r"(shared_address(&barrier)) : "memory");
  int done = 0;
  while (done == 0) {
    asm volatile("{ .reg .pred p; mbarrier.test_wait.shared.b64 p, [%1], %2; selp.b32 %0, 1, 0, p; }"
                 : "=r"(done)
                 : "r"(shared_address(&barrier)), "l"(phase)
                 : "memory");
  }
  out[threadIdx.x] = number[blockDim.x - 1 - threadIdx.x];
}

//# launch 1x2
//# init in[2] = 1; out[2] = 0
//# expect hrf-indirect-relaxed: race-free, 1 state
//# expect ptx: 1 state
