// All-reduce in two shots: each device adds up one share of the elements for all, and then collects the shares of the
// others. Devices meet twice, and a flag holds how often. A peer may have arrived a second time before its first arrival
// is seen, so a wait ends at any number that is large enough: with `!=` in place of `<` it might wait for ever.

constexpr int kMostRanks = 4;

// The buffers of all devices, in the same order on each.
struct Peers {
  int* part[kMostRanks];
  int* total[kMostRanks];
  int* flag[kMostRanks];
};

// What is weakened in a test; `none` is the protocol as it should be.
enum Change { none, signal_relaxed, signal_device, wait_relaxed, wait_device, without_first, without_second, without_more };

template <Change change>
__device__ void signal(int* flag, int value) {
  if (change == signal_relaxed) {
    asm volatile("st.relaxed.sys.global.u32 [%0], %1;" ::"l"(flag), "r"(value) : "memory");
  } else if (change == signal_device) {
    asm volatile("st.release.gpu.global.u32 [%0], %1;" ::"l"(flag), "r"(value) : "memory");
  } else {
    asm volatile("st.release.sys.global.u32 [%0], %1;" ::"l"(flag), "r"(value) : "memory");
  }
}

template <Change change>
__device__ int seen(const int* flag) {
  int value;
  if (change == wait_relaxed) {
    asm volatile("ld.relaxed.sys.global.u32 %0, [%1];" : "=r"(value) : "l"(flag) : "memory");
  } else if (change == wait_device) {
    asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(value) : "l"(flag) : "memory");
  } else {
    asm volatile("ld.acquire.sys.global.u32 %0, [%1];" : "=r"(value) : "l"(flag) : "memory");
  }
  return value;
}

// Of threads that have a peer: the flag that the peer waits for, and the own one.
template <Change change>
__device__ void meet(int* theirs, const int* own, int count) {
  __syncthreads();
  if (theirs != nullptr) {
    signal<change>(theirs, count);
    if (change == without_more) {
      while (seen<change>(own) != count) {
      }
    } else {
      while (seen<change>(own) < count) {
      }
    }
  }
  __syncthreads();
}

// As many threads as devices: thread i of each device has element i, and device i adds that up.
template <Change change>
__global__ void two_shot(Peers peers, const int* in, int* out, int rank, int ranks) {
  const int i = threadIdx.x;
  int* const theirs = i < ranks ? &peers.flag[i][rank] : nullptr;
  const int* const own = i < ranks ? &peers.flag[rank][i] : nullptr;
  peers.part[rank][i] = in[i];
  if (change != without_first) {
    meet<change>(theirs, own, 1);
  }
  if (i == rank) {
    int sum = 0;
    for (int r = 0; r < ranks; ++r) {
      sum += peers.part[r][rank];
    }
    *peers.total[rank] = sum;
  }
  if (change != without_second) {
    meet<change>(theirs, own, 2);
  }
  out[i] = *peers.total[i];
}

//# test two-shot
//# kernel two_shot<none> as r0 launch 1x2 device 0
//# kernel two_shot<none> as r1 launch 1x2 device 1
//# init ranks = 2; r0.rank = 0; r1.rank = 1
//# init r0.in = {1, 2}; r1.in = {10, 20}
//# init r0.out[2] = 0; r1.out[2] = 0
//# init s32 part0[2] = 0; s32 part1[2] = 0; peers.part = {part0, part1}
//# init s32 total0[1] = 0; s32 total1[1] = 0; peers.total = {total0, total1}
//# init s32 flag0[2] = 0; s32 flag1[2] = 0; peers.flag = {flag0, flag1}
//# forall (r0.out[0] = 11 /\ r0.out[1] = 22 /\ r1.out[0] = 11 /\ r1.out[1] = 22)
//# expect ptx, hrf-indirect-relaxed: Always
//# expect hrf-indirect-relaxed: race-free
//# terminates unfair=N obe=N weak=Y cuda=N cuda-cooperative=N "block=obe"=Y

//# test two-shot-4
//# kernel two_shot<none> as r0 launch 1x4 device 0
//# kernel two_shot<none> as r1 launch 1x4 device 1
//# kernel two_shot<none> as r2 launch 1x4 device 2
//# kernel two_shot<none> as r3 launch 1x4 device 3
//# init ranks = 4; r0.rank = 0; r1.rank = 1; r2.rank = 2; r3.rank = 3
//# init r0.in = {1, 2, 3, 4}; r1.in = {10, 20, 30, 40}; r2.in = {100, 200, 300, 400}; r3.in = {1000, 2000, 3000, 4000}
//# init r0.out[4] = 0; r1.out[4] = 0; r2.out[4] = 0; r3.out[4] = 0
//# init s32 part0[4] = 0; s32 part1[4] = 0; s32 part2[4] = 0; s32 part3[4] = 0; peers.part = {part0, part1, part2, part3}
//# init s32 total0[1] = 0; s32 total1[1] = 0; s32 total2[1] = 0; s32 total3[1] = 0; peers.total = {total0, total1, total2, total3}
//# init s32 flag0[4] = 0; s32 flag1[4] = 0; s32 flag2[4] = 0; s32 flag3[4] = 0; peers.flag = {flag0, flag1, flag2, flag3}
//# forall (r0.out[0] = 1111 /\ r0.out[1] = 2222 /\ r0.out[2] = 3333 /\ r0.out[3] = 4444 /\ r1.out[0] = 1111 /\ r1.out[1] = 2222 /\ r1.out[2] = 3333 /\ r1.out[3] = 4444 /\ r2.out[0] = 1111 /\ r2.out[1] = 2222 /\ r2.out[2] = 3333 /\ r2.out[3] = 4444 /\ r3.out[0] = 1111 /\ r3.out[1] = 2222 /\ r3.out[2] = 3333 /\ r3.out[3] = 4444)
//# expect ptx, hrf-indirect-relaxed: Always
//# expect hrf-indirect-relaxed: race-free

//# test two-shot-signal-relaxed
//# kernel two_shot<signal_relaxed> as r0 launch 1x2 device 0
//# kernel two_shot<signal_relaxed> as r1 launch 1x2 device 1
//# init ranks = 2; r0.rank = 0; r1.rank = 1
//# init r0.in = {1, 2}; r1.in = {10, 20}
//# init r0.out[2] = 0; r1.out[2] = 0
//# init s32 part0[2] = 0; s32 part1[2] = 0; peers.part = {part0, part1}
//# init s32 total0[1] = 0; s32 total1[1] = 0; peers.total = {total0, total1}
//# init s32 flag0[2] = 0; s32 flag1[2] = 0; peers.flag = {flag0, flag1}
//# forall (r0.out[0] = 11 /\ r0.out[1] = 22 /\ r1.out[0] = 11 /\ r1.out[1] = 22)
//# expect ptx: Sometimes
//# expect hrf-indirect-relaxed: racy

//# test two-shot-signal-device
//# kernel two_shot<signal_device> as r0 launch 1x2 device 0
//# kernel two_shot<signal_device> as r1 launch 1x2 device 1
//# init ranks = 2; r0.rank = 0; r1.rank = 1
//# init r0.in = {1, 2}; r1.in = {10, 20}
//# init r0.out[2] = 0; r1.out[2] = 0
//# init s32 part0[2] = 0; s32 part1[2] = 0; peers.part = {part0, part1}
//# init s32 total0[1] = 0; s32 total1[1] = 0; peers.total = {total0, total1}
//# init s32 flag0[2] = 0; s32 flag1[2] = 0; peers.flag = {flag0, flag1}
//# forall (r0.out[0] = 11 /\ r0.out[1] = 22 /\ r1.out[0] = 11 /\ r1.out[1] = 22)
//# expect ptx: Sometimes
//# expect hrf-indirect-relaxed: racy

//# test two-shot-wait-relaxed
//# kernel two_shot<wait_relaxed> as r0 launch 1x2 device 0
//# kernel two_shot<wait_relaxed> as r1 launch 1x2 device 1
//# init ranks = 2; r0.rank = 0; r1.rank = 1
//# init r0.in = {1, 2}; r1.in = {10, 20}
//# init r0.out[2] = 0; r1.out[2] = 0
//# init s32 part0[2] = 0; s32 part1[2] = 0; peers.part = {part0, part1}
//# init s32 total0[1] = 0; s32 total1[1] = 0; peers.total = {total0, total1}
//# init s32 flag0[2] = 0; s32 flag1[2] = 0; peers.flag = {flag0, flag1}
//# forall (r0.out[0] = 11 /\ r0.out[1] = 22 /\ r1.out[0] = 11 /\ r1.out[1] = 22)
//# expect ptx: Sometimes
//# expect hrf-indirect-relaxed: racy

//# test two-shot-wait-device
//# kernel two_shot<wait_device> as r0 launch 1x2 device 0
//# kernel two_shot<wait_device> as r1 launch 1x2 device 1
//# init ranks = 2; r0.rank = 0; r1.rank = 1
//# init r0.in = {1, 2}; r1.in = {10, 20}
//# init r0.out[2] = 0; r1.out[2] = 0
//# init s32 part0[2] = 0; s32 part1[2] = 0; peers.part = {part0, part1}
//# init s32 total0[1] = 0; s32 total1[1] = 0; peers.total = {total0, total1}
//# init s32 flag0[2] = 0; s32 flag1[2] = 0; peers.flag = {flag0, flag1}
//# forall (r0.out[0] = 11 /\ r0.out[1] = 22 /\ r1.out[0] = 11 /\ r1.out[1] = 22)
//# expect ptx: Sometimes
//# expect hrf-indirect-relaxed: racy

//# test two-shot-without-first
//# kernel two_shot<without_first> as r0 launch 1x2 device 0
//# kernel two_shot<without_first> as r1 launch 1x2 device 1
//# init ranks = 2; r0.rank = 0; r1.rank = 1
//# init r0.in = {1, 2}; r1.in = {10, 20}
//# init r0.out[2] = 0; r1.out[2] = 0
//# init s32 part0[2] = 0; s32 part1[2] = 0; peers.part = {part0, part1}
//# init s32 total0[1] = 0; s32 total1[1] = 0; peers.total = {total0, total1}
//# init s32 flag0[2] = 0; s32 flag1[2] = 0; peers.flag = {flag0, flag1}
//# forall (r0.out[0] = 11 /\ r0.out[1] = 22 /\ r1.out[0] = 11 /\ r1.out[1] = 22)
//# expect ptx: Sometimes
//# expect hrf-indirect-relaxed: racy

//# test two-shot-without-second
//# kernel two_shot<without_second> as r0 launch 1x2 device 0
//# kernel two_shot<without_second> as r1 launch 1x2 device 1
//# init ranks = 2; r0.rank = 0; r1.rank = 1
//# init r0.in = {1, 2}; r1.in = {10, 20}
//# init r0.out[2] = 0; r1.out[2] = 0
//# init s32 part0[2] = 0; s32 part1[2] = 0; peers.part = {part0, part1}
//# init s32 total0[1] = 0; s32 total1[1] = 0; peers.total = {total0, total1}
//# init s32 flag0[2] = 0; s32 flag1[2] = 0; peers.flag = {flag0, flag1}
//# forall (r0.out[0] = 11 /\ r0.out[1] = 22 /\ r1.out[0] = 11 /\ r1.out[1] = 22)
//# expect ptx: Sometimes
//# expect hrf-indirect-relaxed: racy

//# test two-shot-without-more
//# kernel two_shot<without_more> as r0 launch 1x2 device 0
//# kernel two_shot<without_more> as r1 launch 1x2 device 1
//# init ranks = 2; r0.rank = 0; r1.rank = 1
//# init r0.in = {1, 2}; r1.in = {10, 20}
//# init r0.out[2] = 0; r1.out[2] = 0
//# init s32 part0[2] = 0; s32 part1[2] = 0; peers.part = {part0, part1}
//# init s32 total0[1] = 0; s32 total1[1] = 0; peers.total = {total0, total1}
//# init s32 flag0[2] = 0; s32 flag1[2] = 0; peers.flag = {flag0, flag1}
//# forall (r0.out[0] = 11 /\ r0.out[1] = 22 /\ r1.out[0] = 11 /\ r1.out[1] = 22)
//# terminates weak=N
