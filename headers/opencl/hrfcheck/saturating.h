#pragma once

// Conversions that give the nearest number that the type has, and 0 for what is not a number. hrfcheck_sat_T(x) is x where
// it is in the range of T: converted by elements, since that type is another one for each width.

// Of integers but ulong: a long has them, and of the limits the larger one as far as it matters (MOST_LONG).
#define HRFCHECK_SATURATED(D, LEAST, MOST, S)                                        \
  HRFCHECK_FUNCTION D hrfcheck_sat_##D(S x) {                                        \
    return (long)x < (long)LEAST ? (D)LEAST : (long)x > (long)MOST ? (D)MOST : (D)x; \
  }                                                                                  \
  HRFCHECK_ELEMENTS1(D, hrfcheck_sat_##D, S)
// 2^63 and more are in no signed type.
#define HRFCHECK_SATURATED_ULONG(D, LEAST, MOST)                                             \
  HRFCHECK_FUNCTION D hrfcheck_sat_##D(ulong x) { return x > (ulong)MOST ? (D)MOST : (D)x; } \
  HRFCHECK_ELEMENTS1(D, hrfcheck_sat_##D, ulong)
// Of floats: the limits are powers of two, which floats have, but for one less in halves.
#define HRFCHECK_SATURATED_FLOAT(D, LEAST, MOST, BEHIND, S, WIDE)                           \
  HRFCHECK_FUNCTION D hrfcheck_sat_##D(S s) {                                               \
    const WIDE x = (WIDE)s;                                                                 \
    return x != x ? (D)0 : x >= (WIDE)BEHIND ? (D)MOST : x < (WIDE)LEAST ? (D)LEAST : (D)x; \
  }                                                                                         \
  HRFCHECK_ELEMENTS1(D, hrfcheck_sat_##D, S)
#define HRFCHECK_SATURATED_TO(D, LEAST, MOST, BEHIND, MOST_LONG)   \
  HRFCHECK_SATURATED(D, LEAST, MOST_LONG, char)                    \
  HRFCHECK_SATURATED(D, LEAST, MOST_LONG, uchar)                   \
  HRFCHECK_SATURATED(D, LEAST, MOST_LONG, short)                   \
  HRFCHECK_SATURATED(D, LEAST, MOST_LONG, ushort)                  \
  HRFCHECK_SATURATED(D, LEAST, MOST_LONG, int)                     \
  HRFCHECK_SATURATED(D, LEAST, MOST_LONG, uint)                    \
  HRFCHECK_SATURATED(D, LEAST, MOST_LONG, long)                    \
  HRFCHECK_SATURATED_ULONG(D, LEAST, MOST)                         \
  HRFCHECK_SATURATED_FLOAT(D, LEAST, MOST, BEHIND, float, float)   \
  HRFCHECK_SATURATED_FLOAT(D, LEAST, MOST, BEHIND, double, double) \
  HRFCHECK_SATURATED_FLOAT(D, LEAST, MOST, BEHIND, half, float)
HRFCHECK_SATURATED_TO(char, CHAR_MIN, CHAR_MAX, 0x1p7f, CHAR_MAX)
HRFCHECK_SATURATED_TO(uchar, 0, UCHAR_MAX, 0x1p8f, UCHAR_MAX)
HRFCHECK_SATURATED_TO(short, SHRT_MIN, SHRT_MAX, 0x1p15f, SHRT_MAX)
HRFCHECK_SATURATED_TO(ushort, 0, USHRT_MAX, 0x1p16f, USHRT_MAX)
HRFCHECK_SATURATED_TO(int, INT_MIN, INT_MAX, 0x1p31f, INT_MAX)
HRFCHECK_SATURATED_TO(uint, 0, UINT_MAX, 0x1p32f, UINT_MAX)
HRFCHECK_SATURATED_TO(long, LONG_MIN, LONG_MAX, 0x1p63f, LONG_MAX)
HRFCHECK_SATURATED_TO(ulong, 0, ULONG_MAX, 0x1p64f, LONG_MAX)
