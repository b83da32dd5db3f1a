// All-reduce by lines that are their own flags: the lanes of a warp store a line of 128 bytes side by side, the last word is a
// flag, and lanes of the other device load the line until that word is there. Here a line has three words of data.
//
// As shipped (`as_shipped`), this relies on more than any model says: that the stores of one warp to one line become visible
// to another device at once, and that the loads of a warp see a line as it is at one time. Libraries ask the hardware
// whether it is so before they choose this protocol. In the models words are handed over one by one, and the flag may be
// seen without the data.
//
// `none` hands over the same line by what models have: the flag is a release, after a barrier of the warp, and its load an
// acquire, before one.

constexpr int kMostRanks = 4;
constexpr int kWords = 4;
constexpr unsigned kLanes = (1u << kWords) - 1;
constexpr int kFlagLane = kWords - 1;

using Word = unsigned long long;

// The buffers of all devices, in the same order on each.
struct Peers {
  Word* line[kMostRanks];
};

// What is weakened in a test; `none` is the protocol as it should be.
enum Change { none, signal_relaxed, signal_device, wait_relaxed, wait_device, without_first, without_second, as_shipped };

template <Change change>
__device__ void signal(Word* flag, Word value) {
  if (change == signal_relaxed) {
    asm volatile("st.relaxed.sys.global.u64 [%0], %1;" ::"l"(flag), "l"(value) : "memory");
  } else if (change == signal_device) {
    asm volatile("st.release.gpu.global.u64 [%0], %1;" ::"l"(flag), "l"(value) : "memory");
  } else {
    asm volatile("st.release.sys.global.u64 [%0], %1;" ::"l"(flag), "l"(value) : "memory");
  }
}

template <Change change>
__device__ Word seen(const Word* flag) {
  Word value;
  if (change == wait_relaxed) {
    asm volatile("ld.relaxed.sys.global.u64 %0, [%1];" : "=l"(value) : "l"(flag) : "memory");
  } else if (change == wait_device) {
    asm volatile("ld.acquire.gpu.global.u64 %0, [%1];" : "=l"(value) : "l"(flag) : "memory");
  } else {
    asm volatile("ld.acquire.sys.global.u64 %0, [%1];" : "=l"(value) : "l"(flag) : "memory");
  }
  return value;
}

template <Change change>
__device__ void put(Word* line, Word value) {
  const int lane = threadIdx.x;
  if (change == as_shipped) {
    const Word word = lane == kFlagLane ? 1 : value;
    asm volatile("st.relaxed.sys.global.u64 [%0], %1;" ::"l"(&line[lane]), "l"(word) : "memory");
    return;
  }
  if (lane != kFlagLane) {
    line[lane] = value;
  }
  if (change != without_first) {
    __syncwarp(kLanes);
  }
  if (lane == kFlagLane) {
    signal<change>(&line[lane], 1);
  }
}

template <Change change>
__device__ Word take(const Word* line) {
  const int lane = threadIdx.x;
  if (change == as_shipped) {
    Word word;
    do {
      asm volatile("ld.relaxed.sys.global.u64 %0, [%1];" : "=l"(word) : "l"(&line[lane]) : "memory");
    } while (__any_sync(kLanes, lane == kFlagLane && word == 0));
    return word;
  }
  if (lane == kFlagLane) {
    while (seen<change>(&line[lane]) == 0) {
    }
  }
  if (change != without_second) {
    __syncwarp(kLanes);
  }
  return lane == kFlagLane ? 0 : line[lane];
}

template <Change change>
__global__ void ll128(Peers peers, const int* in, int* out, int rank, int ranks) {
  const int lane = threadIdx.x;
  const int own = lane == kFlagLane ? 0 : in[lane];
  for (int r = 0; r < ranks; ++r) {
    if (r != rank) {
      put<change>(&peers.line[r][rank * kWords], own);
    }
  }
  int sum = own;
  for (int r = 0; r < ranks; ++r) {
    if (r != rank) {
      sum += (int)take<change>(&peers.line[rank][r * kWords]);
    }
  }
  if (lane != kFlagLane) {
    out[lane] = sum;
  }
}

//# test ll128-ordered
//# kernel ll128<none> as r0 launch 1x4 device 0
//# kernel ll128<none> as r1 launch 1x4 device 1
//# init ranks = 2; r0.rank = 0; r1.rank = 1
//# init r0.in = {1, 2, 3}; r1.in = {10, 20, 30}
//# init r0.out[3] = 0; r1.out[3] = 0
//# init u64 line0[8] = 0; u64 line1[8] = 0; peers.line = {line0, line1}
//# forall (r0.out[0] = 11 /\ r0.out[1] = 22 /\ r0.out[2] = 33 /\ r1.out[0] = 11 /\ r1.out[1] = 22 /\ r1.out[2] = 33)
//# expect ptx, hrf-indirect-relaxed: Always
//# expect hrf-indirect-relaxed: race-free
//# terminates unfair=N obe=N weak=Y cuda=N cuda-cooperative=N "block=obe"=Y

//# test ll128-ordered-4
//# kernel ll128<none> as r0 launch 1x4 device 0
//# kernel ll128<none> as r1 launch 1x4 device 1
//# kernel ll128<none> as r2 launch 1x4 device 2
//# kernel ll128<none> as r3 launch 1x4 device 3
//# init ranks = 4; r0.rank = 0; r1.rank = 1; r2.rank = 2; r3.rank = 3
//# init r0.in = {1, 2, 3}; r1.in = {10, 20, 30}; r2.in = {100, 200, 300}; r3.in = {1000, 2000, 3000}
//# init r0.out[3] = 0; r1.out[3] = 0; r2.out[3] = 0; r3.out[3] = 0
//# init u64 line0[16] = 0; u64 line1[16] = 0; u64 line2[16] = 0; u64 line3[16] = 0; peers.line = {line0, line1, line2, line3}
//# forall (r0.out[0] = 1111 /\ r0.out[1] = 2222 /\ r0.out[2] = 3333 /\ r1.out[0] = 1111 /\ r1.out[1] = 2222 /\ r1.out[2] = 3333 /\ r2.out[0] = 1111 /\ r2.out[1] = 2222 /\ r2.out[2] = 3333 /\ r3.out[0] = 1111 /\ r3.out[1] = 2222 /\ r3.out[2] = 3333)
//# expect ptx, hrf-indirect-relaxed: Always
//# expect hrf-indirect-relaxed: race-free

//# test ll128-as-shipped
//# kernel ll128<as_shipped> as r0 launch 1x4 device 0
//# kernel ll128<as_shipped> as r1 launch 1x4 device 1
//# init ranks = 2; r0.rank = 0; r1.rank = 1
//# init r0.in = {1, 2, 3}; r1.in = {10, 20, 30}
//# init r0.out[3] = 0; r1.out[3] = 0
//# init u64 line0[8] = 0; u64 line1[8] = 0; peers.line = {line0, line1}
//# forall (r0.out[0] = 11 /\ r0.out[1] = 22 /\ r0.out[2] = 33 /\ r1.out[0] = 11 /\ r1.out[1] = 22 /\ r1.out[2] = 33)
//# expect ptx: Sometimes

//# test ll128-signal-relaxed
//# kernel ll128<signal_relaxed> as r0 launch 1x4 device 0
//# kernel ll128<signal_relaxed> as r1 launch 1x4 device 1
//# init ranks = 2; r0.rank = 0; r1.rank = 1
//# init r0.in = {1, 2, 3}; r1.in = {10, 20, 30}
//# init r0.out[3] = 0; r1.out[3] = 0
//# init u64 line0[8] = 0; u64 line1[8] = 0; peers.line = {line0, line1}
//# forall (r0.out[0] = 11 /\ r0.out[1] = 22 /\ r0.out[2] = 33 /\ r1.out[0] = 11 /\ r1.out[1] = 22 /\ r1.out[2] = 33)
//# expect ptx: Sometimes
//# expect hrf-indirect-relaxed: racy

//# test ll128-signal-device
//# kernel ll128<signal_device> as r0 launch 1x4 device 0
//# kernel ll128<signal_device> as r1 launch 1x4 device 1
//# init ranks = 2; r0.rank = 0; r1.rank = 1
//# init r0.in = {1, 2, 3}; r1.in = {10, 20, 30}
//# init r0.out[3] = 0; r1.out[3] = 0
//# init u64 line0[8] = 0; u64 line1[8] = 0; peers.line = {line0, line1}
//# forall (r0.out[0] = 11 /\ r0.out[1] = 22 /\ r0.out[2] = 33 /\ r1.out[0] = 11 /\ r1.out[1] = 22 /\ r1.out[2] = 33)
//# expect ptx: Sometimes
//# expect hrf-indirect-relaxed: racy

//# test ll128-wait-relaxed
//# kernel ll128<wait_relaxed> as r0 launch 1x4 device 0
//# kernel ll128<wait_relaxed> as r1 launch 1x4 device 1
//# init ranks = 2; r0.rank = 0; r1.rank = 1
//# init r0.in = {1, 2, 3}; r1.in = {10, 20, 30}
//# init r0.out[3] = 0; r1.out[3] = 0
//# init u64 line0[8] = 0; u64 line1[8] = 0; peers.line = {line0, line1}
//# forall (r0.out[0] = 11 /\ r0.out[1] = 22 /\ r0.out[2] = 33 /\ r1.out[0] = 11 /\ r1.out[1] = 22 /\ r1.out[2] = 33)
//# expect ptx: Sometimes
//# expect hrf-indirect-relaxed: racy

//# test ll128-wait-device
//# kernel ll128<wait_device> as r0 launch 1x4 device 0
//# kernel ll128<wait_device> as r1 launch 1x4 device 1
//# init ranks = 2; r0.rank = 0; r1.rank = 1
//# init r0.in = {1, 2, 3}; r1.in = {10, 20, 30}
//# init r0.out[3] = 0; r1.out[3] = 0
//# init u64 line0[8] = 0; u64 line1[8] = 0; peers.line = {line0, line1}
//# forall (r0.out[0] = 11 /\ r0.out[1] = 22 /\ r0.out[2] = 33 /\ r1.out[0] = 11 /\ r1.out[1] = 22 /\ r1.out[2] = 33)
//# expect ptx: Sometimes
//# expect hrf-indirect-relaxed: racy

//# test ll128-without-first
//# kernel ll128<without_first> as r0 launch 1x4 device 0
//# kernel ll128<without_first> as r1 launch 1x4 device 1
//# init ranks = 2; r0.rank = 0; r1.rank = 1
//# init r0.in = {1, 2, 3}; r1.in = {10, 20, 30}
//# init r0.out[3] = 0; r1.out[3] = 0
//# init u64 line0[8] = 0; u64 line1[8] = 0; peers.line = {line0, line1}
//# forall (r0.out[0] = 11 /\ r0.out[1] = 22 /\ r0.out[2] = 33 /\ r1.out[0] = 11 /\ r1.out[1] = 22 /\ r1.out[2] = 33)
//# expect ptx: Sometimes
//# expect hrf-indirect-relaxed: racy

//# test ll128-without-second
//# kernel ll128<without_second> as r0 launch 1x4 device 0
//# kernel ll128<without_second> as r1 launch 1x4 device 1
//# init ranks = 2; r0.rank = 0; r1.rank = 1
//# init r0.in = {1, 2, 3}; r1.in = {10, 20, 30}
//# init r0.out[3] = 0; r1.out[3] = 0
//# init u64 line0[8] = 0; u64 line1[8] = 0; peers.line = {line0, line1}
//# forall (r0.out[0] = 11 /\ r0.out[1] = 22 /\ r0.out[2] = 33 /\ r1.out[0] = 11 /\ r1.out[1] = 22 /\ r1.out[2] = 33)
//# expect ptx: Sometimes
//# expect hrf-indirect-relaxed: racy
