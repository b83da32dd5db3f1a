// warm-message.cu with a volatile flag and fences, as it was written before there were scoped atomics.

template <bool DEVICE>
__device__ void fence() {
  if constexpr (DEVICE) {
    __threadfence();
  } else {
    __threadfence_block();
  }
}

template <bool WRITER, bool READER>
__global__ void hand_over(int* pair, volatile int* flag, int* beside, int* seen) {
  if (blockIdx.x == 0) {
    pair[0] = 42;
    fence<WRITER>();
    *flag = 1;
  } else {
    *beside = pair[1];
    while (*flag == 0) {
    }
    fence<READER>();
    *seen = pair[0];
  }
}

__global__ void hand_over_without_fence(int* pair, volatile int* flag, int* beside, int* seen) {
  if (blockIdx.x == 0) {
    pair[0] = 42;
    __threadfence();
    *flag = 1;
  } else {
    *beside = pair[1];
    while (*flag == 0) {
    }
    *seen = pair[0];
  }
}

//# launch 2x1
//# init pair[2] = {0, 7}
//# forall (beside = 7 /\ seen = 42)

//# test warm-fences
//# kernel hand_over<true, true>

// The reader's fence is about its own block only.
//# test warm-fences-block
//# kernel hand_over<true, false>

// The writer's is.
//# test warm-fences-block-writer
//# kernel hand_over<false, true>

// The reader has none.
//# test warm-fences-none
//# kernel hand_over_without_fence
