// copy-awaited.cu, whose wait lets one group go on: the last one.

__global__ void copy_not_awaited(const int* in, int* out) {
  __shared__ int tile[64];
  const unsigned int to = static_cast<unsigned int>(__cvta_generic_to_shared(&tile[threadIdx.x]));
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(to), "l"(in + threadIdx.x) : "memory");
  asm volatile("cp.async.commit_group;" ::: "memory");
  asm volatile("cp.async.wait_group 1;" ::: "memory");
  __syncthreads();
  out[threadIdx.x] = tile[blockDim.x - 1 - threadIdx.x];
}

//# launch 1x2
//# init in[2] = 1; out[2] = 0
//# expect hrf-indirect-relaxed: racy
//# expect ptx: 4 states
