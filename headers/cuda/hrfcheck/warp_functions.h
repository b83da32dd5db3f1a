#pragma once

// What lanes of a warp give each other (CUDA Programming Guide, "Warp Vote Functions", "Warp Match Functions", "Warp
// Shuffle Functions"); the last operand of `shfl` is that of its page in the PTX ISA.

#include "qualifiers.h"

#define HRFCHECK_WARP HRFCHECK_DEVICE __attribute__((convergent))

#define HRFCHECK_SHUFFLE(NAME, MODE, CLAMP)                                                                           \
  HRFCHECK_WARP unsigned int hrfcheck_##NAME(unsigned int mask, unsigned int value, unsigned int lane, int width) {   \
    unsigned int result;                                                                                              \
    const unsigned int limits = ((32U - (unsigned int)width) << 8) | CLAMP;                                           \
    asm volatile("shfl.sync." MODE ".b32 %0, %1, %2, %3, %4;"                                                         \
                 : "=r"(result)                                                                                       \
                 : "r"(value), "r"(lane), "r"(limits), "r"(mask)                                                      \
                 : "memory");                                                                                         \
    return result;                                                                                                    \
  }                                                                                                                   \
  template <typename T>                                                                                               \
  HRFCHECK_WARP T __##NAME##_sync(unsigned int mask, T value, unsigned int lane, int width = 32) {                    \
    static_assert(sizeof(T) <= 8, "shuffles move at most 8 bytes");                                                   \
    unsigned int words[2] = {0, 0};                                                                                   \
    __builtin_memcpy(words, &value, sizeof(T));                                                                       \
    words[0] = hrfcheck_##NAME(mask, words[0], lane, width);                                                          \
    if (sizeof(T) > 4) {                                                                                              \
      words[1] = hrfcheck_##NAME(mask, words[1], lane, width);                                                        \
    }                                                                                                                 \
    T result;                                                                                                         \
    __builtin_memcpy(&result, words, sizeof(T));                                                                      \
    return result;                                                                                                    \
  }                                                                                                                   \
  template <typename T>                                                                                               \
  HRFCHECK_WARP T __##NAME(T value, unsigned int lane, int width = 32) {                                              \
    return __##NAME##_sync(0xffffffffU, value, lane, width);                                                          \
  }

HRFCHECK_SHUFFLE(shfl, "idx", 0x1f)
HRFCHECK_SHUFFLE(shfl_up, "up", 0)
HRFCHECK_SHUFFLE(shfl_down, "down", 0x1f)
HRFCHECK_SHUFFLE(shfl_xor, "bfly", 0x1f)
#undef HRFCHECK_SHUFFLE

HRFCHECK_WARP unsigned int __ballot_sync(unsigned int mask, int predicate) {
  unsigned int result;
  asm volatile("{ .reg .pred p; setp.ne.s32 p, %1, 0; vote.sync.ballot.b32 %0, p, %2; }"
               : "=r"(result)
               : "r"(predicate), "r"(mask)
               : "memory");
  return result;
}
#define HRFCHECK_VOTE(NAME, MODE)                                                                                   \
  HRFCHECK_WARP int __##NAME##_sync(unsigned int mask, int predicate) {                                             \
    int result;                                                                                                     \
    asm volatile(                                                                                                   \
        "{ .reg .pred p, q; setp.ne.s32 p, %1, 0; vote.sync." MODE ".pred q, p, %2; selp.s32 %0, 1, 0, q; }"        \
        : "=r"(result)                                                                                              \
        : "r"(predicate), "r"(mask)                                                                                 \
        : "memory");                                                                                                \
    return result;                                                                                                  \
  }                                                                                                                 \
  HRFCHECK_WARP int __##NAME(int predicate) { return __##NAME##_sync(0xffffffffU, predicate); }
HRFCHECK_VOTE(all, "all")
HRFCHECK_VOTE(any, "any")
HRFCHECK_VOTE(uni, "uni")
#undef HRFCHECK_VOTE
HRFCHECK_WARP unsigned int __ballot(int predicate) { return __ballot_sync(0xffffffffU, predicate); }

HRFCHECK_WARP unsigned int __activemask() {
  unsigned int result;
  asm volatile("activemask.b32 %0;" : "=r"(result)::"memory");
  return result;
}

template <typename T>
HRFCHECK_WARP unsigned int __match_any_sync(unsigned int mask, T value) {
  static_assert(sizeof(T) == 4 || sizeof(T) == 8, "values of 4 or 8 bytes are matched");
  unsigned int result;
  if (sizeof(T) == 8) {
    unsigned long long bits = 0;
    __builtin_memcpy(&bits, &value, sizeof(T));
    asm volatile("match.any.sync.b64 %0, %1, %2;" : "=r"(result) : "l"(bits), "r"(mask) : "memory");
  } else {
    unsigned int bits = 0;
    __builtin_memcpy(&bits, &value, sizeof(bits));
    asm volatile("match.any.sync.b32 %0, %1, %2;" : "=r"(result) : "r"(bits), "r"(mask) : "memory");
  }
  return result;
}
template <typename T>
HRFCHECK_WARP unsigned int __match_all_sync(unsigned int mask, T value, int* predicate) {
  static_assert(sizeof(T) == 4 || sizeof(T) == 8, "values of 4 or 8 bytes are matched");
  unsigned int result;
  int all;
  if (sizeof(T) == 8) {
    unsigned long long bits = 0;
    __builtin_memcpy(&bits, &value, sizeof(T));
    asm volatile("{ .reg .pred p; match.all.sync.b64 %0|p, %2, %3; selp.s32 %1, 1, 0, p; }"
                 : "=r"(result), "=r"(all)
                 : "l"(bits), "r"(mask)
                 : "memory");
  } else {
    unsigned int bits = 0;
    __builtin_memcpy(&bits, &value, sizeof(bits));
    asm volatile("{ .reg .pred p; match.all.sync.b32 %0|p, %2, %3; selp.s32 %1, 1, 0, p; }"
                 : "=r"(result), "=r"(all)
                 : "r"(bits), "r"(mask)
                 : "memory");
  }
  *predicate = all;
  return result;
}

#define HRFCHECK_REDUCE(NAME, T, OPERATION)                                               \
  HRFCHECK_WARP T __reduce_##NAME##_sync(unsigned int mask, T value) {                    \
    T result;                                                                             \
    asm volatile("redux.sync." OPERATION " %0, %1, %2;" : "=r"(result) : "r"(value), "r"(mask) : "memory"); \
    return result;                                                                        \
  }
HRFCHECK_REDUCE(add, int, "add.s32")
HRFCHECK_REDUCE(add, unsigned int, "add.u32")
HRFCHECK_REDUCE(min, int, "min.s32")
HRFCHECK_REDUCE(min, unsigned int, "min.u32")
HRFCHECK_REDUCE(max, int, "max.s32")
HRFCHECK_REDUCE(max, unsigned int, "max.u32")
HRFCHECK_REDUCE(and, unsigned int, "and.b32")
HRFCHECK_REDUCE(or, unsigned int, "or.b32")
HRFCHECK_REDUCE(xor, unsigned int, "xor.b32")
#undef HRFCHECK_REDUCE

HRFCHECK_DEVICE unsigned int __lanemask_lt() { return __nvvm_read_ptx_sreg_lanemask_lt(); }
