// One thread hands a number to another one: a volatile flag says that it is there, and nothing orders the number before
// the flag.

__global__ void flag_without_fence(const int* in, int* out) {
  __shared__ int number;
  __shared__ volatile int ready;
  if (threadIdx.x == 0) {
    ready = 0;
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    number = in[0];
    ready = 1;
  } else if (threadIdx.x == blockDim.x / 2) {
    while (ready == 0) {
    }
    out[0] = number;
  }
}

//# launch 1x2
//# init in[2] = 1; out[2] = 0
//# expect hrf-indirect-relaxed: racy
//# expect ptx: 2 states
