// cuda::counting_semaphore<scope, max>, cuda::binary_semaphore<scope>: acquire() has what came before the release() that let it
// through; a binary one, and a counting one with a count of one, is a lock.

#include <cuda/semaphore>

template <class SEMAPHORE>
__device__ SEMAPHORE full(0);
template <class SEMAPHORE>
__device__ SEMAPHORE mutex(1);

__device__ int data = 7, result = 42, sum = 0;

// One block hands a value to another.
template <class SEMAPHORE>
__global__ void hand_over() {
  if (blockIdx.x == 0) {
    data = 1;
    full<SEMAPHORE>.release();
  } else {
    full<SEMAPHORE>.acquire();
    result = data;
  }
}

// Without waiting: whoever gets through has the value.
template <class SEMAPHORE>
__global__ void hand_over_or_not() {
  if (blockIdx.x == 0) {
    data = 42;
    full<SEMAPHORE>.release();
  } else if (full<SEMAPHORE>.try_acquire()) {
    result = data;
  }
}

// Two blocks add to a sum, one after the other.
template <class SEMAPHORE, bool RELEASES_FIRST>
__global__ void add() {
  mutex<SEMAPHORE>.acquire();
  if (RELEASES_FIRST) {
    mutex<SEMAPHORE>.release();
    sum += 1;
  } else {
    sum += 1;
    mutex<SEMAPHORE>.release();
  }
}

using Counting = cuda::counting_semaphore<cuda::thread_scope_device>;
using Binary = cuda::binary_semaphore<cuda::thread_scope_device>;
using CountingOfBlock = cuda::counting_semaphore<cuda::thread_scope_block>;
using BinaryOfBlock = cuda::binary_semaphore<cuda::thread_scope_block>;

//# launch 2x1

//# test counting-hand-over
//# kernel hand_over<Counting>
//# forall (result = 1)
//# expect ptx: Always
//# expect hrf-indirect-relaxed: race-free

//# test counting-try
//# kernel hand_over_or_not<Counting>
//# forall (result = 42)
//# expect ptx: Always
//# expect hrf-indirect-relaxed: race-free

//# test counting-lock
//# kernel add<Counting, false>
//# forall (sum = 2)
//# terminates hsa=N cuda=Y cuda-cooperative=Y
//# expect ptx: Always
//# expect hrf-indirect-relaxed: race-free

//# test binary-hand-over
//# kernel hand_over<Binary>
//# forall (result = 1)
//# terminates hsa=Y cuda=N cuda-cooperative=Y
//# expect ptx: Always
//# expect hrf-indirect-relaxed: race-free

//# test binary-lock
//# kernel add<Binary, false>
//# forall (sum = 2)
//# terminates hsa=N cuda=Y cuda-cooperative=Y
//# expect ptx: Always
//# expect hrf-indirect-relaxed: race-free

//# test counting-hand-over-block
//# kernel hand_over<CountingOfBlock>
//# forall (result = 1)
//# expect ptx: Sometimes
//# expect hrf-indirect-relaxed: racy

//# test binary-lock-block
//# kernel add<BinaryOfBlock, false>
//# forall (sum = 2)
//# expect ptx: Sometimes
//# expect hrf-indirect-relaxed: racy

// The sum is no longer protected.
//# test binary-lock-released-first
//# kernel add<Binary, true>
//# forall (sum = 2)
//# expect ptx: Sometimes
//# expect hrf-indirect-relaxed: racy
