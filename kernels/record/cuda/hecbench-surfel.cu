// ORNL/HeCBench issue 253 (2026): a block loads tiles into shared memory one after the other, with a barrier behind the loads and
// none behind the reads. With one tile nothing is wrong; with two, the second overwrites what slow threads still read.

__global__ void render(const int* surfels, int* image) {
  __shared__ int tile[2];
  const int tid = threadIdx.x;
  int sum = 0;
  for (int start = 0; start < 4; start += 2) {
    tile[tid] = surfels[start + tid];  // guilty
    __syncthreads();
    for (int i = 0; i < 2; ++i) {
      sum += tile[i];  // guilty
    }
  }
  image[tid] = sum;
}

__global__ void render_fixed(const int* surfels, int* image) {
  __shared__ int tile[2];
  const int tid = threadIdx.x;
  int sum = 0;
  for (int start = 0; start < 4; start += 2) {
    tile[tid] = surfels[start + tid];
    __syncthreads();
    for (int i = 0; i < 2; ++i) {
      sum += tile[i];
    }
    __syncthreads();
  }
  image[tid] = sum;
}

//# launch 1x2
//# init surfels[4] = {1, 2, 10, 20}; image[2]
//# forall (image[0] = 33 /\ image[1] = 33)

//# test hecbench-surfel
//# kernel render
//# expect ptx: Sometimes
//# expect hrf-indirect-relaxed: racy

//# test hecbench-surfel-fixed
//# kernel render_fixed
//# expect ptx, hrf-indirect-relaxed: Always
//# expect hrf-indirect-relaxed: race-free
