// ggml-org/llama.cpp issue 13430, pull requests 13438, 13469 (2025): a __syncthreads that was added against a race stood where
// some warps do not come by. They wait at their next barrier instead, so that the barriers of the two halves are one out of
// step, and what the barrier was to order is not. As repaired: a barrier that all warps come to.

__global__ void attend(int* tile, int* out) {
  __shared__ int kv[2];
  const int warp = threadIdx.x / 32;
  if (threadIdx.x % 32 == 0) {
    kv[warp] = 1 + warp;  // guilty
  }
  if (warp == 0) {
    __syncthreads();  // guilty
  }
  if (threadIdx.x % 32 == 0) {
    out[warp] = kv[1 - warp];  // guilty
  }
  __syncthreads();
}

__global__ void attend_fixed(int* tile, int* out) {
  __shared__ int kv[2];
  const int warp = threadIdx.x / 32;
  if (threadIdx.x % 32 == 0) {
    kv[warp] = 1 + warp;
  }
  __syncthreads();
  if (threadIdx.x % 32 == 0) {
    out[warp] = kv[1 - warp];
  }
  __syncthreads();
}

//# launch 1x33
//# init tile; out[2]
//# forall (out[0] = 2 /\ out[1] = 1)

//# test llama-flash-attention
//# kernel attend
//# expect ptx: Sometimes
//# expect hrf-indirect-relaxed: racy

//# test llama-flash-attention-fixed
//# kernel attend_fixed
//# expect ptx, hrf-indirect-relaxed: Always
//# expect hrf-indirect-relaxed: race-free
