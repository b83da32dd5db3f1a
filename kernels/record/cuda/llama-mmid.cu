// ggml-org/llama.cpp issue 28376, pull request 28475 (2026): a warp compacts ids into shared memory, and its lanes read what
// other lanes have stored, without a barrier of the warp. Reported by a sanitizer on a GB10; as repaired: __syncwarp.

__global__ void compact(const int* ids, int* out) {
  __shared__ int kept[2];
  const int lane = threadIdx.x;
  kept[1 - lane] = ids[lane];  // guilty
  out[lane] = kept[lane];      // guilty
}

__global__ void compact_fixed(const int* ids, int* out) {
  __shared__ int kept[2];
  const int lane = threadIdx.x;
  kept[1 - lane] = ids[lane];
  __syncwarp();
  out[lane] = kept[lane];
}

//# launch 1x2
//# init ids[2] = {1, 2}; out[2]
//# forall (out[0] = 2 /\ out[1] = 1)

//# test llama-mmid
//# kernel compact
//# expect ptx: Sometimes
//# expect hrf-indirect-relaxed: racy

//# test llama-mmid-fixed
//# kernel compact_fixed
//# expect ptx, hrf-indirect-relaxed: Always
//# expect hrf-indirect-relaxed: race-free
