// message-passing.cl in CUDA C++: the first block hands a value to the second one.

#include <cuda/atomic>

__global__ void publish(int* data, cuda::atomic<int, cuda::thread_scope_device>* flag, int* result) {
  if (blockIdx.x == 0) {
    *data = 42;
    flag->store(1, cuda::memory_order_release);
  } else if (flag->load(cuda::memory_order_acquire) == 1) {
    *result = *data;
  }
}

// The same at a scope that contains only one of the two.
__global__ void publish_to_own_block(int* data, int* flag, int* result) {
  cuda::atomic_ref<int, cuda::thread_scope_block> ready(*flag);
  if (blockIdx.x == 0) {
    *data = 42;
    ready.store(1, cuda::memory_order_release);
  } else if (ready.load(cuda::memory_order_acquire) == 1) {
    *result = *data;
  }
}

// As it was written before there were scoped atomics: a volatile flag and fences.
__global__ void publish_volatile(int* data, volatile int* flag, int* result) {
  if (blockIdx.x == 0) {
    *data = 42;
    __threadfence();
    *flag = 1;
  } else if (*flag == 1) {
    __threadfence();
    *result = *data;
  }
}

// A volatile access orders nothing by itself.
__global__ void publish_without_fence(int* data, volatile int* flag, int* result) {
  if (blockIdx.x == 0) {
    *data = 42;
    *flag = 1;
  } else if (*flag == 1) {
    *result = *data;
  }
}

//# launch 2x1
//# init data = 7; result = 42
//# forall (result = 42)

//# test publish-device
//# kernel publish

//# test publish-block
//# kernel publish_to_own_block

//# test publish-volatile
//# kernel publish_volatile

//# test publish-without-fence
//# kernel publish_without_fence
