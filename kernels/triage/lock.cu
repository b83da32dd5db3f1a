// A lock in shared memory: who takes it with a compare-and-swap adds to a number that is not atomic.

__global__ void lock(const int* in, int* out) {
  __shared__ int taken;
  __shared__ int total;
  if (threadIdx.x == 0) {
    taken = 0;
    total = 0;
  }
  __syncthreads();
  if (threadIdx.x == 0 || threadIdx.x == blockDim.x / 2) {
    while (atomicCAS_block(&taken, 0, 1) != 0) {
    }
    __threadfence_block();
    total += in[0];
    __threadfence_block();
    atomicExch_block(&taken, 0);
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    out[0] = total;
  }
}

//# launch 1x2
//# init in[2] = 1; out[2] = 0
//# expect hrf-indirect-relaxed: race-free, 1 state
//# expect ptx: 1 state
