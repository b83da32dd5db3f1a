// alicevision/popsift pull request 82 (2020): a histogram in shared memory is cleared by its threads, which go on to add to it,
// without a barrier between. Found by racecheck.

__global__ void orientation(const int* bin, int* out) {
  __shared__ int hist[2];
  const int tid = threadIdx.x;
  hist[tid] = 0;                 // guilty
  atomicAdd(&hist[bin[tid]], 1);  // guilty
  __syncthreads();
  out[tid] = hist[tid];
}

__global__ void orientation_fixed(const int* bin, int* out) {
  __shared__ int hist[2];
  const int tid = threadIdx.x;
  hist[tid] = 0;
  __syncthreads();
  atomicAdd(&hist[bin[tid]], 1);
  __syncthreads();
  out[tid] = hist[tid];
}

//# launch 1x2
//# init bin[2] = {1, 0}; out[2]
//# forall (out[0] = 1 /\ out[1] = 1)

//# test popsift-orientation
//# kernel orientation
//# expect ptx: Sometimes
//# expect hrf-indirect-relaxed: racy

//# test popsift-orientation-fixed
//# kernel orientation_fixed
//# expect ptx, hrf-indirect-relaxed: Always
//# expect hrf-indirect-relaxed: race-free
