// All-reduce by words that are their own flags, for the shortest latency: four bytes of data and four of a flag are one
// store of eight bytes. Whoever reads the flag has read the data with it, so nothing else is handed over, and no order is
// needed: the access must be one, atomic, and at a scope with both devices in it.

constexpr int kMostRanks = 4;
constexpr unsigned kFlag = 1;

using Word = unsigned long long;

// The buffers of all devices, in the same order on each.
struct Peers {
  Word* slot[kMostRanks];
};

// What is weakened in a test; `none` is the protocol as it should be.
enum Change { none, store_device, store_ordinary, load_device, load_ordinary, in_two_stores };

template <Change change>
__device__ void put(Word* slot, unsigned value) {
  const Word word = (Word)kFlag << 32 | value;
  if (change == in_two_stores) {
    asm volatile("st.relaxed.sys.global.u32 [%0], %1;" ::"l"(slot), "r"(value) : "memory");
    asm volatile("st.relaxed.sys.global.u32 [%0 + 4], %1;" ::"l"(slot), "r"(kFlag) : "memory");
  } else if (change == store_device) {
    asm volatile("st.relaxed.gpu.global.u64 [%0], %1;" ::"l"(slot), "l"(word) : "memory");
  } else if (change == store_ordinary) {
    asm volatile("st.weak.global.u64 [%0], %1;" ::"l"(slot), "l"(word) : "memory");
  } else {
    asm volatile("st.relaxed.sys.global.u64 [%0], %1;" ::"l"(slot), "l"(word) : "memory");
  }
}

template <Change change>
__device__ unsigned take(const Word* slot) {
  if (change == in_two_stores) {
    unsigned flag;
    do {
      asm volatile("ld.relaxed.sys.global.u32 %0, [%1 + 4];" : "=r"(flag) : "l"(slot) : "memory");
    } while (flag != kFlag);
    unsigned value;
    asm volatile("ld.relaxed.sys.global.u32 %0, [%1];" : "=r"(value) : "l"(slot) : "memory");
    return value;
  }
  Word word;
  do {
    if (change == load_device) {
      asm volatile("ld.relaxed.gpu.global.u64 %0, [%1];" : "=l"(word) : "l"(slot) : "memory");
    } else if (change == load_ordinary) {
      asm volatile("ld.weak.global.u64 %0, [%1];" : "=l"(word) : "l"(slot) : "memory");
    } else {
      asm volatile("ld.relaxed.sys.global.u64 %0, [%1];" : "=l"(word) : "l"(slot) : "memory");
    }
  } while (word >> 32 != kFlag);
  return (unsigned)word;
}

template <Change change>
__global__ void ll(Peers peers, const int* in, int* out, int rank, int ranks) {
  const int i = threadIdx.x;
  const int elements = blockDim.x;
  for (int r = 0; r < ranks; ++r) {
    put<change>(&peers.slot[r][rank * elements + i], in[i]);
  }
  int sum = 0;
  for (int r = 0; r < ranks; ++r) {
    sum += (int)take<change>(&peers.slot[rank][r * elements + i]);
  }
  out[i] = sum;
}

//# test ll
//# kernel ll<none> as r0 launch 1x2 device 0
//# kernel ll<none> as r1 launch 1x2 device 1
//# init ranks = 2; r0.rank = 0; r1.rank = 1
//# init r0.in = {1, 2}; r1.in = {10, 20}
//# init r0.out[2] = 0; r1.out[2] = 0
//# init u64 slot0[4] = 0; u64 slot1[4] = 0; peers.slot = {slot0, slot1}
//# forall (r0.out[0] = 11 /\ r0.out[1] = 22 /\ r1.out[0] = 11 /\ r1.out[1] = 22)
//# expect ptx, hrf-indirect-relaxed: Always
//# expect hrf-indirect-relaxed: race-free
//# terminates unfair=N obe=N weak=Y cuda=N cuda-cooperative=N "block=obe"=Y

//# test ll-4
//# kernel ll<none> as r0 launch 1x1 device 0
//# kernel ll<none> as r1 launch 1x1 device 1
//# kernel ll<none> as r2 launch 1x1 device 2
//# kernel ll<none> as r3 launch 1x1 device 3
//# init ranks = 4; r0.rank = 0; r1.rank = 1; r2.rank = 2; r3.rank = 3
//# init r0.in = {1}; r1.in = {10}; r2.in = {100}; r3.in = {1000}
//# init r0.out[1] = 0; r1.out[1] = 0; r2.out[1] = 0; r3.out[1] = 0
//# init u64 slot0[4] = 0; u64 slot1[4] = 0; u64 slot2[4] = 0; u64 slot3[4] = 0; peers.slot = {slot0, slot1, slot2, slot3}
//# forall (r0.out[0] = 1111 /\ r1.out[0] = 1111 /\ r2.out[0] = 1111 /\ r3.out[0] = 1111)
//# expect ptx, hrf-indirect-relaxed: Always
//# expect hrf-indirect-relaxed: race-free

//# test ll-store-device
//# kernel ll<store_device> as r0 launch 1x1 device 0
//# kernel ll<store_device> as r1 launch 1x1 device 1
//# init ranks = 2; r0.rank = 0; r1.rank = 1
//# init r0.in = {1}; r1.in = {10}
//# init r0.out[1] = 0; r1.out[1] = 0
//# init u64 slot0[2] = 0; u64 slot1[2] = 0; peers.slot = {slot0, slot1}
//# forall (r0.out[0] = 11 /\ r1.out[0] = 11)
//# expect hrf-indirect-relaxed: racy

//# test ll-store-ordinary
//# kernel ll<store_ordinary> as r0 launch 1x1 device 0
//# kernel ll<store_ordinary> as r1 launch 1x1 device 1
//# init ranks = 2; r0.rank = 0; r1.rank = 1
//# init r0.in = {1}; r1.in = {10}
//# init r0.out[1] = 0; r1.out[1] = 0
//# init u64 slot0[2] = 0; u64 slot1[2] = 0; peers.slot = {slot0, slot1}
//# forall (r0.out[0] = 11 /\ r1.out[0] = 11)
//# expect hrf-indirect-relaxed: racy

//# test ll-load-device
//# kernel ll<load_device> as r0 launch 1x1 device 0
//# kernel ll<load_device> as r1 launch 1x1 device 1
//# init ranks = 2; r0.rank = 0; r1.rank = 1
//# init r0.in = {1}; r1.in = {10}
//# init r0.out[1] = 0; r1.out[1] = 0
//# init u64 slot0[2] = 0; u64 slot1[2] = 0; peers.slot = {slot0, slot1}
//# forall (r0.out[0] = 11 /\ r1.out[0] = 11)
//# expect hrf-indirect-relaxed: racy

//# test ll-load-ordinary
//# kernel ll<load_ordinary> as r0 launch 1x1 device 0
//# kernel ll<load_ordinary> as r1 launch 1x1 device 1
//# init ranks = 2; r0.rank = 0; r1.rank = 1
//# init r0.in = {1}; r1.in = {10}
//# init r0.out[1] = 0; r1.out[1] = 0
//# init u64 slot0[2] = 0; u64 slot1[2] = 0; peers.slot = {slot0, slot1}
//# forall (r0.out[0] = 11 /\ r1.out[0] = 11)
//# expect hrf-indirect-relaxed: racy

//# test ll-in-two-stores
//# kernel ll<in_two_stores> as r0 launch 1x1 device 0
//# kernel ll<in_two_stores> as r1 launch 1x1 device 1
//# init ranks = 2; r0.rank = 0; r1.rank = 1
//# init r0.in = {1}; r1.in = {10}
//# init r0.out[1] = 0; r1.out[1] = 0
//# init u32 slot0[4] = 0; u32 slot1[4] = 0; peers.slot = {slot0, slot1}
//# forall (r0.out[0] = 11 /\ r1.out[0] = 11)
//# expect ptx, hrf-indirect-relaxed: Sometimes
