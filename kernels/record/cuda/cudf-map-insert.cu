// NVIDIA/cudf issue 9317 (2021), NVIDIA/cuCollections pull request 546 (2024): a map takes a slot by a compare-and-swap of its
// key and stores the value after that. Another thread with the same key finds the key, and uses a value that is not there yet.
// cudf left it as it was; cuCollections waits until there is a value.

#include <cuda/atomic>

using Word = cuda::atomic_ref<int, cuda::thread_scope_device>;

__global__ void insert_or_add(int* key, int* value) {
  int expected = 0;
  if (Word(*key).compare_exchange_strong(expected, 7, cuda::memory_order_relaxed)) {
    Word(*value).store(10, cuda::memory_order_relaxed);  // guilty
  } else {
    Word(*value).fetch_add(1, cuda::memory_order_relaxed);  // guilty
  }
}

__global__ void insert_or_add_fixed(int* key, int* value) {
  int expected = 0;
  if (Word(*key).compare_exchange_strong(expected, 7, cuda::memory_order_relaxed)) {
    Word(*value).store(10, cuda::memory_order_relaxed);
  } else {
    while (Word(*value).load(cuda::memory_order_relaxed) == 0) {
    }
    Word(*value).fetch_add(1, cuda::memory_order_relaxed);
  }
}

//# launch 2x1
//# init key = 0; value = 0
//# forall (value = 11)

//# test cudf-map-insert
//# kernel insert_or_add
//# expect ptx: Sometimes
//# expect hrf-indirect-relaxed: race-free, Sometimes

//# test cudf-map-insert-fixed
//# kernel insert_or_add_fixed
//# expect ptx, hrf-indirect-relaxed: Always
//# expect hrf-indirect-relaxed: race-free
