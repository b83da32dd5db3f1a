// tile-ai/tilelang issue 1026 (2025): a compiler puts __syncthreads into a branch that only even lanes take, and the kernel is
// reported to hang. Odd lanes have nothing else to do and end, so that in CUDA's terms nobody waits for them; but what they have
// stored before they ended is ordered with nothing. Where they go on to a barrier of their own, the two halves meet at different
// barriers, and what comes behind races. The barrier belongs before the branch.

__global__ void exchange(int* x) {
  __shared__ int part[4];
  const int tid = threadIdx.x;
  part[tid] = x[tid];  // guilty
  if (tid % 2 == 0) {
    const int mine = part[tid];
    __syncthreads();  // guilty
    part[tid ^ 1] = mine;
  }
}

__global__ void exchange_later(int* x) {
  __shared__ int part[4];
  const int tid = threadIdx.x;
  part[tid] = x[tid];
  if (tid % 2 == 0) {
    const int mine = part[tid];
    __syncthreads();
    part[tid ^ 1] = mine;
  }
  __syncthreads();
  x[tid] = part[tid];
}

__global__ void exchange_fixed(int* x) {
  __shared__ int part[4];
  const int tid = threadIdx.x;
  part[tid] = x[tid];
  __syncthreads();
  if (tid % 2 == 0) {
    const int mine = part[tid];
    part[tid ^ 1] = mine;
  }
  __syncthreads();
  x[tid] = part[tid];
}

//# launch 1x4
//# init x[4] = {1, 2, 3, 4}
//# locations [x;]

//# test tilelang-divergent
//# kernel exchange
//# expect hrf-indirect-relaxed: racy
//# terminates obe=Y

//# test tilelang-divergent-later
//# kernel exchange_later
//# expect hrf-indirect-relaxed: racy

//# test tilelang-divergent-fixed
//# kernel exchange_fixed
//# expect hrf-indirect-relaxed: race-free
//# terminates obe=Y
