#pragma once

// Bits and integers (CUDA Math API, "Integer Intrinsics", "Type Casting Intrinsics"); conversions are in conversion_functions.h.

#include "qualifiers.h"

#define HRFCHECK_ONE(NAME, R, T, CODE, CR, CT)               \
  HRFCHECK_DEVICE R NAME(T x) {                              \
    R result;                                                \
    asm(CODE " %0, %1;" : "=" CR(result) : CT(x));           \
    return result;                                           \
  }
HRFCHECK_ONE(__clz, int, int, "clz.b32", "r", "r")
HRFCHECK_ONE(__clzll, int, long long, "clz.b64", "r", "l")
HRFCHECK_ONE(__popc, int, unsigned int, "popc.b32", "r", "r")
HRFCHECK_ONE(__popcll, int, unsigned long long, "popc.b64", "r", "l")
HRFCHECK_ONE(__brev, unsigned int, unsigned int, "brev.b32", "r", "r")
HRFCHECK_ONE(__brevll, unsigned long long, unsigned long long, "brev.b64", "l", "l")
HRFCHECK_ONE(__float_as_int, int, float, "mov.b32", "r", "f")
HRFCHECK_ONE(__float_as_uint, unsigned int, float, "mov.b32", "r", "f")
HRFCHECK_ONE(__int_as_float, float, int, "mov.b32", "f", "r")
HRFCHECK_ONE(__uint_as_float, float, unsigned int, "mov.b32", "f", "r")
HRFCHECK_ONE(__double_as_longlong, long long, double, "mov.b64", "l", "d")
HRFCHECK_ONE(__longlong_as_double, double, long long, "mov.b64", "d", "l")
#undef HRFCHECK_ONE

#define HRFCHECK_TWO(NAME, T, CODE, C)                                        \
  HRFCHECK_DEVICE T NAME(T x, T y) {                                          \
    T result;                                                                 \
    asm(CODE " %0, %1, %2;" : "=" C(result) : C(x), C(y));                    \
    return result;                                                            \
  }
HRFCHECK_TWO(__mulhi, int, "mul.hi.s32", "r")
HRFCHECK_TWO(__umulhi, unsigned int, "mul.hi.u32", "r")
HRFCHECK_TWO(__mul64hi, long long, "mul.hi.s64", "l")
HRFCHECK_TWO(__umul64hi, unsigned long long, "mul.hi.u64", "l")
HRFCHECK_TWO(__mul24, int, "mul24.lo.s32", "r")
HRFCHECK_TWO(__umul24, unsigned int, "mul24.lo.u32", "r")
#undef HRFCHECK_TWO

// The position of the first bit that is set, from 1; 0 where none is.
HRFCHECK_DEVICE int __ffs(int x) { return x == 0 ? 0 : __clz((int)__brev((unsigned int)x)) + 1; }
HRFCHECK_DEVICE int __ffsll(long long x) {
  return x == 0 ? 0 : __clzll((long long)__brevll((unsigned long long)x)) + 1;
}
HRFCHECK_DEVICE unsigned int __byte_perm(unsigned int x, unsigned int y, unsigned int s) {
  unsigned int result;
  asm("prmt.b32 %0, %1, %2, %3;" : "=r"(result) : "r"(x), "r"(y), "r"(s));
  return result;
}
HRFCHECK_DEVICE unsigned int __funnelshift_l(unsigned int low, unsigned int high, unsigned int shift) {
  unsigned int result;
  asm("shf.l.wrap.b32 %0, %1, %2, %3;" : "=r"(result) : "r"(low), "r"(high), "r"(shift));
  return result;
}
HRFCHECK_DEVICE unsigned int __funnelshift_r(unsigned int low, unsigned int high, unsigned int shift) {
  unsigned int result;
  asm("shf.r.wrap.b32 %0, %1, %2, %3;" : "=r"(result) : "r"(low), "r"(high), "r"(shift));
  return result;
}
HRFCHECK_DEVICE int __double2loint(double x) { return (int)__double_as_longlong(x); }
HRFCHECK_DEVICE int __double2hiint(double x) { return (int)(__double_as_longlong(x) >> 32); }
HRFCHECK_DEVICE double __hiloint2double(int high, int low) {
  return __longlong_as_double(((long long)high << 32) | (unsigned int)low);
}

HRFCHECK_DEVICE long long clock64() {
  long long result;
  asm volatile("mov.u64 %0, %%clock64;" : "=l"(result)::"memory");
  return result;
}
HRFCHECK_DEVICE int clock() {
  int result;
  asm volatile("mov.u32 %0, %%clock;" : "=r"(result)::"memory");
  return result;
}
