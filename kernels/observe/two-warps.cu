// Two warps of a block exchange numbers through shared memory.

template <bool BARRIER>
__global__ void exchange(int* out) {
  __shared__ int mine[2];
  const int warp = threadIdx.x / 32;
  const bool first = threadIdx.x % 32 == 0;
  if (first) {
    mine[warp] = 0;
  }
  __syncthreads();
  if (first) {
    mine[warp] = warp + 1;
  }
  if constexpr (BARRIER) {
    __syncthreads();
  }
  if (first) {
    out[warp] = mine[1 - warp];
  }
}

//# launch 1x64
//# init out[2]
//# forall (out[0] = 2 /\ out[1] = 1)

//# test two-warps
//# kernel exchange<true>

// A warp may look before the other one has written.
//# test two-warps-no-barrier
//# kernel exchange<false>
