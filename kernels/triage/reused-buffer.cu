// Two rounds through one buffer: the second round's stores may come before the first round's loads, for the barrier at
// the end of a round is missing.

__global__ void reused_buffer(const int* in, int* out) {
  __shared__ int buffer[64];
  for (int round = 0; round < 2; ++round) {
    buffer[threadIdx.x] = in[threadIdx.x] + round;
    __syncthreads();
    out[threadIdx.x] += buffer[blockDim.x - 1 - threadIdx.x];
  }
}

//# launch 1x2
//# init in[2] = 1; out[2] = 0
//# expect hrf-indirect-relaxed: racy
//# expect ptx: 4 states
