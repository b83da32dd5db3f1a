#pragma once

// Reductions of groups (CUDA Programming Guide, "Cooperative Groups", "reduce").

#include "../cooperative_groups.h"

namespace cooperative_groups {

#define HRFCHECK_OPERATION(NAME, VALUE)                    \
  template <typename T>                                    \
  struct NAME {                                            \
    HRFCHECK_MEMBER_BOTH T operator()(T x, T y) const {    \
      return VALUE;                                        \
    }                                                      \
  };
HRFCHECK_OPERATION(plus, x + y)
HRFCHECK_OPERATION(less, y < x ? y : x)
HRFCHECK_OPERATION(greater, x < y ? y : x)
HRFCHECK_OPERATION(bit_and, x& y)
HRFCHECK_OPERATION(bit_or, x | y)
HRFCHECK_OPERATION(bit_xor, x ^ y)
#undef HRFCHECK_OPERATION

template <unsigned int Size, typename Parent, typename T, typename Operation>
HRFCHECK_DEVICE T reduce(const thread_block_tile<Size, Parent>& group, T value, Operation operation) {
  for (unsigned int distance = Size / 2; distance > 0; distance /= 2) {
    value = operation(value, group.shfl_xor(value, distance));
  }
  return value;
}
template <typename T, typename Operation>
HRFCHECK_DEVICE T reduce(const coalesced_group& group, T value, Operation operation) {
  T result = group.shfl(value, 0);
  for (unsigned int rank = 1; rank < group.size(); ++rank) {
    result = operation(result, group.shfl(value, rank));
  }
  return result;
}

}  // namespace cooperative_groups
