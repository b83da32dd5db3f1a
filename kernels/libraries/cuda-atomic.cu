// cuda::atomic<T, scope>, cuda::atomic_ref<T, scope> and cuda::atomic_thread_fence in every order and at every scope: message
// passing by release and acquire, store buffering by seq_cst.

#include <cuda/atomic>

constexpr cuda::memory_order kRelaxed = cuda::memory_order_relaxed;
constexpr cuda::memory_order kAcquire = cuda::memory_order_acquire;
constexpr cuda::memory_order kRelease = cuda::memory_order_release;
constexpr cuda::memory_order kAcqRel = cuda::memory_order_acq_rel;
constexpr cuda::memory_order kSeqCst = cuda::memory_order_seq_cst;

template <class T, cuda::thread_scope SCOPE>
__device__ cuda::atomic<T, SCOPE> flag(0);
template <class T, cuda::thread_scope SCOPE>
__device__ cuda::atomic<T, SCOPE> other(0);

__device__ int word = 0, data = 7, result = 42, seen[2];

// The reader sees the flag, and then the data.
template <class T, cuda::thread_scope SCOPE, cuda::memory_order STORE, cuda::memory_order LOAD>
__global__ void publish() {
  if (blockIdx.x == 0) {
    data = 42;
    flag<T, SCOPE>.store(1, STORE);
  } else if (flag<T, SCOPE>.load(LOAD) == 1) {
    result = data;
  }
}

// The same with updates.
template <class T, cuda::thread_scope SCOPE, cuda::memory_order WRITER, cuda::memory_order READER>
__global__ void publish_by_update() {
  if (blockIdx.x == 0) {
    data = 42;
    flag<T, SCOPE>.exchange(1, WRITER);
  } else if (flag<T, SCOPE>.fetch_add(2, READER) == 1) {
    result = data;
  }
}

// With a compare-exchange.
template <cuda::thread_scope SCOPE, cuda::memory_order SUCCESS, cuda::memory_order FAILURE>
__global__ void publish_by_compare() {
  if (blockIdx.x == 0) {
    data = 42;
    flag<int, SCOPE>.store(1, kRelease);
  } else {
    int expected = 1;
    if (flag<int, SCOPE>.compare_exchange_strong(expected, 2, SUCCESS, FAILURE)) {
      result = data;
    }
  }
}

// The flag is an int, which the reference makes atomic.
template <cuda::thread_scope SCOPE, cuda::memory_order STORE, cuda::memory_order LOAD>
__global__ void publish_by_reference() {
  cuda::atomic_ref<int, SCOPE> reference(word);
  if (blockIdx.x == 0) {
    data = 42;
    reference.store(1, STORE);
  } else if (reference.load(LOAD) == 1) {
    result = data;
  }
}

// The order is that of fences.
template <cuda::thread_scope SCOPE, cuda::memory_order BEFORE, cuda::memory_order AFTER>
__global__ void publish_by_fences() {
  if (blockIdx.x == 0) {
    data = 42;
    cuda::atomic_thread_fence(BEFORE, SCOPE);
    flag<int, SCOPE>.store(1, kRelaxed);
  } else if (flag<int, SCOPE>.load(kRelaxed) == 1) {
    cuda::atomic_thread_fence(AFTER, SCOPE);
    result = data;
  }
}

// At least one block sees what the other one has stored.
template <cuda::thread_scope SCOPE, cuda::memory_order STORE, cuda::memory_order LOAD>
__global__ void buffer_stores() {
  if (blockIdx.x == 0) {
    flag<int, SCOPE>.store(1, STORE);
    seen[0] = other<int, SCOPE>.load(LOAD);
  } else {
    other<int, SCOPE>.store(1, STORE);
    seen[1] = flag<int, SCOPE>.load(LOAD);
  }
}

// A reader that waits by wait() for what notify_one() reports.
template <cuda::thread_scope SCOPE, cuda::memory_order ORDER>
__global__ void publish_and_notify() {
  if (blockIdx.x == 0) {
    data = 42;
    flag<int, SCOPE>.store(1, kRelease);
    flag<int, SCOPE>.notify_one();
  } else {
    flag<int, SCOPE>.wait(0, ORDER);
    result = data;
  }
}

//# launch 2x1
//# forall (result = 42)

//# test publish-device
//# kernel publish<int, cuda::thread_scope_device, kRelease, kAcquire>
//# expect ptx: Always
//# expect hrf-indirect-relaxed: race-free

//# test publish-system
//# kernel publish<int, cuda::thread_scope_system, kRelease, kAcquire>
//# expect ptx: Always
//# expect hrf-indirect-relaxed: race-free

//# test publish-seq-cst
//# kernel publish<int, cuda::thread_scope_device, kSeqCst, kSeqCst>
//# expect ptx: Always
//# expect hrf-indirect-relaxed: race-free

//# test publish-64-bits
//# kernel publish<long long, cuda::thread_scope_device, kRelease, kAcquire>
//# expect ptx: Always
//# expect hrf-indirect-relaxed: race-free

//# test publish-8-bits
//# kernel publish<unsigned char, cuda::thread_scope_device, kRelease, kAcquire>
//# expect ptx: Always
//# expect hrf-indirect-relaxed: race-free

//# test publish-relaxed-store
//# kernel publish<int, cuda::thread_scope_device, kRelaxed, kAcquire>
//# expect ptx: Sometimes
//# expect hrf-indirect-relaxed: racy

//# test publish-relaxed-load
//# kernel publish<int, cuda::thread_scope_device, kRelease, kRelaxed>
//# expect ptx: Sometimes
//# expect hrf-indirect-relaxed: racy

//# test publish-block
//# kernel publish<int, cuda::thread_scope_block, kRelease, kAcquire>
//# expect ptx: Sometimes
//# expect hrf-indirect-relaxed: racy

//# test update-device
//# kernel publish_by_update<int, cuda::thread_scope_device, kAcqRel, kAcqRel>
//# expect ptx: Always
//# expect hrf-indirect-relaxed: race-free

//# test update-one-sided
//# kernel publish_by_update<int, cuda::thread_scope_device, kRelease, kAcquire>
//# expect ptx: Always
//# expect hrf-indirect-relaxed: race-free

//# test update-seq-cst
//# kernel publish_by_update<int, cuda::thread_scope_device, kSeqCst, kSeqCst>
//# expect ptx: Always
//# expect hrf-indirect-relaxed: race-free

//# test update-wrong-sides
//# kernel publish_by_update<int, cuda::thread_scope_device, kAcquire, kRelease>
//# expect ptx: Sometimes
//# expect hrf-indirect-relaxed: racy

//# test update-8-bits
//# kernel publish_by_update<unsigned char, cuda::thread_scope_device, kAcqRel, kAcqRel>
//# expect ptx: Always
//# expect hrf-indirect-relaxed: race-free

//# test compare-device
//# kernel publish_by_compare<cuda::thread_scope_device, kAcquire, kRelaxed>
//# expect ptx: Always
//# expect hrf-indirect-relaxed: race-free

//# test compare-relaxed
//# kernel publish_by_compare<cuda::thread_scope_device, kRelaxed, kRelaxed>
//# expect ptx: Sometimes
//# expect hrf-indirect-relaxed: racy

//# test reference-device
//# kernel publish_by_reference<cuda::thread_scope_device, kRelease, kAcquire>
//# expect ptx: Always
//# expect hrf-indirect-relaxed: race-free

//# test reference-block
//# kernel publish_by_reference<cuda::thread_scope_block, kRelease, kAcquire>
//# expect ptx: Sometimes
//# expect hrf-indirect-relaxed: racy

//# test fences-device
//# kernel publish_by_fences<cuda::thread_scope_device, kRelease, kAcquire>
//# expect ptx: Always
//# expect hrf-indirect-relaxed: race-free

//# test fences-block
//# kernel publish_by_fences<cuda::thread_scope_block, kRelease, kAcquire>
//# expect ptx: Sometimes
//# expect hrf-indirect-relaxed: racy

//# test store-buffering
//# kernel buffer_stores<cuda::thread_scope_device, kSeqCst, kSeqCst>
//# forall (~(seen[0] = 0 /\ seen[1] = 0))
//# expect ptx: Always
//# expect hrf-indirect-relaxed: race-free, Sometimes

// Release and acquire order no store before a later load.
//# test store-buffering-release-acquire
//# kernel buffer_stores<cuda::thread_scope_device, kRelease, kAcquire>
//# forall (~(seen[0] = 0 /\ seen[1] = 0))
//# expect ptx: Sometimes

//# test store-buffering-block
//# kernel buffer_stores<cuda::thread_scope_block, kSeqCst, kSeqCst>
//# forall (~(seen[0] = 0 /\ seen[1] = 0))
//# expect ptx: Sometimes
//# expect hrf-indirect-relaxed: racy

//# test notify
//# kernel publish_and_notify<cuda::thread_scope_device, kAcquire>
//# expect ptx: Always
//# expect hrf-indirect-relaxed: race-free

//# test notify-relaxed
//# kernel publish_and_notify<cuda::thread_scope_device, kRelaxed>
//# expect ptx: Sometimes
//# expect hrf-indirect-relaxed: racy
