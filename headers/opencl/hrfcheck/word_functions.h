#pragma once

// The other Integer Functions. What is left to the implementation (mul24 of larger numbers) is the product, whose high bits
// are lost.

#define HRFCHECK_WORDS(T, U, BITS)                                                                    \
  HRFCHECK_FUNCTION T hadd(T x, T y) { return (x >> (T)1) + (y >> (T)1) + (x & y & (T)1); }           \
  HRFCHECK_FUNCTION T rhadd(T x, T y) { return (x >> (T)1) + (y >> (T)1) + ((x | y) & (T)1); }        \
  HRFCHECK_FUNCTION U abs_diff(T x, T y) {                                                            \
    const U difference = (U)(__builtin_astype(x, U) - __builtin_astype(y, U));                        \
    return (U)(x > y ? difference : (U)((U)0 - difference));                                          \
  }                                                                                                   \
  HRFCHECK_FUNCTION T rotate(T x, T y) {                                                              \
    const U bits = __builtin_astype(x, U), count = __builtin_astype(y, U) & (U)(BITS - 1);            \
    return __builtin_astype((U)((bits << count) | (bits >> (((U)BITS - count) & (U)(BITS - 1)))), T); \
  }
HRFCHECK_INTEGER_TYPES(HRFCHECK_WORDS)

// Clang promotes narrow scalars to int before it computes.
#define HRFCHECK_SATURATED_SUMS(T)                                                      \
  HRFCHECK_FUNCTION T add_sat(T x, T y) { return __builtin_elementwise_add_sat(x, y); } \
  HRFCHECK_FUNCTION T sub_sat(T x, T y) { return __builtin_elementwise_sub_sat(x, y); }
#define HRFCHECK_SATURATED_SUMS_OF_VECTORS(T, U, BITS)                                      \
  HRFCHECK_SATURATED_SUMS(T##2) HRFCHECK_SATURATED_SUMS(T##3) HRFCHECK_SATURATED_SUMS(T##4) \
  HRFCHECK_SATURATED_SUMS(T##8) HRFCHECK_SATURATED_SUMS(T##16)
HRFCHECK_INTEGER_SCALARS(HRFCHECK_SATURATED_SUMS_OF_VECTORS)
HRFCHECK_SATURATED_SUMS(int)
HRFCHECK_SATURATED_SUMS(uint)
HRFCHECK_SATURATED_SUMS(long)
HRFCHECK_SATURATED_SUMS(ulong)
#define HRFCHECK_NARROW_SUMS(T, LEAST, MOST)                                               \
  HRFCHECK_FUNCTION T add_sat(T x, T y) { return (T)clamp((int)x + (int)y, LEAST, MOST); } \
  HRFCHECK_FUNCTION T sub_sat(T x, T y) { return (T)clamp((int)x - (int)y, LEAST, MOST); }
HRFCHECK_NARROW_SUMS(char, CHAR_MIN, CHAR_MAX)
HRFCHECK_NARROW_SUMS(uchar, 0, UCHAR_MAX)
HRFCHECK_NARROW_SUMS(short, SHRT_MIN, SHRT_MAX)
HRFCHECK_NARROW_SUMS(ushort, 0, USHRT_MAX)

// Bits.
#define HRFCHECK_BITS(T, U, WIDTH)                                                             \
  HRFCHECK_FUNCTION T clz(T x) { return (T)__builtin_clzg(__builtin_astype(x, U), WIDTH); }    \
  HRFCHECK_FUNCTION T ctz(T x) { return (T)__builtin_ctzg(__builtin_astype(x, U), WIDTH); }    \
  HRFCHECK_FUNCTION T popcount(T x) { return (T)__builtin_popcountg(__builtin_astype(x, U)); } \
  HRFCHECK_ELEMENTS1(T, clz, T)                                                                \
  HRFCHECK_ELEMENTS1(T, ctz, T)                                                                \
  HRFCHECK_ELEMENTS1(T, popcount, T)
HRFCHECK_INTEGER_SCALARS(HRFCHECK_BITS)

// Products in twice the width.
#define HRFCHECK_MUL_HIGH(T, WIDE, BITS) \
  HRFCHECK_FUNCTION T mul_hi(T x, T y) { return (T)(((WIDE)x * (WIDE)y) >> (WIDE)BITS); }
HRFCHECK_MUL_HIGH(char, int, 8)
HRFCHECK_MUL_HIGH(uchar, uint, 8)
HRFCHECK_MUL_HIGH(short, int, 16)
HRFCHECK_MUL_HIGH(ushort, uint, 16)
HRFCHECK_MUL_HIGH(int, long, 32)
HRFCHECK_MUL_HIGH(uint, ulong, 32)
HRFCHECK_FUNCTION ulong mul_hi(ulong x, ulong y) {
  const ulong low = (x & 0xffffffffUL) * (y & 0xffffffffUL);
  const ulong middle = (x >> 32) * (y & 0xffffffffUL) + (low >> 32);
  const ulong other = (x & 0xffffffffUL) * (y >> 32) + (middle & 0xffffffffUL);
  return (x >> 32) * (y >> 32) + (middle >> 32) + (other >> 32);
}
HRFCHECK_FUNCTION long mul_hi(long x, long y) {
  const ulong high = mul_hi((ulong)x, (ulong)y);
  return (long)(high - (x < 0 ? (ulong)y : 0) - (y < 0 ? (ulong)x : 0));
}
#define HRFCHECK_MUL_HIGH_OF_VECTORS(T, U, BITS) HRFCHECK_ELEMENTS2(T, mul_hi, T, T)
HRFCHECK_INTEGER_SCALARS(HRFCHECK_MUL_HIGH_OF_VECTORS)
#define HRFCHECK_MAD_HIGH(T, U, BITS)                                                            \
  HRFCHECK_FUNCTION T mad_hi(T x, T y, T z) {                                                    \
    return __builtin_astype((U)(__builtin_astype(mul_hi(x, y), U) + __builtin_astype(z, U)), T); \
  }
HRFCHECK_INTEGER_TYPES(HRFCHECK_MAD_HIGH)

#define HRFCHECK_MAD_SAT(T, WIDE, LEAST, MOST)                                               \
  HRFCHECK_FUNCTION T mad_sat(T x, T y, T z) {                                               \
    const WIDE exact = (WIDE)x * (WIDE)y + (WIDE)z;                                          \
    return (T)(exact < (WIDE)LEAST ? (WIDE)LEAST : exact > (WIDE)MOST ? (WIDE)MOST : exact); \
  }
HRFCHECK_MAD_SAT(char, int, CHAR_MIN, CHAR_MAX)
HRFCHECK_MAD_SAT(uchar, uint, 0, UCHAR_MAX)
HRFCHECK_MAD_SAT(short, int, SHRT_MIN, SHRT_MAX)
HRFCHECK_MAD_SAT(ushort, ulong, 0, USHRT_MAX)
HRFCHECK_MAD_SAT(int, long, INT_MIN, INT_MAX)
HRFCHECK_MAD_SAT(uint, ulong, 0, UINT_MAX)
HRFCHECK_FUNCTION ulong mad_sat(ulong x, ulong y, ulong z) {
  return mul_hi(x, y) != 0 ? ULONG_MAX : add_sat(x * y, z);
}
HRFCHECK_FUNCTION long mad_sat(long x, long y, long z) {
  const ulong low = (ulong)x * (ulong)y + (ulong)z;
  const long high = (long)((ulong)mul_hi(x, y) + (ulong)(z >> 63) + (low < (ulong)z ? 1UL : 0UL));
  return high == ((long)low >> 63) ? (long)low : high < 0 ? LONG_MIN : LONG_MAX;
}
#define HRFCHECK_MAD_SAT_OF_VECTORS(T, U, BITS) HRFCHECK_ELEMENTS3(T, mad_sat, T)
HRFCHECK_INTEGER_SCALARS(HRFCHECK_MAD_SAT_OF_VECTORS)

#define HRFCHECK_OF_24_BITS(T, U)                                                                                      \
  HRFCHECK_FUNCTION T mul24(T x, T y) { return __builtin_astype(__builtin_astype(x, U) * __builtin_astype(y, U), T); } \
  HRFCHECK_FUNCTION T mad24(T x, T y, T z) {                                                                           \
    return __builtin_astype(__builtin_astype(x, U) * __builtin_astype(y, U) + __builtin_astype(z, U), T);              \
  }
HRFCHECK_WIDTHS2(HRFCHECK_OF_24_BITS, int, uint)
HRFCHECK_WIDTHS2(HRFCHECK_OF_24_BITS, uint, uint)

#define HRFCHECK_UPSAMPLE(T, LOW, WIDE, UWIDE, BITS)                                                                \
  HRFCHECK_FUNCTION WIDE upsample(T high, LOW low) {                                                                \
    return __builtin_astype((UWIDE)((__builtin_astype(__builtin_convertvector(high, WIDE), UWIDE) << (UWIDE)BITS) | \
                                    __builtin_convertvector(low, UWIDE)), WIDE);                                    \
  }
#define HRFCHECK_UPSAMPLES(T, LOW, WIDE, UWIDE, BITS)                                                                  \
  HRFCHECK_FUNCTION WIDE upsample(T high, LOW low) { return (WIDE)(((UWIDE)(WIDE)high << (UWIDE)BITS) | (UWIDE)low); } \
  HRFCHECK_UPSAMPLE(T##2, LOW##2, WIDE##2, UWIDE##2, BITS)                                                             \
  HRFCHECK_UPSAMPLE(T##3, LOW##3, WIDE##3, UWIDE##3, BITS)                                                             \
  HRFCHECK_UPSAMPLE(T##4, LOW##4, WIDE##4, UWIDE##4, BITS)                                                             \
  HRFCHECK_UPSAMPLE(T##8, LOW##8, WIDE##8, UWIDE##8, BITS)                                                             \
  HRFCHECK_UPSAMPLE(T##16, LOW##16, WIDE##16, UWIDE##16, BITS)
HRFCHECK_UPSAMPLES(char, uchar, short, ushort, 8)
HRFCHECK_UPSAMPLES(uchar, uchar, ushort, ushort, 8)
HRFCHECK_UPSAMPLES(short, ushort, int, uint, 16)
HRFCHECK_UPSAMPLES(ushort, ushort, uint, uint, 16)
HRFCHECK_UPSAMPLES(int, uint, long, ulong, 32)
HRFCHECK_UPSAMPLES(uint, uint, ulong, ulong, 32)
