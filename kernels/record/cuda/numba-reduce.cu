// numba/numba pull request 6127 (2020), ORNL/HeCBench issue 91 (2024) and many others: the last steps of a reduction, within a
// warp, relied on lanes that run in step, which no GPU promises since Volta. As repaired: __syncwarp between the steps.

__global__ void reduce(const int* in, int* out) {
  __shared__ int part[4];
  const int lane = threadIdx.x;
  part[lane] = in[lane];
  __syncthreads();
  if (lane < 2) {
    part[lane] += part[lane + 2];  // guilty
  }
  if (lane < 1) {
    part[lane] += part[lane + 1];  // guilty
    *out = part[0];
  }
}

__global__ void reduce_fixed(const int* in, int* out) {
  __shared__ int part[4];
  const int lane = threadIdx.x;
  part[lane] = in[lane];
  __syncthreads();
  if (lane < 2) {
    part[lane] += part[lane + 2];
  }
  __syncwarp();
  if (lane < 1) {
    part[lane] += part[lane + 1];
    *out = part[0];
  }
}

//# launch 1x4
//# init in[4] = {1, 2, 3, 4}
//# forall (out = 10)

//# test numba-reduce
//# kernel reduce
//# expect ptx: Sometimes
//# expect hrf-indirect-relaxed: racy

//# test numba-reduce-fixed
//# kernel reduce_fixed
//# expect ptx, hrf-indirect-relaxed: Always
//# expect hrf-indirect-relaxed: race-free
