// last-block.cl in CUDA C++: each block adds up its part, and the last one to arrive adds up the parts
// (thread-fence-reduction.cu has the same with fences, as the sample of CUDA).

#include <cuda/atomic>

// Who arrives releases its part, and acquires those of all who came before.
template <cuda::thread_scope SCOPE, cuda::memory_order ORDER>
__global__ void sum(const int* in, int* partial, unsigned* arrived, int* out) {
  __shared__ int part[2];
  __shared__ unsigned place;
  const int item = threadIdx.x;
  part[item] = in[blockIdx.x * blockDim.x + item];
  __syncthreads();
  if (item == 0) {
    partial[blockIdx.x] = part[0] + part[1];
    place = cuda::atomic_ref<unsigned, SCOPE>(*arrived).fetch_add(1, ORDER);
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
//# kernel sum<cuda::thread_scope_device, cuda::memory_order_acq_rel>

// The count alone orders nothing.
//# test last-block-relaxed
//# kernel sum<cuda::thread_scope_device, cuda::memory_order_relaxed>

// At the scope of the block it orders nothing between blocks.
//# test last-block-block
//# kernel sum<cuda::thread_scope_block, cuda::memory_order_acq_rel>
