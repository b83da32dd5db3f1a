#pragma once

// Groups of threads (CUDA Programming Guide, "Cooperative Groups"), as far as kernels use them.

#include "cuda_runtime.h"
#include "hrfcheck/ordered_atomics.h"

namespace cooperative_groups {

namespace hrfcheck_detail {

HRFCHECK_MEMBER unsigned int lane() {
  unsigned int result;
  asm("mov.u32 %0, %%laneid;" : "=r"(result));
  return result;
}
HRFCHECK_MEMBER unsigned int rank_in_block() {
  return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
}
HRFCHECK_MEMBER unsigned int threads_of_block() { return blockDim.x * blockDim.y * blockDim.z; }
HRFCHECK_MEMBER unsigned int rank_of_block() { return (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x; }
HRFCHECK_MEMBER unsigned int blocks() { return gridDim.x * gridDim.y * gridDim.z; }
HRFCHECK_MEMBER unsigned int bits_below(unsigned int lane) { return (1U << lane) - 1; }

// The workspace of a grid whose blocks are all resident: 0 where it was not launched so (PTX ISA, "%envreg").
HRFCHECK_MEMBER unsigned long long workspace() {
  unsigned int high;
  unsigned int low;
  asm volatile("mov.u32 %0, %%envreg1;" : "=r"(high));
  asm volatile("mov.u32 %0, %%envreg2;" : "=r"(low));
  return ((unsigned long long)high << 32) | low;
}
// The first block adds what the others leave to the top bit: it turns over when all have come.
HRFCHECK_MEMBER __attribute__((convergent)) void meet_in_grid() {
  const unsigned long long place = workspace();
  if (place == 0) {
    __trap();
  }
  unsigned int* arrived = (unsigned int*)(place + 4);
  __syncthreads();
  if (rank_in_block() == 0) {
    const unsigned int mine = rank_of_block() == 0 ? 0x80000000U - (blocks() - 1) : 1U;
    const unsigned int before = hrfcheck::scoped<1>::fetch_add(arrived, mine, hrfcheck::release);
    while (((hrfcheck::scoped<1>::load(arrived, hrfcheck::acquire) ^ before) & 0x80000000U) == 0) {
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
  static HRFCHECK_MEMBER dim3 group_index() { return blockIdx; }
  static HRFCHECK_MEMBER dim3 thread_index() { return threadIdx; }
  static HRFCHECK_MEMBER dim3 group_dim() { return blockDim; }
  static HRFCHECK_MEMBER dim3 dim_threads() { return blockDim; }
};
HRFCHECK_DEVICE thread_block this_thread_block() { return thread_block(); }

class grid_group {
 public:
  HRFCHECK_MEMBER void sync() const { hrfcheck_detail::meet_in_grid(); }
  HRFCHECK_MEMBER bool is_valid() const { return hrfcheck_detail::workspace() != 0; }
  HRFCHECK_MEMBER unsigned long long thread_rank() const {
    return (unsigned long long)hrfcheck_detail::rank_of_block() * hrfcheck_detail::threads_of_block() +
           hrfcheck_detail::rank_in_block();
  }
  HRFCHECK_MEMBER unsigned long long size() const {
    return (unsigned long long)hrfcheck_detail::blocks() * hrfcheck_detail::threads_of_block();
  }
  HRFCHECK_MEMBER unsigned long long num_threads() const { return size(); }
  HRFCHECK_MEMBER unsigned long long block_rank() const { return hrfcheck_detail::rank_of_block(); }
  HRFCHECK_MEMBER unsigned long long num_blocks() const { return hrfcheck_detail::blocks(); }
  HRFCHECK_MEMBER dim3 group_dim() const { return gridDim; }
  HRFCHECK_MEMBER dim3 dim_blocks() const { return gridDim; }
  HRFCHECK_MEMBER dim3 block_index() const { return blockIdx; }
};
HRFCHECK_DEVICE grid_group this_grid() { return grid_group(); }

class cluster_group {
 public:
  static HRFCHECK_MEMBER __attribute__((convergent)) void sync() {
    barrier_arrive();
    barrier_wait();
  }
  static HRFCHECK_MEMBER __attribute__((convergent)) void barrier_arrive() {
    asm volatile("barrier.cluster.arrive;" ::: "memory");
  }
  static HRFCHECK_MEMBER __attribute__((convergent)) void barrier_wait() {
    asm volatile("barrier.cluster.wait;" ::: "memory");
  }
  static HRFCHECK_MEMBER unsigned int block_rank() {
    unsigned int result;
    asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(result));
    return result;
  }
  static HRFCHECK_MEMBER unsigned int num_blocks() {
    unsigned int result;
    asm volatile("mov.u32 %0, %%cluster_nctarank;" : "=r"(result));
    return result;
  }
  static HRFCHECK_MEMBER unsigned int thread_rank() {
    return block_rank() * hrfcheck_detail::threads_of_block() + hrfcheck_detail::rank_in_block();
  }
  static HRFCHECK_MEMBER unsigned int num_threads() { return num_blocks() * hrfcheck_detail::threads_of_block(); }
  static HRFCHECK_MEMBER unsigned int size() { return num_threads(); }
  template <typename T>
  static HRFCHECK_MEMBER T* map_shared_rank(T* p, unsigned int rank) {
    T* result;
    asm volatile("mapa.u64 %0, %1, %2;" : "=l"(result) : "l"(p), "r"(rank));
    return result;
  }
};
HRFCHECK_DEVICE cluster_group this_cluster() { return cluster_group(); }

// Lanes of a warp: those of a mask, counted from the lowest.
class hrfcheck_lanes {
 protected:
  unsigned int mask_;
  HRFCHECK_MEMBER explicit hrfcheck_lanes(unsigned int mask) : mask_(mask) {}

 public:
  HRFCHECK_MEMBER void sync() const { __syncwarp(mask_); }
  HRFCHECK_MEMBER int any(int predicate) const { return __any_sync(mask_, predicate); }
  HRFCHECK_MEMBER int all(int predicate) const { return __all_sync(mask_, predicate); }
};

class coalesced_group : public hrfcheck_lanes {
  HRFCHECK_MEMBER unsigned int lane_of(unsigned int rank) const {
    unsigned int rest = mask_;
    for (unsigned int i = 0; i < rank; ++i) {
      rest &= rest - 1;
    }
    return (unsigned int)__ffs((int)rest) - 1;
  }

 public:
  HRFCHECK_MEMBER explicit coalesced_group(unsigned int mask) : hrfcheck_lanes(mask) {}
  HRFCHECK_MEMBER unsigned int size() const { return (unsigned int)__popc(mask_); }
  HRFCHECK_MEMBER unsigned int num_threads() const { return size(); }
  HRFCHECK_MEMBER unsigned int thread_rank() const {
    return (unsigned int)__popc(mask_ & hrfcheck_detail::bits_below(hrfcheck_detail::lane()));
  }
  template <typename T>
  HRFCHECK_MEMBER T shfl(T value, unsigned int rank) const {
    return __shfl_sync(mask_, value, lane_of(rank));
  }
  template <typename T>
  HRFCHECK_MEMBER T shfl_down(T value, unsigned int delta) const {
    const unsigned int rank = thread_rank() + delta;
    return __shfl_sync(mask_, value, rank < size() ? lane_of(rank) : hrfcheck_detail::lane());
  }
  template <typename T>
  HRFCHECK_MEMBER T shfl_up(T value, unsigned int delta) const {
    const unsigned int rank = thread_rank();
    return __shfl_sync(mask_, value, rank >= delta ? lane_of(rank - delta) : hrfcheck_detail::lane());
  }
};
HRFCHECK_DEVICE coalesced_group coalesced_threads() { return coalesced_group(__activemask()); }

template <unsigned int Size, typename Parent = void>
class thread_block_tile : public hrfcheck_lanes {
  static_assert(Size <= 32 && (Size & (Size - 1)) == 0, "a tile has 1, 2, 4, 8, 16 or 32 threads");
  static HRFCHECK_MEMBER unsigned int mask_here() {
    return Size == 32 ? 0xffffffffU
                      : hrfcheck_detail::bits_below(Size % 32) << (hrfcheck_detail::rank_in_block() % 32 / Size * Size);
  }

 public:
  HRFCHECK_MEMBER thread_block_tile() : hrfcheck_lanes(mask_here()) {}
  template <typename P>
  HRFCHECK_MEMBER thread_block_tile(const thread_block_tile<Size, P>&) : hrfcheck_lanes(mask_here()) {}
  static HRFCHECK_MEMBER constexpr unsigned int size() { return Size; }
  static HRFCHECK_MEMBER constexpr unsigned int num_threads() { return Size; }
  static HRFCHECK_MEMBER unsigned int thread_rank() { return hrfcheck_detail::rank_in_block() % Size; }
  static HRFCHECK_MEMBER unsigned int meta_group_rank() { return hrfcheck_detail::rank_in_block() / Size; }
  static HRFCHECK_MEMBER unsigned int meta_group_size() {
    return (hrfcheck_detail::threads_of_block() + Size - 1) / Size;
  }
  template <typename T>
  HRFCHECK_MEMBER T shfl(T value, unsigned int rank) const {
    return __shfl_sync(mask_, value, rank, Size);
  }
  template <typename T>
  HRFCHECK_MEMBER T shfl_down(T value, unsigned int delta) const {
    return __shfl_down_sync(mask_, value, delta, Size);
  }
  template <typename T>
  HRFCHECK_MEMBER T shfl_up(T value, unsigned int delta) const {
    return __shfl_up_sync(mask_, value, delta, Size);
  }
  template <typename T>
  HRFCHECK_MEMBER T shfl_xor(T value, unsigned int mask) const {
    return __shfl_xor_sync(mask_, value, mask, Size);
  }
  HRFCHECK_MEMBER unsigned int ballot(int predicate) const {
    return __ballot_sync(mask_, predicate) >> (hrfcheck_detail::rank_in_block() % 32 / Size * Size);
  }
  template <typename T>
  HRFCHECK_MEMBER unsigned int match_any(T value) const {
    return __match_any_sync(mask_, value) >> (hrfcheck_detail::rank_in_block() % 32 / Size * Size);
  }
};

template <unsigned int Size, typename Group>
HRFCHECK_DEVICE thread_block_tile<Size, Group> tiled_partition(const Group&) {
  return thread_block_tile<Size, Group>();
}
HRFCHECK_DEVICE coalesced_group tiled_partition(const thread_block&, unsigned int size) {
  const unsigned int first = hrfcheck_detail::rank_in_block() % 32 / size * size;
  return coalesced_group(size == 32 ? 0xffffffffU : hrfcheck_detail::bits_below(size) << first);
}

template <typename Group>
HRFCHECK_DEVICE void sync(const Group& group) {
  group.sync();
}
template <typename Group>
HRFCHECK_DEVICE void synchronize(const Group& group) {
  group.sync();
}
template <typename Group>
HRFCHECK_DEVICE unsigned int thread_rank(const Group& group) {
  return group.thread_rank();
}
template <typename Group>
HRFCHECK_DEVICE unsigned int group_size(const Group& group) {
  return group.size();
}

}  // namespace cooperative_groups
