// All-reduce in one shot, in the shape that inference servers use for small messages: each device publishes its part,
// tells every peer so, waits for the flags of all peers, and reads all parts itself. Flags are handed over by a release and
// an acquire at the scope of the system, since a device is a scope of its own; the barriers of the block extend them to its
// other threads.

constexpr int kMostRanks = 4;

// The buffers of all devices, in the same order on each.
struct Peers {
  int* part[kMostRanks];
  int* flag[kMostRanks];
};

// What is weakened in a test; `none` is the protocol as it should be.
enum Change { none, signal_relaxed, signal_device, wait_relaxed, wait_device, without_first, without_second };

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

// As many threads as elements, and at least as many as devices.
template <Change change>
__global__ void one_shot(Peers peers, const int* in, int* out, int rank, int ranks) {
  const int i = threadIdx.x;
  peers.part[rank][i] = in[i];
  if (change != without_first) {
    __syncthreads();
  }
  if (i < ranks) {
    signal<change>(&peers.flag[i][rank], 1);
    while (seen<change>(&peers.flag[rank][i]) == 0) {
    }
  }
  if (change != without_second) {
    __syncthreads();
  }
  int sum = 0;
  for (int r = 0; r < ranks; ++r) {
    sum += peers.part[r][i];
  }
  out[i] = sum;
}

//# test one-shot
//# kernel one_shot<none> as r0 launch 1x2 device 0
//# kernel one_shot<none> as r1 launch 1x2 device 1
//# init ranks = 2; r0.rank = 0; r1.rank = 1
//# init r0.in = {1, 2}; r1.in = {10, 20}
//# init r0.out[2] = 0; r1.out[2] = 0
//# init s32 part0[2] = 0; s32 part1[2] = 0; peers.part = {part0, part1}
//# init s32 flag0[2] = 0; s32 flag1[2] = 0; peers.flag = {flag0, flag1}
//# forall (r0.out[0] = 11 /\ r0.out[1] = 22 /\ r1.out[0] = 11 /\ r1.out[1] = 22)
//# expect ptx, hrf-indirect-relaxed: Always
//# expect hrf-indirect-relaxed: race-free
//# terminates unfair=N obe=N weak=Y cuda=N cuda-cooperative=N "block=obe"=Y

//# test one-shot-4
//# kernel one_shot<none> as r0 launch 1x4 device 0
//# kernel one_shot<none> as r1 launch 1x4 device 1
//# kernel one_shot<none> as r2 launch 1x4 device 2
//# kernel one_shot<none> as r3 launch 1x4 device 3
//# init ranks = 4; r0.rank = 0; r1.rank = 1; r2.rank = 2; r3.rank = 3
//# init r0.in = {1, 2, 3, 4}; r1.in = {10, 20, 30, 40}; r2.in = {100, 200, 300, 400}; r3.in = {1000, 2000, 3000, 4000}
//# init r0.out[4] = 0; r1.out[4] = 0; r2.out[4] = 0; r3.out[4] = 0
//# init s32 part0[4] = 0; s32 part1[4] = 0; s32 part2[4] = 0; s32 part3[4] = 0; peers.part = {part0, part1, part2, part3}
//# init s32 flag0[4] = 0; s32 flag1[4] = 0; s32 flag2[4] = 0; s32 flag3[4] = 0; peers.flag = {flag0, flag1, flag2, flag3}
//# forall (r0.out[0] = 1111 /\ r0.out[1] = 2222 /\ r0.out[2] = 3333 /\ r0.out[3] = 4444 /\ r1.out[0] = 1111 /\ r1.out[1] = 2222 /\ r1.out[2] = 3333 /\ r1.out[3] = 4444 /\ r2.out[0] = 1111 /\ r2.out[1] = 2222 /\ r2.out[2] = 3333 /\ r2.out[3] = 4444 /\ r3.out[0] = 1111 /\ r3.out[1] = 2222 /\ r3.out[2] = 3333 /\ r3.out[3] = 4444)
//# expect ptx, hrf-indirect-relaxed: Always
//# expect hrf-indirect-relaxed: race-free

//# test one-shot-signal-relaxed
//# kernel one_shot<signal_relaxed> as r0 launch 1x2 device 0
//# kernel one_shot<signal_relaxed> as r1 launch 1x2 device 1
//# init ranks = 2; r0.rank = 0; r1.rank = 1
//# init r0.in = {1, 2}; r1.in = {10, 20}
//# init r0.out[2] = 0; r1.out[2] = 0
//# init s32 part0[2] = 0; s32 part1[2] = 0; peers.part = {part0, part1}
//# init s32 flag0[2] = 0; s32 flag1[2] = 0; peers.flag = {flag0, flag1}
//# forall (r0.out[0] = 11 /\ r0.out[1] = 22 /\ r1.out[0] = 11 /\ r1.out[1] = 22)
//# expect ptx: Sometimes
//# expect hrf-indirect-relaxed: racy

//# test one-shot-signal-device
//# kernel one_shot<signal_device> as r0 launch 1x2 device 0
//# kernel one_shot<signal_device> as r1 launch 1x2 device 1
//# init ranks = 2; r0.rank = 0; r1.rank = 1
//# init r0.in = {1, 2}; r1.in = {10, 20}
//# init r0.out[2] = 0; r1.out[2] = 0
//# init s32 part0[2] = 0; s32 part1[2] = 0; peers.part = {part0, part1}
//# init s32 flag0[2] = 0; s32 flag1[2] = 0; peers.flag = {flag0, flag1}
//# forall (r0.out[0] = 11 /\ r0.out[1] = 22 /\ r1.out[0] = 11 /\ r1.out[1] = 22)
//# expect ptx: Sometimes
//# expect hrf-indirect-relaxed: racy

//# test one-shot-wait-relaxed
//# kernel one_shot<wait_relaxed> as r0 launch 1x2 device 0
//# kernel one_shot<wait_relaxed> as r1 launch 1x2 device 1
//# init ranks = 2; r0.rank = 0; r1.rank = 1
//# init r0.in = {1, 2}; r1.in = {10, 20}
//# init r0.out[2] = 0; r1.out[2] = 0
//# init s32 part0[2] = 0; s32 part1[2] = 0; peers.part = {part0, part1}
//# init s32 flag0[2] = 0; s32 flag1[2] = 0; peers.flag = {flag0, flag1}
//# forall (r0.out[0] = 11 /\ r0.out[1] = 22 /\ r1.out[0] = 11 /\ r1.out[1] = 22)
//# expect ptx: Sometimes
//# expect hrf-indirect-relaxed: racy

//# test one-shot-wait-device
//# kernel one_shot<wait_device> as r0 launch 1x2 device 0
//# kernel one_shot<wait_device> as r1 launch 1x2 device 1
//# init ranks = 2; r0.rank = 0; r1.rank = 1
//# init r0.in = {1, 2}; r1.in = {10, 20}
//# init r0.out[2] = 0; r1.out[2] = 0
//# init s32 part0[2] = 0; s32 part1[2] = 0; peers.part = {part0, part1}
//# init s32 flag0[2] = 0; s32 flag1[2] = 0; peers.flag = {flag0, flag1}
//# forall (r0.out[0] = 11 /\ r0.out[1] = 22 /\ r1.out[0] = 11 /\ r1.out[1] = 22)
//# expect ptx: Sometimes
//# expect hrf-indirect-relaxed: racy

//# test one-shot-without-first
//# kernel one_shot<without_first> as r0 launch 1x2 device 0
//# kernel one_shot<without_first> as r1 launch 1x2 device 1
//# init ranks = 2; r0.rank = 0; r1.rank = 1
//# init r0.in = {1, 2}; r1.in = {10, 20}
//# init r0.out[2] = 0; r1.out[2] = 0
//# init s32 part0[2] = 0; s32 part1[2] = 0; peers.part = {part0, part1}
//# init s32 flag0[2] = 0; s32 flag1[2] = 0; peers.flag = {flag0, flag1}
//# forall (r0.out[0] = 11 /\ r0.out[1] = 22 /\ r1.out[0] = 11 /\ r1.out[1] = 22)
//# expect ptx: Sometimes
//# expect hrf-indirect-relaxed: racy

//# test one-shot-without-second
//# kernel one_shot<without_second> as r0 launch 1x2 device 0
//# kernel one_shot<without_second> as r1 launch 1x2 device 1
//# init ranks = 2; r0.rank = 0; r1.rank = 1
//# init r0.in = {1, 2}; r1.in = {10, 20}
//# init r0.out[2] = 0; r1.out[2] = 0
//# init s32 part0[2] = 0; s32 part1[2] = 0; peers.part = {part0, part1}
//# init s32 flag0[2] = 0; s32 flag1[2] = 0; peers.flag = {flag0, flag1}
//# forall (r0.out[0] = 11 /\ r0.out[1] = 22 /\ r1.out[0] = 11 /\ r1.out[1] = 22)
//# expect ptx: Sometimes
//# expect hrf-indirect-relaxed: racy
