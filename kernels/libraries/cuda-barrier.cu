// cuda::barrier<scope>: what comes before arrive() is there for whoever comes back from wait() of that phase. In shared memory and
// at the scope of the block it is a barrier object of the hardware (mbarrier), else a word that is counted up.

#include <cuda/atomic>
#include <cuda/barrier>

__device__ int x[2], y[2];

enum class Use { ARRIVE_AND_WAIT, ARRIVE_WAIT, PARITY, TWICE, DROP, NOT_AWAITED, INIT_NOT_AWAITED };

template <Use USE, class BARRIER>
__device__ void exchange(BARRIER& barrier, int me) {
  x[me] = me + 1;
  if constexpr (USE == Use::ARRIVE_AND_WAIT || USE == Use::TWICE || USE == Use::INIT_NOT_AWAITED) {
    barrier.arrive_and_wait();
  } else if constexpr (USE == Use::ARRIVE_WAIT) {
    barrier.wait(barrier.arrive());
  } else if constexpr (USE == Use::PARITY) {
    (void)barrier.arrive();
    barrier.wait_parity(false);
  } else if constexpr (USE == Use::DROP) {
    // The first one only arrives, and is not waited for again.
    if (me == 0) {
      barrier.arrive_and_drop();
      return;
    }
    barrier.arrive_and_wait();
    barrier.arrive_and_wait();
  } else {
    (void)barrier.arrive();
  }
  y[me] = x[1 - me];
  if constexpr (USE == Use::TWICE) {
    barrier.arrive_and_wait();
    x[1 - me] = 0;
  }
}

template <Use USE>
__global__ void within_block() {
  using Barrier = cuda::barrier<cuda::thread_scope_block>;
  __shared__ alignas(Barrier) char memory[sizeof(Barrier)];
  Barrier& barrier = reinterpret_cast<Barrier&>(memory);
  if (threadIdx.x == 0) {
    init(&barrier, 2);
  }
  if (USE != Use::INIT_NOT_AWAITED) {
    __syncthreads();
  }
  exchange<USE>(barrier, threadIdx.x);
}

__device__ alignas(16) char memory[16];
__device__ cuda::atomic<int, cuda::thread_scope_device> ready(0);

// Which block makes the barrier has nothing to do with its scope.
template <cuda::thread_scope SCOPE, Use USE>
__global__ void across_blocks() {
  using Barrier = cuda::barrier<SCOPE>;
  static_assert(sizeof(Barrier) <= sizeof(memory));
  Barrier& barrier = reinterpret_cast<Barrier&>(memory);
  if (blockIdx.x == 0) {
    init(&barrier, 2);
    ready.store(1, cuda::memory_order_release);
  } else {
    while (ready.load(cuda::memory_order_acquire) == 0) {
    }
  }
  exchange<USE>(barrier, blockIdx.x);
}

// What the last one to arrive does before anybody continues.
__device__ int calls = 0;
struct Completion {
  __device__ void operator()() noexcept {
    calls += 1;
    x[0] += 10;
    x[1] += 10;
  }
};

template <cuda::thread_scope SCOPE>
__global__ void with_completion() {
  using Barrier = cuda::barrier<SCOPE, Completion>;
  __shared__ alignas(Barrier) char memory[sizeof(Barrier)];
  Barrier& barrier = reinterpret_cast<Barrier&>(memory);
  if (threadIdx.x == 0) {
    init(&barrier, 2, Completion());
  }
  __syncthreads();
  exchange<Use::ARRIVE_AND_WAIT>(barrier, threadIdx.x);
}

//# forall (y[0] = 2 /\ y[1] = 1)

//# test barrier-shared
//# launch 1x2
//# kernel within_block<Use::ARRIVE_AND_WAIT>
//# terminates hsa=N cuda=Y cuda-cooperative=Y
//# expect ptx: Always
//# expect hrf-indirect-relaxed: race-free

//# test barrier-shared-arrive-wait
//# launch 1x2
//# kernel within_block<Use::ARRIVE_WAIT>
//# expect ptx: Always
//# expect hrf-indirect-relaxed: race-free

//# test barrier-shared-parity
//# launch 1x2
//# kernel within_block<Use::PARITY>
//# expect ptx: Always
//# expect hrf-indirect-relaxed: race-free

//# test barrier-shared-twice
//# launch 1x2
//# kernel within_block<Use::TWICE>
//# forall (y[0] = 2 /\ y[1] = 1 /\ x[0] = 0 /\ x[1] = 0)
//# expect ptx: Always
//# expect hrf-indirect-relaxed: race-free

//# test barrier-shared-drop
//# launch 1x2
//# kernel within_block<Use::DROP>
//# forall (y[1] = 1)
//# expect ptx: Always
//# expect hrf-indirect-relaxed: race-free

//# test barrier-completion
//# launch 1x2
//# kernel with_completion<cuda::thread_scope_device>
//# forall (y[0] = 12 /\ y[1] = 11 /\ calls = 1)
//# expect ptx: Always
//# expect hrf-indirect-relaxed: race-free

// A mistake in the source that is none in what it is compiled to: PTX has no scope of a thread, and the library takes that of the
// block.
//# test barrier-completion-thread
//# launch 1x2
//# kernel with_completion<cuda::thread_scope_thread>
//# forall (y[0] = 12 /\ y[1] = 11 /\ calls = 1)
//# expect ptx: Always
//# expect hrf-indirect-relaxed: race-free

//# test barrier-shared-not-awaited
//# launch 1x2
//# kernel within_block<Use::NOT_AWAITED>
//# expect ptx: Sometimes
//# expect hrf-indirect-relaxed: racy

// The barrier is used before it is known to be initialized.
//# test barrier-shared-init-not-awaited
//# launch 1x2
//# kernel within_block<Use::INIT_NOT_AWAITED>
//# expect hrf-indirect-relaxed: racy

//# test barrier-device
//# launch 2x1
//# kernel across_blocks<cuda::thread_scope_device, Use::ARRIVE_AND_WAIT>
//# terminates hsa=N cuda=N cuda-cooperative=Y
//# expect ptx: Always
//# expect hrf-indirect-relaxed: race-free

//# test barrier-device-parity
//# launch 2x1
//# kernel across_blocks<cuda::thread_scope_device, Use::PARITY>
//# expect ptx: Always
//# expect hrf-indirect-relaxed: race-free

//# test barrier-system
//# launch 2x1
//# kernel across_blocks<cuda::thread_scope_system, Use::ARRIVE_AND_WAIT>
//# expect ptx: Always
//# expect hrf-indirect-relaxed: race-free

//# test barrier-device-twice
//# launch 2x1
//# kernel across_blocks<cuda::thread_scope_device, Use::TWICE>
//# forall (y[0] = 2 /\ y[1] = 1 /\ x[0] = 0 /\ x[1] = 0)
//# expect ptx: Always
//# expect hrf-indirect-relaxed: race-free

//# test barrier-device-not-awaited
//# launch 2x1
//# kernel across_blocks<cuda::thread_scope_device, Use::NOT_AWAITED>
//# expect ptx: Sometimes
//# expect hrf-indirect-relaxed: racy

// The scope of a block does not contain the other one.
//# test barrier-block
//# launch 2x1
//# kernel across_blocks<cuda::thread_scope_block, Use::ARRIVE_AND_WAIT>
//# expect ptx: Sometimes
//# expect hrf-indirect-relaxed: racy
