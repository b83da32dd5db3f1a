#pragma once

// Floats of 16 bits with the exponents of those of 32 (CUDA Math API, "Bfloat16 Precision Intrinsics"): computed in 32.

#include "cuda_runtime.h"

struct alignas(2) __nv_bfloat16 {
  unsigned short hrfcheck_bits;
  __nv_bfloat16() = default;
  HRFCHECK_MEMBER_BOTH __nv_bfloat16(float value);
  HRFCHECK_MEMBER_BOTH explicit __nv_bfloat16(double value) : __nv_bfloat16((float)value) {}
  HRFCHECK_MEMBER_BOTH explicit __nv_bfloat16(int value) : __nv_bfloat16((float)value) {}
  HRFCHECK_MEMBER_BOTH operator float() const;
};
struct alignas(4) __nv_bfloat162 {
  __nv_bfloat16 x, y;
  __nv_bfloat162() = default;
  HRFCHECK_MEMBER_BOTH __nv_bfloat162(__nv_bfloat16 a, __nv_bfloat16 b) : x(a), y(b) {}
};
typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;
struct alignas(2) __nv_bfloat16_raw {
  unsigned short x;
};

// To the nearest, to even ones where two are as near; a NaN is 0x7fff.
HRFCHECK_BOTH __nv_bfloat16 __float2bfloat16(float value) {
  unsigned int bits;
  __builtin_memcpy(&bits, &value, sizeof(bits));
  __nv_bfloat16 result;
  result.hrfcheck_bits = (unsigned short)(value != value ? 0x7fffU : (bits + 0x7fffU + ((bits >> 16) & 1U)) >> 16);
  return result;
}
HRFCHECK_BOTH float __bfloat162float(__nv_bfloat16 value) {
  const unsigned int bits = (unsigned int)value.hrfcheck_bits << 16;
  float result;
  __builtin_memcpy(&result, &bits, sizeof(result));
  return result;
}
HRFCHECK_MEMBER_BOTH __nv_bfloat16::__nv_bfloat16(float value) : __nv_bfloat16(__float2bfloat16(value)) {}
HRFCHECK_MEMBER_BOTH __nv_bfloat16::operator float() const { return __bfloat162float(*this); }
HRFCHECK_BOTH __nv_bfloat16 __float2bfloat16_rn(float value) { return __float2bfloat16(value); }
HRFCHECK_BOTH __nv_bfloat16 __int2bfloat16_rn(int value) { return __float2bfloat16((float)value); }
HRFCHECK_BOTH __nv_bfloat162 __float2bfloat162_rn(float value) { return __nv_bfloat162(__float2bfloat16(value), __float2bfloat16(value)); }
HRFCHECK_BOTH __nv_bfloat162 __floats2bfloat162_rn(float x, float y) { return __nv_bfloat162(__float2bfloat16(x), __float2bfloat16(y)); }
HRFCHECK_BOTH __nv_bfloat162 __float22bfloat162_rn(float2 v) { return __floats2bfloat162_rn(v.x, v.y); }
HRFCHECK_BOTH __nv_bfloat162 __bfloat162bfloat162(__nv_bfloat16 x) { return __nv_bfloat162(x, x); }
HRFCHECK_BOTH __nv_bfloat162 make_bfloat162(__nv_bfloat16 x, __nv_bfloat16 y) { return __nv_bfloat162(x, y); }
HRFCHECK_BOTH __nv_bfloat162 __halves2bfloat162(__nv_bfloat16 x, __nv_bfloat16 y) { return __nv_bfloat162(x, y); }
HRFCHECK_BOTH __nv_bfloat16 __low2bfloat16(__nv_bfloat162 v) { return v.x; }
HRFCHECK_BOTH __nv_bfloat16 __high2bfloat16(__nv_bfloat162 v) { return v.y; }
HRFCHECK_BOTH float __low2float(__nv_bfloat162 v) { return __bfloat162float(v.x); }
HRFCHECK_BOTH float __high2float(__nv_bfloat162 v) { return __bfloat162float(v.y); }
HRFCHECK_BOTH float2 __bfloat1622float2(__nv_bfloat162 v) { return make_float2(__bfloat162float(v.x), __bfloat162float(v.y)); }
HRFCHECK_BOTH unsigned short __bfloat16_as_ushort(__nv_bfloat16 x) { return x.hrfcheck_bits; }
HRFCHECK_BOTH __nv_bfloat16 __ushort_as_bfloat16(unsigned short x) {
  __nv_bfloat16 result;
  result.hrfcheck_bits = x;
  return result;
}

#define HRFCHECK_BFLOAT(NAME, OPERATOR)                                                                                \
  HRFCHECK_BOTH __nv_bfloat16 NAME(__nv_bfloat16 x, __nv_bfloat16 y) { return __float2bfloat16(__bfloat162float(x) OPERATOR __bfloat162float(y)); }   \
  HRFCHECK_BOTH __nv_bfloat162 NAME##2(__nv_bfloat162 x, __nv_bfloat162 y) { return __nv_bfloat162(NAME(x.x, y.x), NAME(x.y, y.y)); }           \
  HRFCHECK_BOTH __nv_bfloat16 operator OPERATOR(__nv_bfloat16 x, __nv_bfloat16 y) { return NAME(x, y); }                                  \
  HRFCHECK_BOTH __nv_bfloat162 operator OPERATOR(__nv_bfloat162 x, __nv_bfloat162 y) { return NAME##2(x, y); }                            \
  HRFCHECK_BOTH __nv_bfloat16& operator OPERATOR##=(__nv_bfloat16& x, __nv_bfloat16 y) { return x = NAME(x, y); }                         \
  HRFCHECK_BOTH __nv_bfloat162& operator OPERATOR##=(__nv_bfloat162& x, __nv_bfloat162 y) { return x = NAME##2(x, y); }
HRFCHECK_BFLOAT(__hadd, +)
HRFCHECK_BFLOAT(__hsub, -)
HRFCHECK_BFLOAT(__hmul, *)
HRFCHECK_BFLOAT(__hdiv, /)
#undef HRFCHECK_BFLOAT
#define HRFCHECK_BFLOAT(NAME, OPERATOR)                                                                           \
  HRFCHECK_BOTH bool NAME(__nv_bfloat16 x, __nv_bfloat16 y) { return __bfloat162float(x) OPERATOR __bfloat162float(y); }              \
  HRFCHECK_BOTH bool operator OPERATOR(__nv_bfloat16 x, __nv_bfloat16 y) { return NAME(x, y); }
HRFCHECK_BFLOAT(__heq, ==)
HRFCHECK_BFLOAT(__hne, !=)
HRFCHECK_BFLOAT(__hlt, <)
HRFCHECK_BFLOAT(__hle, <=)
HRFCHECK_BFLOAT(__hgt, >)
HRFCHECK_BFLOAT(__hge, >=)
#undef HRFCHECK_BFLOAT
HRFCHECK_BOTH __nv_bfloat16 __hmax(__nv_bfloat16 x, __nv_bfloat16 y) { return x < y ? y : x; }
HRFCHECK_BOTH __nv_bfloat16 __hmin(__nv_bfloat16 x, __nv_bfloat16 y) { return y < x ? y : x; }
HRFCHECK_BOTH __nv_bfloat16 __hneg(__nv_bfloat16 x) { return __float2bfloat16(-__bfloat162float(x)); }
HRFCHECK_DEVICE __nv_bfloat16 __hfma(__nv_bfloat16 x, __nv_bfloat16 y, __nv_bfloat16 z) {
  return __float2bfloat16(fmaf(__bfloat162float(x), __bfloat162float(y), __bfloat162float(z)));
}
HRFCHECK_DEVICE __nv_bfloat162 __hfma2(__nv_bfloat162 x, __nv_bfloat162 y, __nv_bfloat162 z) {
  return __nv_bfloat162(__hfma(x.x, y.x, z.x), __hfma(x.y, y.y, z.y));
}
