// lanes.cu as it was written before Volta, in the belief that lanes go on together.

__global__ void lanes_without_syncwarp(const int* in, int* out) {
  __shared__ int number[64];
  number[threadIdx.x] = in[threadIdx.x];
  out[threadIdx.x] = number[threadIdx.x ^ 1];
}

//# launch 1x2
//# init in[2] = 1; out[2] = 0
//# expect hrf-indirect-relaxed: racy
//# expect ptx: 4 states
