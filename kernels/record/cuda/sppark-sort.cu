// supranational/sppark issue 24 (2023): in a sort the first warp reads the counters of a round and another warp goes on to
// update them, without a barrier between. On the GPUs at hand it always came out right.

__global__ void sort(int* counters, int* out) {
  __shared__ int total[2];
  const int warp = threadIdx.x / 32;
  if (threadIdx.x % 32 == 0) {
    total[warp] = counters[warp];
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    *out = total[0] + total[1];  // guilty
  }
  if (threadIdx.x == 32) {
    total[1] = 0;  // guilty
  }
}

__global__ void sort_fixed(int* counters, int* out) {
  __shared__ int total[2];
  const int warp = threadIdx.x / 32;
  if (threadIdx.x % 32 == 0) {
    total[warp] = counters[warp];
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    *out = total[0] + total[1];
  }
  __syncthreads();
  if (threadIdx.x == 32) {
    total[1] = 0;
  }
}

//# launch 1x33
//# init counters[2] = {1, 2}
//# forall (out = 3)

//# test sppark-sort
//# kernel sort
//# expect ptx: Sometimes
//# expect hrf-indirect-relaxed: racy

//# test sppark-sort-fixed
//# kernel sort_fixed
//# expect ptx, hrf-indirect-relaxed: Always
//# expect hrf-indirect-relaxed: race-free
