// seqlock.cl in CUDA C++: readers try again when the version has changed while they read, or is odd.

#include <cuda/atomic>

using Version = cuda::atomic<unsigned, cuda::thread_scope_device>;
using Data = cuda::atomic<int, cuda::thread_scope_device>;

__device__ void write(Version& version, Data* data) {
  version.store(1, cuda::memory_order_relaxed);
  cuda::atomic_thread_fence(cuda::memory_order_release, cuda::thread_scope_device);
  data[0].store(5, cuda::memory_order_relaxed);
  data[1].store(5, cuda::memory_order_relaxed);
  version.store(2, cuda::memory_order_release);
}

// What was read is both parts of one version. Without the fence the version may be read before the data.
template <bool FENCE>
__global__ void both(Version* version, Data* data, int* seen) {
  if (blockIdx.x == 0) {
    write(*version, data);
  } else {
    unsigned before;
    unsigned after;
    int first;
    int second;
    do {
      before = version->load(cuda::memory_order_acquire);
      first = data[0].load(cuda::memory_order_relaxed);
      second = data[1].load(cuda::memory_order_relaxed);
      if constexpr (FENCE) {
        cuda::atomic_thread_fence(cuda::memory_order_acquire, cuda::thread_scope_device);
      }
      after = version->load(cuda::memory_order_relaxed);
    } while (before != after || before % 2 == 1);
    seen[0] = first;
    seen[1] = second;
  }
}

// Ordinary data race with the writer, even where the reader throws away what it has read.
__global__ void ordinary_data(Version* version, int* data, int* seen) {
  if (blockIdx.x == 0) {
    version->store(1, cuda::memory_order_relaxed);
    cuda::atomic_thread_fence(cuda::memory_order_release, cuda::thread_scope_device);
    data[0] = 5;
    data[1] = 5;
    version->store(2, cuda::memory_order_release);
  } else {
    const unsigned before = version->load(cuda::memory_order_acquire);
    const int first = data[0];
    const int second = data[1];
    cuda::atomic_thread_fence(cuda::memory_order_acquire, cuda::thread_scope_device);
    if (version->load(cuda::memory_order_relaxed) == before && before % 2 == 0) {
      seen[0] = first;
      seen[1] = second;
    }
  }
}

//# launch 2x1
//# init data[2]; seen[2]
//# forall (seen[0] = 0 /\ seen[1] = 0 \/ seen[0] = 5 /\ seen[1] = 5)

//# test seqlock
//# kernel both<true>
//# terminates unfair=N hsa=Y obe=Y fair=Y

//# test seqlock-unfenced
//# kernel both<false>
//# terminates unfair=N hsa=Y obe=Y fair=Y

//# test seqlock-ordinary
//# kernel ordinary_data
//# terminates unfair=Y hsa=Y obe=Y fair=Y
