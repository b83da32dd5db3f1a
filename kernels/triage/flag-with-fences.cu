// flag-without-fence.cu as it should be: a fence of the block on both sides of the flag.

__global__ void flag_with_fences(const int* in, int* out) {
  __shared__ int number;
  __shared__ volatile int ready;
  if (threadIdx.x == 0) {
    ready = 0;
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    number = in[0];
    __threadfence_block();
    ready = 1;
  } else if (threadIdx.x == blockDim.x / 2) {
    while (ready == 0) {
    }
    __threadfence_block();
    out[0] = number;
  }
}

//# launch 1x2
//# init in[2] = 1; out[2] = 0
//# expect hrf-indirect-relaxed: race-free, 1 state
//# expect ptx: 1 state
