// arrayfire/arrayfire issue 625, pull request 633 (2015): a reduction in shared memory had no barrier between the halves that
// a thread writes and those that others read. The barrier that was proposed stands in a branch that not all threads take; a
// maintainer refused that: it has to stand outside.

__global__ void reduce(const int* in, int* out) {
  __shared__ int part[4];
  const int tid = threadIdx.x;
  part[tid] = in[tid];
  __syncthreads();
  if (tid < 2) {
    part[tid] += part[tid + 2];  // guilty
  }
  if (tid < 1) {
    part[tid] += part[tid + 1];  // guilty
  }
  if (tid == 0) {
    *out = part[0];
  }
}

__global__ void reduce_branch(const int* in, int* out) {
  __shared__ int part[4];
  const int tid = threadIdx.x;
  part[tid] = in[tid];
  __syncthreads();
  if (tid < 2) {
    part[tid] += part[tid + 2];
    __syncthreads();
  }
  if (tid < 1) {
    part[tid] += part[tid + 1];
  }
  __syncthreads();
  if (tid == 0) {
    *out = part[0];
  }
}

__global__ void reduce_fixed(const int* in, int* out) {
  __shared__ int part[4];
  const int tid = threadIdx.x;
  part[tid] = in[tid];
  __syncthreads();
  if (tid < 2) {
    part[tid] += part[tid + 2];
  }
  __syncthreads();
  if (tid < 1) {
    part[tid] += part[tid + 1];
  }
  if (tid == 0) {
    *out = part[0];
  }
}

//# launch 1x4
//# init in[4] = {1, 2, 3, 4}
//# forall (out = 10)

//# test arrayfire-reduce
//# kernel reduce
//# expect ptx: Sometimes
//# expect hrf-indirect-relaxed: racy

//# test arrayfire-reduce-branch
//# kernel reduce_branch
//# expect ptx, hrf-indirect-relaxed: Always

//# test arrayfire-reduce-fixed
//# kernel reduce_fixed
//# expect ptx, hrf-indirect-relaxed: Always
//# expect hrf-indirect-relaxed: race-free
