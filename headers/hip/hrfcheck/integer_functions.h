#pragma once

// Bits and integers (HIP documentation, "HIP math API", integer intrinsics).

#include "qualifiers.h"

HRFCHECK_DEVICE unsigned int __popc(unsigned int x) { return (unsigned int)__builtin_popcount(x); }
HRFCHECK_DEVICE unsigned int __popcll(unsigned long long x) { return (unsigned int)__builtin_popcountll(x); }
HRFCHECK_DEVICE int __clz(int x) { return x == 0 ? 32 : __builtin_clz((unsigned int)x); }
HRFCHECK_DEVICE int __clzll(long long x) { return x == 0 ? 64 : __builtin_clzll((unsigned long long)x); }
HRFCHECK_DEVICE unsigned int __brev(unsigned int x) { return __builtin_bitreverse32(x); }
HRFCHECK_DEVICE unsigned long long __brevll(unsigned long long x) { return __builtin_bitreverse64(x); }
// The position of the first bit that is set, from 1; 0 where none is.
#define HRFCHECK_FIRST(T, NAME, COUNT) \
  HRFCHECK_DEVICE unsigned int NAME(T x) { return x == 0 ? 0U : (unsigned int)COUNT(x) + 1; }
HRFCHECK_FIRST(int, __ffs, __builtin_ctz)
HRFCHECK_FIRST(unsigned int, __ffs, __builtin_ctz)
HRFCHECK_FIRST(long, __ffsll, __builtin_ctzl)
HRFCHECK_FIRST(unsigned long, __ffsll, __builtin_ctzl)
HRFCHECK_FIRST(long long, __ffsll, __builtin_ctzll)
HRFCHECK_FIRST(unsigned long long, __ffsll, __builtin_ctzll)
#undef HRFCHECK_FIRST

HRFCHECK_DEVICE int __mulhi(int x, int y) { return (int)(((long long)x * y) >> 32); }
HRFCHECK_DEVICE unsigned int __umulhi(unsigned int x, unsigned int y) {
  return (unsigned int)(((unsigned long long)x * y) >> 32);
}
HRFCHECK_DEVICE long long __mul64hi(long long x, long long y) { return (long long)(((__int128)x * y) >> 64); }
HRFCHECK_DEVICE unsigned long long __umul64hi(unsigned long long x, unsigned long long y) {
  return (unsigned long long)(((unsigned __int128)x * y) >> 64);
}
HRFCHECK_DEVICE int __mul24(int x, int y) { return ((x << 8) >> 8) * ((y << 8) >> 8); }
HRFCHECK_DEVICE unsigned int __umul24(unsigned int x, unsigned int y) { return (x & 0xffffffU) * (y & 0xffffffU); }
HRFCHECK_DEVICE unsigned int __funnelshift_l(unsigned int low, unsigned int high, unsigned int shift) {
  return (unsigned int)(((((unsigned long long)high << 32) | low) << (shift & 31)) >> 32);
}
HRFCHECK_DEVICE unsigned int __funnelshift_r(unsigned int low, unsigned int high, unsigned int shift) {
  return (unsigned int)((((unsigned long long)high << 32) | low) >> (shift & 31));
}
HRFCHECK_DEVICE unsigned int __byte_perm(unsigned int x, unsigned int y, unsigned int s) {
  const unsigned long long bytes = ((unsigned long long)y << 32) | x;
  unsigned int result = 0;
  for (unsigned int i = 0; i < 4; ++i) {
    result |= (unsigned int)((bytes >> ((s >> (4 * i) & 7) * 8)) & 0xff) << (8 * i);
  }
  return result;
}

#define HRFCHECK_BITS(NAME, R, T)                   \
  HRFCHECK_DEVICE R NAME(T x) { return __builtin_bit_cast(R, x); }
HRFCHECK_BITS(__float_as_int, int, float)
HRFCHECK_BITS(__float_as_uint, unsigned int, float)
HRFCHECK_BITS(__int_as_float, float, int)
HRFCHECK_BITS(__uint_as_float, float, unsigned int)
HRFCHECK_BITS(__double_as_longlong, long long, double)
HRFCHECK_BITS(__longlong_as_double, double, long long)
#undef HRFCHECK_BITS
HRFCHECK_DEVICE int __double2loint(double x) { return (int)__double_as_longlong(x); }
HRFCHECK_DEVICE int __double2hiint(double x) { return (int)(__double_as_longlong(x) >> 32); }
HRFCHECK_DEVICE double __hiloint2double(int high, int low) {
  return __longlong_as_double(((long long)high << 32) | (unsigned int)low);
}

HRFCHECK_DEVICE long long clock64() { return (long long)__builtin_readcyclecounter(); }
HRFCHECK_DEVICE long long clock() { return clock64(); }
HRFCHECK_DEVICE long long __clock64() { return clock64(); }
HRFCHECK_DEVICE long long __clock() { return clock64(); }
HRFCHECK_DEVICE long long wall_clock64() { return (long long)__builtin_readcyclecounter(); }
