// Lanes of one warp hand numbers to each other: a barrier of the warp orders the stores before the loads.

__global__ void lanes(const int* in, int* out) {
  __shared__ int number[64];
  number[threadIdx.x] = in[threadIdx.x];
  __syncwarp();
  out[threadIdx.x] = number[threadIdx.x ^ 1];
}

//# launch 1x2
//# init in[2] = 1; out[2] = 0
//# expect hrf-indirect-relaxed: race-free, 1 state
//# expect ptx: 1 state
