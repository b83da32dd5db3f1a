#pragma once

// Sub-Group Functions (cl_khr_subgroups; OpenCL C 3.0, and the extensions cl_khr_subgroup_shuffle, _shuffle_relative, _ballot,
// _non_uniform_vote): lanes give each other words.

#ifdef __opencl_subgroup_builtins

HRFCHECK_PLAIN uint get_sub_group_size(void) {
  const uint items = (uint)(get_local_size(0) * get_local_size(1) * get_local_size(2));
  const uint before = __hrfcheck_warp() * __hrfcheck_lanes();
  return items - before < __hrfcheck_lanes() ? items - before : __hrfcheck_lanes();
}
HRFCHECK_PLAIN uint get_max_sub_group_size(void) { return __hrfcheck_lanes(); }
HRFCHECK_PLAIN uint get_num_sub_groups(void) { return __hrfcheck_warps(); }
HRFCHECK_PLAIN uint get_enqueued_num_sub_groups(void) { return __hrfcheck_warps(); }
HRFCHECK_PLAIN uint get_sub_group_id(void) { return __hrfcheck_warp(); }
HRFCHECK_PLAIN uint get_sub_group_local_id(void) { return __hrfcheck_lane(); }

HRFCHECK_CONVERGENT int hrfcheck_of_lane(int x, uint lane) { return __builtin_amdgcn_ds_bpermute((int)(lane << 2), x); }
HRFCHECK_CONVERGENT uint hrfcheck_of_lane(uint x, uint lane) { return (uint)hrfcheck_of_lane((int)x, lane); }
HRFCHECK_CONVERGENT float hrfcheck_of_lane(float x, uint lane) {
  return __builtin_astype(hrfcheck_of_lane(__builtin_astype(x, int), lane), float);
}
HRFCHECK_CONVERGENT ulong hrfcheck_of_lane(ulong x, uint lane) {
  const uint low = hrfcheck_of_lane((uint)x, lane);
  return ((ulong)hrfcheck_of_lane((uint)(x >> 32), lane) << 32) | low;
}
HRFCHECK_CONVERGENT long hrfcheck_of_lane(long x, uint lane) { return (long)hrfcheck_of_lane((ulong)x, lane); }
HRFCHECK_CONVERGENT double hrfcheck_of_lane(double x, uint lane) {
  return __builtin_astype(hrfcheck_of_lane(__builtin_astype(x, ulong), lane), double);
}
#define HRFCHECK_NARROW_LANE(T, WORD)                                                          \
  HRFCHECK_CONVERGENT T hrfcheck_of_lane(T x, uint lane) {                                     \
    return __builtin_astype((WORD)hrfcheck_of_lane((uint)__builtin_astype(x, WORD), lane), T); \
  }
HRFCHECK_NARROW_LANE(char, uchar)
HRFCHECK_NARROW_LANE(uchar, uchar)
HRFCHECK_NARROW_LANE(short, ushort)
HRFCHECK_NARROW_LANE(ushort, ushort)
HRFCHECK_NARROW_LANE(half, ushort)

#define HRFCHECK_LANES(T)                                                                                               \
  HRFCHECK_CONVERGENT T sub_group_broadcast(T x, uint lane) { return hrfcheck_of_lane(x, lane); }                       \
  HRFCHECK_CONVERGENT T sub_group_non_uniform_broadcast(T x, uint lane) { return hrfcheck_of_lane(x, lane); }           \
  HRFCHECK_CONVERGENT T sub_group_shuffle(T x, uint lane) { return hrfcheck_of_lane(x, lane); }                         \
  HRFCHECK_CONVERGENT T sub_group_shuffle_xor(T x, uint mask) { return hrfcheck_of_lane(x, __hrfcheck_lane() ^ mask); } \
  HRFCHECK_CONVERGENT T sub_group_shuffle_up(T x, uint by) { return hrfcheck_of_lane(x, __hrfcheck_lane() - by); }      \
  HRFCHECK_CONVERGENT T sub_group_shuffle_down(T x, uint by) { return hrfcheck_of_lane(x, __hrfcheck_lane() + by); }
HRFCHECK_LANES(char) HRFCHECK_LANES(uchar) HRFCHECK_LANES(short) HRFCHECK_LANES(ushort) HRFCHECK_LANES(int)
HRFCHECK_LANES(uint) HRFCHECK_LANES(long) HRFCHECK_LANES(ulong) HRFCHECK_LANES(float) HRFCHECK_LANES(double)
HRFCHECK_IF_HALVES(HRFCHECK_LANES(half))

// Reductions take the operands in the order of lanes.
#define HRFCHECK_OVER_LANES(T, NAME, OF_TWO, NEUTRAL)              \
  HRFCHECK_CONVERGENT T sub_group_reduce_##NAME(T x) {             \
    T result = hrfcheck_of_lane(x, 0);                             \
    for (uint lane = 1; lane < get_sub_group_size(); ++lane) {     \
      const T other = hrfcheck_of_lane(x, lane);                   \
      result = OF_TWO;                                             \
    }                                                              \
    return result;                                                 \
  }                                                                \
  HRFCHECK_CONVERGENT T sub_group_scan_inclusive_##NAME(T x) {     \
    T result = hrfcheck_of_lane(x, 0);                             \
    for (uint lane = 1; lane < get_sub_group_size(); ++lane) {     \
      const T other = hrfcheck_of_lane(x, lane);                   \
      result = lane <= __hrfcheck_lane() ? OF_TWO : result;        \
    }                                                              \
    return result;                                                 \
  }                                                                \
  HRFCHECK_CONVERGENT T sub_group_scan_exclusive_##NAME(T x) {     \
    T result = NEUTRAL;                                            \
    for (uint lane = 0; lane + 1 < get_sub_group_size(); ++lane) { \
      const T other = hrfcheck_of_lane(x, lane);                   \
      result = lane < __hrfcheck_lane() ? OF_TWO : result;         \
    }                                                              \
    return result;                                                 \
  }
#define HRFCHECK_REDUCED(T, LEAST, MOST)                             \
  HRFCHECK_OVER_LANES(T, add, result + other, 0)                     \
  HRFCHECK_OVER_LANES(T, min, other < result ? other : result, MOST) \
  HRFCHECK_OVER_LANES(T, max, result < other ? other : result, LEAST)
HRFCHECK_REDUCED(int, INT_MIN, INT_MAX)
HRFCHECK_REDUCED(uint, 0, UINT_MAX)
HRFCHECK_REDUCED(long, LONG_MIN, LONG_MAX)
HRFCHECK_REDUCED(ulong, 0, ULONG_MAX)
HRFCHECK_REDUCED(float, -INFINITY, INFINITY)
HRFCHECK_REDUCED(double, -(double)INFINITY, (double)INFINITY)

HRFCHECK_CONVERGENT ulong hrfcheck_ballot(int predicate) { return __builtin_amdgcn_ballot_w64(predicate != 0); }
HRFCHECK_CONVERGENT int sub_group_any(int predicate) { return hrfcheck_ballot(predicate) != 0; }
HRFCHECK_CONVERGENT int sub_group_all(int predicate) { return hrfcheck_ballot(!predicate) == 0; }
HRFCHECK_CONVERGENT int sub_group_non_uniform_any(int predicate) { return sub_group_any(predicate); }
HRFCHECK_CONVERGENT int sub_group_non_uniform_all(int predicate) { return sub_group_all(predicate); }
HRFCHECK_CONVERGENT uint4 sub_group_ballot(int predicate) {
  const ulong lanes = hrfcheck_ballot(predicate);
  return (uint4)((uint)lanes, (uint)(lanes >> 32), 0, 0);
}
HRFCHECK_PLAIN ulong hrfcheck_ballot_of(uint4 ballot) { return ((ulong)ballot.y << 32) | ballot.x; }
HRFCHECK_PLAIN int sub_group_ballot_bit_extract(uint4 ballot, uint lane) { return (int)(hrfcheck_ballot_of(ballot) >> lane & 1); }
HRFCHECK_PLAIN int sub_group_inverse_ballot(uint4 ballot) { return sub_group_ballot_bit_extract(ballot, __hrfcheck_lane()); }
HRFCHECK_PLAIN uint sub_group_ballot_bit_count(uint4 ballot) { return (uint)popcount(hrfcheck_ballot_of(ballot)); }
HRFCHECK_PLAIN uint sub_group_ballot_find_lsb(uint4 ballot) { return (uint)ctz(hrfcheck_ballot_of(ballot)); }
HRFCHECK_PLAIN uint sub_group_ballot_find_msb(uint4 ballot) { return 63 - (uint)clz(hrfcheck_ballot_of(ballot)); }

#endif
