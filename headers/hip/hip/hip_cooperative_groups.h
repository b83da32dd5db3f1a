#pragma once

// Groups of threads (HIP documentation, "Cooperative groups"), as far as kernels use them.

#include "hip_runtime.h"

namespace cooperative_groups {

namespace hrfcheck_detail {

HRFCHECK_MEMBER unsigned int rank_in_block() {
  return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
}
HRFCHECK_MEMBER unsigned int threads_of_block() { return blockDim.x * blockDim.y * blockDim.z; }
HRFCHECK_MEMBER unsigned int rank_of_block() { return (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x; }
HRFCHECK_MEMBER unsigned int blocks() { return gridDim.x * gridDim.y * gridDim.z; }
HRFCHECK_MEMBER unsigned long long bits_below(unsigned int lane) { return lane >= 64 ? ~0ULL : (1ULL << lane) - 1; }

// The first block adds what the others leave to the top bit: it turns over when all have come.
HRFCHECK_MEMBER __attribute__((convergent)) void meet_in_grid() {
  const unsigned long long place = __hrfcheck_grid_workspace();
  if (place == 0) {
    __builtin_trap();
  }
  unsigned int* arrived = (unsigned int*)(place + 4);
  __syncthreads();
  if (rank_in_block() == 0) {
    const unsigned int mine = rank_of_block() == 0 ? 0x80000000U - (blocks() - 1) : 1U;
    const unsigned int before = __hip_atomic_fetch_add(arrived, mine, __ATOMIC_RELEASE, __HIP_MEMORY_SCOPE_AGENT);
    while (((__hip_atomic_load(arrived, __ATOMIC_ACQUIRE, __HIP_MEMORY_SCOPE_AGENT) ^ before) & 0x80000000U) == 0) {
    }
  }
  __syncthreads();
}

}  // namespace hrfcheck_detail

class thread_block {
 public:
  static HRFCHECK_MEMBER void sync() { __syncthreads(); }
  static HRFCHECK_MEMBER unsigned int thread_rank() { return hrfcheck_detail::rank_in_block(); }
  static HRFCHECK_MEMBER unsigned int size() { return hrfcheck_detail::threads_of_block(); }
  static HRFCHECK_MEMBER unsigned int num_threads() { return hrfcheck_detail::threads_of_block(); }
  static HRFCHECK_MEMBER bool is_valid() { return true; }
  static HRFCHECK_MEMBER dim3 group_index() { return blockIdx; }
  static HRFCHECK_MEMBER dim3 thread_index() { return threadIdx; }
  static HRFCHECK_MEMBER dim3 group_dim() { return blockDim; }
};
HRFCHECK_DEVICE thread_block this_thread_block() { return thread_block(); }

class grid_group {
 public:
  HRFCHECK_MEMBER void sync() const { hrfcheck_detail::meet_in_grid(); }
  HRFCHECK_MEMBER bool is_valid() const { return __hrfcheck_grid_workspace() != 0; }
  HRFCHECK_MEMBER unsigned int thread_rank() const {
    return hrfcheck_detail::rank_of_block() * hrfcheck_detail::threads_of_block() + hrfcheck_detail::rank_in_block();
  }
  HRFCHECK_MEMBER unsigned int size() const {
    return hrfcheck_detail::blocks() * hrfcheck_detail::threads_of_block();
  }
  HRFCHECK_MEMBER unsigned int num_threads() const { return size(); }
  HRFCHECK_MEMBER unsigned int block_rank() const { return hrfcheck_detail::rank_of_block(); }
  HRFCHECK_MEMBER unsigned int num_blocks() const { return hrfcheck_detail::blocks(); }
  HRFCHECK_MEMBER dim3 group_dim() const { return blockDim; }
};
HRFCHECK_DEVICE grid_group this_grid() { return grid_group(); }

// Lanes of a wavefront: those of a mask, counted from the lowest.
class hrfcheck_lanes {
 protected:
  unsigned long long mask_;
  HRFCHECK_MEMBER explicit hrfcheck_lanes(unsigned long long mask) : mask_(mask) {}

 public:
  HRFCHECK_MEMBER void sync() const { __syncwarp(mask_); }
  HRFCHECK_MEMBER int any(int predicate) const { return __any_sync(mask_, predicate); }
  HRFCHECK_MEMBER int all(int predicate) const { return __all_sync(mask_, predicate); }
};

class coalesced_group : public hrfcheck_lanes {
  HRFCHECK_MEMBER unsigned int lane_of(unsigned int rank) const {
    unsigned long long rest = mask_;
    for (unsigned int i = 0; i < rank; ++i) {
      rest &= rest - 1;
    }
    return __ffsll(rest) - 1;
  }

 public:
  HRFCHECK_MEMBER explicit coalesced_group(unsigned long long mask) : hrfcheck_lanes(mask) {}
  HRFCHECK_MEMBER unsigned int size() const { return __popcll(mask_); }
  HRFCHECK_MEMBER unsigned int num_threads() const { return size(); }
  HRFCHECK_MEMBER unsigned int thread_rank() const {
    return __popcll(mask_ & hrfcheck_detail::bits_below(__lane_id()));
  }
  template <typename T>
  HRFCHECK_MEMBER T shfl(T value, unsigned int rank) const {
    return __shfl_sync(mask_, value, (int)lane_of(rank));
  }
  template <typename T>
  HRFCHECK_MEMBER T shfl_down(T value, unsigned int delta) const {
    const unsigned int rank = thread_rank() + delta;
    return __shfl_sync(mask_, value, (int)(rank < size() ? lane_of(rank) : __lane_id()));
  }
  template <typename T>
  HRFCHECK_MEMBER T shfl_up(T value, unsigned int delta) const {
    const unsigned int rank = thread_rank();
    return __shfl_sync(mask_, value, (int)(rank >= delta ? lane_of(rank - delta) : __lane_id()));
  }
};
HRFCHECK_DEVICE coalesced_group coalesced_threads() { return coalesced_group(__activemask()); }

template <unsigned int Size, typename Parent = void>
class thread_block_tile : public hrfcheck_lanes {
  static_assert(Size <= 64 && (Size & (Size - 1)) == 0, "a tile has 1, 2, 4, 8, 16, 32 or 64 threads");
  static HRFCHECK_MEMBER unsigned int first_lane() { return __lane_id() / Size * Size; }

 public:
  HRFCHECK_MEMBER thread_block_tile() : hrfcheck_lanes(hrfcheck_detail::bits_below(Size) << first_lane()) {}
  template <typename P>
  HRFCHECK_MEMBER thread_block_tile(const thread_block_tile<Size, P>&) : thread_block_tile() {}
  static HRFCHECK_MEMBER constexpr unsigned int size() { return Size; }
  static HRFCHECK_MEMBER constexpr unsigned int num_threads() { return Size; }
  static HRFCHECK_MEMBER unsigned int thread_rank() { return hrfcheck_detail::rank_in_block() % Size; }
  static HRFCHECK_MEMBER unsigned int meta_group_rank() { return hrfcheck_detail::rank_in_block() / Size; }
  static HRFCHECK_MEMBER unsigned int meta_group_size() {
    return (hrfcheck_detail::threads_of_block() + Size - 1) / Size;
  }
  template <typename T>
  HRFCHECK_MEMBER T shfl(T value, unsigned int rank) const {
    return __shfl_sync(mask_, value, (int)rank, (int)Size);
  }
  template <typename T>
  HRFCHECK_MEMBER T shfl_down(T value, unsigned int delta) const {
    return __shfl_down_sync(mask_, value, delta, (int)Size);
  }
  template <typename T>
  HRFCHECK_MEMBER T shfl_up(T value, unsigned int delta) const {
    return __shfl_up_sync(mask_, value, delta, (int)Size);
  }
  template <typename T>
  HRFCHECK_MEMBER T shfl_xor(T value, unsigned int mask) const {
    return __shfl_xor_sync(mask_, value, (int)mask, (int)Size);
  }
  HRFCHECK_MEMBER unsigned long long ballot(int predicate) const {
    return __ballot_sync(mask_, predicate) >> first_lane();
  }
  template <typename T>
  HRFCHECK_MEMBER unsigned long long match_any(T value) const {
    return __match_any_sync(mask_, value) >> first_lane();
  }
};

template <unsigned int Size, typename Group>
HRFCHECK_DEVICE thread_block_tile<Size, Group> tiled_partition(const Group&) {
  return thread_block_tile<Size, Group>();
}

template <typename Group>
HRFCHECK_DEVICE void sync(const Group& group) {
  group.sync();
}
template <typename Group>
HRFCHECK_DEVICE unsigned int thread_rank(const Group& group) {
  return (unsigned int)group.thread_rank();
}
template <typename Group>
HRFCHECK_DEVICE unsigned int group_size(const Group& group) {
  return (unsigned int)group.size();
}

}  // namespace cooperative_groups
