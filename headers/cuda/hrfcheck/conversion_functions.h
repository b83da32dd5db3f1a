#pragma once

// Conversions of numbers, in the rounding that their names end in (CUDA Math API, "Type Casting Intrinsics").

#include "qualifiers.h"

#define HRFCHECK_CONVERSION(NAME, R, T, CODE, CR, CT)        \
  HRFCHECK_DEVICE R NAME(T x) {                              \
    R result;                                                \
    asm("cvt." CODE " %0, %1;" : "=" CR(result) : CT(x));    \
    return result;                                           \
  }
#define HRFCHECK_TO_INTEGER(NAME, R, T, TYPES, CR, CT)       \
  HRFCHECK_CONVERSION(NAME##_rn, R, T, "rni." TYPES, CR, CT) \
  HRFCHECK_CONVERSION(NAME##_rz, R, T, "rzi." TYPES, CR, CT) \
  HRFCHECK_CONVERSION(NAME##_ru, R, T, "rpi." TYPES, CR, CT) \
  HRFCHECK_CONVERSION(NAME##_rd, R, T, "rmi." TYPES, CR, CT)
#define HRFCHECK_TO_FLOAT(NAME, R, T, TYPES, CR, CT)         \
  HRFCHECK_CONVERSION(NAME##_rn, R, T, "rn." TYPES, CR, CT)  \
  HRFCHECK_CONVERSION(NAME##_rz, R, T, "rz." TYPES, CR, CT)  \
  HRFCHECK_CONVERSION(NAME##_ru, R, T, "rp." TYPES, CR, CT)  \
  HRFCHECK_CONVERSION(NAME##_rd, R, T, "rm." TYPES, CR, CT)

HRFCHECK_TO_INTEGER(__float2int, int, float, "s32.f32", "r", "f")
HRFCHECK_TO_INTEGER(__float2uint, unsigned int, float, "u32.f32", "r", "f")
HRFCHECK_TO_INTEGER(__float2ll, long long, float, "s64.f32", "l", "f")
HRFCHECK_TO_INTEGER(__float2ull, unsigned long long, float, "u64.f32", "l", "f")
HRFCHECK_TO_INTEGER(__double2int, int, double, "s32.f64", "r", "d")
HRFCHECK_TO_INTEGER(__double2uint, unsigned int, double, "u32.f64", "r", "d")
HRFCHECK_TO_INTEGER(__double2ll, long long, double, "s64.f64", "l", "d")
HRFCHECK_TO_INTEGER(__double2ull, unsigned long long, double, "u64.f64", "l", "d")
HRFCHECK_TO_FLOAT(__int2float, float, int, "f32.s32", "f", "r")
HRFCHECK_TO_FLOAT(__uint2float, float, unsigned int, "f32.u32", "f", "r")
HRFCHECK_TO_FLOAT(__ll2float, float, long long, "f32.s64", "f", "l")
HRFCHECK_TO_FLOAT(__ull2float, float, unsigned long long, "f32.u64", "f", "l")
HRFCHECK_TO_FLOAT(__ll2double, double, long long, "f64.s64", "d", "l")
HRFCHECK_TO_FLOAT(__ull2double, double, unsigned long long, "f64.u64", "d", "l")
HRFCHECK_TO_FLOAT(__double2float, float, double, "f32.f64", "f", "d")
HRFCHECK_CONVERSION(__int2double_rn, double, int, "rn.f64.s32", "d", "r")
HRFCHECK_CONVERSION(__uint2double_rn, double, unsigned int, "rn.f64.u32", "d", "r")
#undef HRFCHECK_TO_INTEGER
#undef HRFCHECK_TO_FLOAT
#undef HRFCHECK_CONVERSION
