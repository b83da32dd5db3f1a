// Who counts last adds up what all have stored: the count and the fences on both sides of it order the stores.

__global__ void last_warp(const int* in, int* out) {
  __shared__ int part[2];
  __shared__ unsigned int finished;
  if (threadIdx.x == 0) {
    finished = 0;
  }
  __syncthreads();
  const unsigned int half = blockDim.x / 2;
  if (threadIdx.x % half == 0) {
    part[threadIdx.x / half] = in[threadIdx.x];
    __threadfence_block();
    const unsigned int before = atomicAdd_block(&finished, 1U);
    __threadfence_block();
    if (before == 1) {
      out[0] = part[0] + part[1];
    }
  }
}

//# launch 1x2
//# init in[2] = 1; out[2] = 0
//# expect hrf-indirect-relaxed: race-free, 1 state
//# expect ptx: 1 state
