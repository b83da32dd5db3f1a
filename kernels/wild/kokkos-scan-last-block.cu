// kokkos/kokkos pull request 2666 and issue 2681 (2020), in CUDA C++: the last block to arrive combines the results of
// all. The __threadfence between a block's result and its arrival was missing; very rarely, a scan was wrong.

__device__ bool arrive_last(unsigned* arrived) {
  return atomicAdd(arrived, 1u) == gridDim.x - 1;
}

__global__ void reduce(int* partial, unsigned* arrived, int* total) {
  partial[blockIdx.x] = blockIdx.x + 1;
  if (arrive_last(arrived)) {
    *total = partial[0] + partial[1];
  }
}

__global__ void reduce_fixed(int* partial, unsigned* arrived, int* total) {
  partial[blockIdx.x] = blockIdx.x + 1;
  __threadfence();
  const bool last = arrive_last(arrived);
  __threadfence();
  if (last) {
    *total = partial[0] + partial[1];
  }
}

// A fence of the producers alone is not enough for the model: the last block's loads may be early.
__global__ void reduce_half_fixed(int* partial, unsigned* arrived, int* total) {
  partial[blockIdx.x] = blockIdx.x + 1;
  __threadfence();
  if (arrive_last(arrived)) {
    *total = partial[0] + partial[1];
  }
}

//# launch 2x1
//# init partial[2]
//# forall (total = 3)

//# test kokkos-scan-last-block
//# kernel reduce

//# test kokkos-scan-last-block-fixed
//# kernel reduce_fixed

//# test kokkos-scan-last-block-half-fixed
//# kernel reduce_half_fixed
