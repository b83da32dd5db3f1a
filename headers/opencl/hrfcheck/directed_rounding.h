#pragma once

// Conversions to floats that round towards zero or an infinity: the nearest float, or the one next to it.

#define HRFCHECK_NEIGHBOURS(D, I)                                                                            \
  HRFCHECK_PLAIN D hrfcheck_above_##D(D x) {                                                                 \
    const I bits = __builtin_astype(x, I);                                                                   \
    return x == (D)0 ? __builtin_astype((I)1, D) : __builtin_astype((I)(x > (D)0 ? bits + 1 : bits - 1), D); \
  }                                                                                                          \
  HRFCHECK_PLAIN D hrfcheck_below_##D(D x) { return -hrfcheck_above_##D(-x); }
HRFCHECK_NEIGHBOURS(float, int)
HRFCHECK_NEIGHBOURS(double, long)
HRFCHECK_NEIGHBOURS(half, short)

#define HRFCHECK_DIRECTED(D, S, UNDER, OVER)                                                                       \
  HRFCHECK_FUNCTION D hrfcheck_##D##_rtp(S x) {                                                                    \
    const D near = (D)x;                                                                                           \
    return UNDER ? hrfcheck_above_##D(near) : near;                                                                \
  }                                                                                                                \
  HRFCHECK_FUNCTION D hrfcheck_##D##_rtn(S x) {                                                                    \
    const D near = (D)x;                                                                                           \
    return OVER ? hrfcheck_below_##D(near) : near;                                                                 \
  }                                                                                                                \
  HRFCHECK_FUNCTION D hrfcheck_##D##_rtz(S x) { return x < (S)0 ? hrfcheck_##D##_rtp(x) : hrfcheck_##D##_rtn(x); } \
  HRFCHECK_ELEMENTS1(D, hrfcheck_##D##_rtp, S)                                                                     \
  HRFCHECK_ELEMENTS1(D, hrfcheck_##D##_rtn, S)                                                                     \
  HRFCHECK_ELEMENTS1(D, hrfcheck_##D##_rtz, S)
/// A double has what the operand and the result are.
#define HRFCHECK_DIRECTED_AS_DOUBLE(D, S) HRFCHECK_DIRECTED(D, S, (double)near < (double)x, (double)near > (double)x)
/// The result may be 2^63 or 2^64, which the operand's type has not.
#define HRFCHECK_DIRECTED_LONG(D, S, BEHIND) \
  HRFCHECK_DIRECTED(D, S, near < (D)BEHIND && (S)near < x, near >= (D)BEHIND || (S)near > x)

#define HRFCHECK_DIRECTED_TO(D)          \
  HRFCHECK_DIRECTED_AS_DOUBLE(D, char)   \
  HRFCHECK_DIRECTED_AS_DOUBLE(D, uchar)  \
  HRFCHECK_DIRECTED_AS_DOUBLE(D, short)  \
  HRFCHECK_DIRECTED_AS_DOUBLE(D, ushort) \
  HRFCHECK_DIRECTED_AS_DOUBLE(D, int)    \
  HRFCHECK_DIRECTED_AS_DOUBLE(D, uint)   \
  HRFCHECK_DIRECTED_AS_DOUBLE(D, half)   \
  HRFCHECK_DIRECTED_AS_DOUBLE(D, float)  \
  HRFCHECK_DIRECTED_AS_DOUBLE(D, double)
HRFCHECK_DIRECTED_TO(float)
HRFCHECK_DIRECTED_TO(double)
HRFCHECK_DIRECTED_TO(half)
HRFCHECK_DIRECTED_LONG(float, long, 0x1p63f)
HRFCHECK_DIRECTED_LONG(float, ulong, 0x1p64f)
HRFCHECK_DIRECTED_LONG(double, long, 0x1p63)
HRFCHECK_DIRECTED_LONG(double, ulong, 0x1p64)
// Where doubles do not have the operand, it is larger than all halves.
HRFCHECK_DIRECTED_AS_DOUBLE(half, long)
HRFCHECK_DIRECTED_AS_DOUBLE(half, ulong)
