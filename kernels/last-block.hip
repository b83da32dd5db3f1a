// last-block.cl in HIP, with fences: each block adds up its part, and the last one to arrive adds up the parts.

#include <hip/hip_runtime.h>

enum Fences { BOTH, BEFORE, NONE };

template <Fences FENCES>
__global__ void sum(const int* in, int* partial, unsigned* arrived, int* out) {
  __shared__ int part[2];
  __shared__ unsigned place;
  const int item = threadIdx.x;
  part[item] = in[blockIdx.x * blockDim.x + item];
  __syncthreads();
  if (item == 0) {
    partial[blockIdx.x] = part[0] + part[1];
    if (FENCES != NONE) {
      __threadfence();
    }
    place = atomicAdd(arrived, 1u);
    if (FENCES == BOTH) {
      __threadfence();
    }
  }
  __syncthreads();
  if (place == gridDim.x - 1 && item == 0) {
    *out = partial[0] + partial[1];
  }
}

//# launch 2x2
//# init in[4] = {1, 2, 3, 4}; partial[2]
//# forall (out = 10)
//# terminates unfair=Y hsa=Y obe=Y fair=Y

//# test last-block
//# kernel sum<BOTH>

// The last block may read what was there before, for no fence stands behind its arrival: the sample of CUDA has it so.
//# test last-block-one-fence
//# kernel sum<BEFORE>

// The count alone orders nothing.
//# test last-block-without-fences
//# kernel sum<NONE>
