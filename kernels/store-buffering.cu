// Two blocks store and then load what the other one stores. At least one of them must see the other's store, if all
// four operations are sequentially consistent at the scope of the device.

#include <cuda/atomic>

__global__ void exchange_flags(int* x, int* y, int* seen) {
  int* mine = blockIdx.x == 0 ? x : y;
  int* other = blockIdx.x == 0 ? y : x;
  cuda::atomic_ref<int, cuda::thread_scope_device>(*mine).store(1);
  seen[blockIdx.x] = cuda::atomic_ref<int, cuda::thread_scope_device>(*other).load();
}

__global__ void exchange_flags_acquire_release(int* x, int* y, int* seen) {
  int* mine = blockIdx.x == 0 ? x : y;
  int* other = blockIdx.x == 0 ? y : x;
  cuda::atomic_ref<int, cuda::thread_scope_device>(*mine).store(1, cuda::memory_order_release);
  seen[blockIdx.x] = cuda::atomic_ref<int, cuda::thread_scope_device>(*other).load(cuda::memory_order_acquire);
}

//# launch 2x1
//# init seen[2]
//# exists (seen[0] = 0 /\ seen[1] = 0)

//# test store-buffering
//# kernel exchange_flags

//# test store-buffering-acquire-release
//# kernel exchange_flags_acquire_release
