// pytorch/pytorch pull request 128455 (2024): the last block of a reduction in two stages reads the partial results of all.
// There was a fence before the count, and none behind it: rare wrong sums on machines of eight GPUs.

__device__ bool mark_finished(int* arrived) {
  __shared__ bool last;
  __syncthreads();
  if (threadIdx.x == 0) {
    last = atomicAdd(arrived, 1) == gridDim.x - 1;
  }
  __syncthreads();
  return last;
}

__global__ void reduce(int* staging, int* arrived, int* total) {
  staging[blockIdx.x] = 1 + blockIdx.x;
  __threadfence();
  const bool last = mark_finished(arrived);
  if (last) {  // guilty
    *total = staging[0] + staging[1];  // guilty
  }
}

__global__ void reduce_fixed(int* staging, int* arrived, int* total) {
  staging[blockIdx.x] = 1 + blockIdx.x;
  __threadfence();
  const bool last = mark_finished(arrived);
  if (last) {
    __threadfence();
    *total = staging[0] + staging[1];
  }
}

//# launch 2x1
//# init staging[2]; arrived = 0
//# forall (total = 3)

//# test pytorch-reduce
//# kernel reduce
//# expect ptx: Sometimes
//# expect hrf-indirect-relaxed: racy

//# test pytorch-reduce-fixed
//# kernel reduce_fixed
//# expect ptx, hrf-indirect-relaxed: Always
//# expect hrf-indirect-relaxed: race-free
