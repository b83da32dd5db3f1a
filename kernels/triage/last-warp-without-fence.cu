// last-warp.cu without its fences: what was stored need not be there when the count is.

__global__ void last_warp_without_fence(const int* in, int* out) {
  __shared__ int part[2];
  __shared__ unsigned int finished;
  if (threadIdx.x == 0) {
    finished = 0;
  }
  __syncthreads();
  const unsigned int half = blockDim.x / 2;
  if (threadIdx.x % half == 0) {
    part[threadIdx.x / half] = in[threadIdx.x];
    const unsigned int before = atomicAdd_block(&finished, 1U);
    if (before == 1) {
      out[0] = part[0] + part[1];
    }
  }
}

//# launch 1x2
//# init in[2] = 1; out[2] = 0
//# expect hrf-indirect-relaxed: racy
//# expect ptx: 2 states
