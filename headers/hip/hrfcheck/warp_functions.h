#pragma once

// What lanes of a wavefront give each other, in the intrinsics that AMD's headers make it of (amd_warp_functions.h): a lane
// takes a word of another one, named by four times its number; a ballot has a bit for each lane.

#include "builtin_variables.h"

HRFCHECK_DEVICE unsigned int __lane_id() { return __hrfcheck_lane(); }

HRFCHECK_WAVE unsigned long long __ballot(int predicate) { return __builtin_amdgcn_ballot_w64(predicate != 0); }
HRFCHECK_WAVE unsigned long long __ballot64(int predicate) { return __ballot(predicate); }
HRFCHECK_WAVE unsigned long long __activemask() { return __builtin_amdgcn_ballot_w64(true); }
HRFCHECK_WAVE int __any(int predicate) { return __ballot(predicate) != 0; }
HRFCHECK_WAVE int __all(int predicate) { return __ballot(predicate == 0) == 0; }

HRFCHECK_DEVICE unsigned long long __lanemask_lt() { return (1ULL << __lane_id()) - 1; }
HRFCHECK_DEVICE unsigned long long __lanemask_eq() { return 1ULL << __lane_id(); }
HRFCHECK_DEVICE unsigned long long __lanemask_le() { return __lanemask_lt() | __lanemask_eq(); }
HRFCHECK_DEVICE unsigned long long __lanemask_gt() { return ~__lanemask_le(); }
HRFCHECK_DEVICE unsigned long long __lanemask_ge() { return ~__lanemask_lt(); }

// A value of up to eight bytes, word by word, from the intrinsic or the function with a mask.
#define HRFCHECK_OF_LANE(TAKEN)                                               \
  static_assert(sizeof(T) <= 8, "lanes give each other at most 8 bytes");     \
  int words[2] = {0, 0};                                                      \
  __builtin_memcpy(words, &value, sizeof(T));                                 \
  words[0] = TAKEN(words[0]);                                                 \
  if constexpr (sizeof(T) > 4) {                                              \
    words[1] = TAKEN(words[1]);                                               \
  }                                                                           \
  T result;                                                                   \
  __builtin_memcpy(&result, words, sizeof(T));                                \
  return result;
#define HRFCHECK_TAKEN(WORD) __builtin_amdgcn_ds_bpermute(lane << 2, WORD)
#define HRFCHECK_TAKEN_OF(WORD) __hrfcheck_bpermute(mask, lane << 2, WORD)
template <typename T>
HRFCHECK_WAVE T hrfcheck_of_lane(T value, int lane) {
  HRFCHECK_OF_LANE(HRFCHECK_TAKEN)
}
template <typename T>
HRFCHECK_WAVE T hrfcheck_of_lane(unsigned long long mask, T value, int lane) {
  HRFCHECK_OF_LANE(HRFCHECK_TAKEN_OF)
}
#undef HRFCHECK_TAKEN_OF
#undef HRFCHECK_TAKEN
#undef HRFCHECK_OF_LANE

// Lanes that would be outside of the part of the wavefront are the lane itself.
HRFCHECK_DEVICE int hrfcheck_lane_of(int lane, int width) {
  return (lane & (width - 1)) + ((int)__lane_id() & ~(width - 1));
}
HRFCHECK_DEVICE int hrfcheck_lane_up(unsigned int delta, int width) {
  const int self = (int)__lane_id();
  const int lane = self - (int)delta;
  return lane < (self & ~(width - 1)) ? self : lane;
}
HRFCHECK_DEVICE int hrfcheck_lane_down(unsigned int delta, int width) {
  const int self = (int)__lane_id();
  return (self & (width - 1)) + (int)delta >= width ? self : self + (int)delta;
}
HRFCHECK_DEVICE int hrfcheck_lane_xor(int mask, int width) {
  const int self = (int)__lane_id();
  const int lane = self ^ mask;
  return lane >= ((self + width) & ~(width - 1)) ? self : lane;
}

// Masks are of 64 bits whatever the size of wavefronts, and AMD refuses others.
#define HRFCHECK_WITH_MASK static_assert(sizeof(Mask) == 8, "a mask has 64 bits")
#define HRFCHECK_SHUFFLE(NAME, WHICH, LANE)                                                         \
  template <typename T>                                                                             \
  HRFCHECK_WAVE T __##NAME(T value, WHICH lane, int width = warpSize) {                             \
    return hrfcheck_of_lane(value, LANE(lane, width));                                              \
  }                                                                                                 \
  template <typename Mask, typename T>                                                              \
  HRFCHECK_WAVE T __##NAME##_sync(Mask mask, T value, WHICH lane, int width = warpSize) {           \
    HRFCHECK_WITH_MASK;                                                                             \
    return hrfcheck_of_lane((unsigned long long)mask, value, LANE(lane, width));                    \
  }
HRFCHECK_SHUFFLE(shfl, int, hrfcheck_lane_of)
HRFCHECK_SHUFFLE(shfl_up, unsigned int, hrfcheck_lane_up)
HRFCHECK_SHUFFLE(shfl_down, unsigned int, hrfcheck_lane_down)
HRFCHECK_SHUFFLE(shfl_xor, int, hrfcheck_lane_xor)
#undef HRFCHECK_SHUFFLE

template <typename Mask>
HRFCHECK_WAVE unsigned long long __ballot_sync(Mask mask, int predicate) {
  HRFCHECK_WITH_MASK;
  return __hrfcheck_ballot(mask, predicate != 0);
}
template <typename Mask>
HRFCHECK_WAVE int __any_sync(Mask mask, int predicate) {
  return __ballot_sync(mask, predicate) != 0;
}
template <typename Mask>
HRFCHECK_WAVE int __all_sync(Mask mask, int predicate) {
  return __ballot_sync(mask, predicate == 0) == 0;
}
template <typename Mask>
HRFCHECK_WAVE void __syncwarp(Mask mask) {
  HRFCHECK_WITH_MASK;
  __builtin_amdgcn_fence(__ATOMIC_RELEASE, "wavefront");
  __hrfcheck_wave_barrier(mask);
  __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "wavefront");
}

template <typename T>
HRFCHECK_DEVICE unsigned long long hrfcheck_bits_of(T value) {
  static_assert(sizeof(T) == 4 || sizeof(T) == 8, "values of 4 or 8 bytes are matched");
  unsigned long long bits = 0;
  __builtin_memcpy(&bits, &value, sizeof(T));
  return bits;
}
template <typename Mask, typename T>
HRFCHECK_WAVE unsigned long long __match_any_sync(Mask mask, T value) {
  HRFCHECK_WITH_MASK;
  return __hrfcheck_match_any(mask, hrfcheck_bits_of(value));
}
template <typename Mask, typename T>
HRFCHECK_WAVE unsigned long long __match_all_sync(Mask mask, T value, int* all) {
  HRFCHECK_WITH_MASK;
  const unsigned long long result = __hrfcheck_match_all(mask, hrfcheck_bits_of(value));
  *all = result != 0;
  return result;
}
#undef HRFCHECK_WITH_MASK
