// Two threads write one word in turn: whose turn it is stands in a volatile word, with fences around the work.

__device__ void wait_for(volatile int* turn, int mine) {
  while (*turn != mine) {
  }
  __threadfence_block();
}

__device__ void pass_on(volatile int* turn, int next) {
  __threadfence_block();
  *turn = next;
}

__global__ void turns(const int* in, int* out) {
  __shared__ int word;
  __shared__ volatile int turn;
  if (threadIdx.x == 0) {
    turn = 0;
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    wait_for(&turn, 0);
    word = in[0];
    pass_on(&turn, 1);
  } else if (threadIdx.x == blockDim.x / 2) {
    wait_for(&turn, 1);
    word = word + in[1];
    pass_on(&turn, 2);
    out[0] = word;
  }
}

//# launch 1x2
//# init in[2] = 1; out[2] = 0
//# expect hrf-indirect-relaxed: race-free, 1 state
//# expect ptx: 1 state
