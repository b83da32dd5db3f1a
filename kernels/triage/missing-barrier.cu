// A block turns its numbers round: each thread reads what another one has stored, and no barrier stands between.

__global__ void missing_barrier(const int* in, int* out) {
  __shared__ int turned[64];
  turned[threadIdx.x] = in[threadIdx.x];
  out[threadIdx.x] = turned[blockDim.x - 1 - threadIdx.x];
}

//# launch 1x2
//# init in[2] = 1; out[2] = 0
//# expect hrf-indirect-relaxed: racy
//# expect ptx: 4 states
