#pragma once

// Vector Data Load and Store Functions: each element is an access of its own.

#define HRFCHECK_LOADED(P, T)                                                                                      \
  HRFCHECK_FUNCTION T##2 vload2(size_t i, const P T* p) { return (T##2)(p[2 * i], p[2 * i + 1]); }                 \
  HRFCHECK_FUNCTION T##3 vload3(size_t i, const P T* p) { return (T##3)(p[3 * i], p[3 * i + 1], p[3 * i + 2]); }   \
  HRFCHECK_FUNCTION T##4 vload4(size_t i, const P T* p) { return (T##4)(vload2(2 * i, p), vload2(2 * i + 1, p)); } \
  HRFCHECK_FUNCTION T##8 vload8(size_t i, const P T* p) { return (T##8)(vload4(2 * i, p), vload4(2 * i + 1, p)); } \
  HRFCHECK_FUNCTION T##16 vload16(size_t i, const P T* p) { return (T##16)(vload8(2 * i, p), vload8(2 * i + 1, p)); }
#define HRFCHECK_STORED(P, T)                                                                                          \
  HRFCHECK_FUNCTION void vstore2(T##2 x, size_t i, P T* p) { p[2 * i] = x.x, p[2 * i + 1] = x.y; }                     \
  HRFCHECK_FUNCTION void vstore3(T##3 x, size_t i, P T* p) { p[3 * i] = x.x, p[3 * i + 1] = x.y, p[3 * i + 2] = x.z; } \
  HRFCHECK_FUNCTION void vstore4(T##4 x, size_t i, P T* p) { vstore2(x.lo, 2 * i, p), vstore2(x.hi, 2 * i + 1, p); }   \
  HRFCHECK_FUNCTION void vstore8(T##8 x, size_t i, P T* p) { vstore4(x.lo, 2 * i, p), vstore4(x.hi, 2 * i + 1, p); }   \
  HRFCHECK_FUNCTION void vstore16(T##16 x, size_t i, P T* p) { vstore8(x.lo, 2 * i, p), vstore8(x.hi, 2 * i + 1, p); }

// Halves in memory, floats and doubles in registers. vload_half3 has three halves side by side, vloada_half3 four.
#define HRFCHECK_HALF_LOADED(P)                                                                                               \
  HRFCHECK_FUNCTION float vload_half(size_t i, const P half* p) { return (float)p[i]; }                                       \
  HRFCHECK_FUNCTION float2 vload_half2(size_t i, const P half* p) { return __builtin_convertvector(vload2(i, p), float2); }   \
  HRFCHECK_FUNCTION float3 vload_half3(size_t i, const P half* p) { return __builtin_convertvector(vload3(i, p), float3); }   \
  HRFCHECK_FUNCTION float4 vload_half4(size_t i, const P half* p) { return __builtin_convertvector(vload4(i, p), float4); }   \
  HRFCHECK_FUNCTION float8 vload_half8(size_t i, const P half* p) { return __builtin_convertvector(vload8(i, p), float8); }   \
  HRFCHECK_FUNCTION float16 vload_half16(size_t i, const P half* p) { return __builtin_convertvector(vload16(i, p), float16); } \
  HRFCHECK_FUNCTION float vloada_half(size_t i, const P half* p) { return vload_half(i, p); }                                 \
  HRFCHECK_FUNCTION float2 vloada_half2(size_t i, const P half* p) { return vload_half2(i, p); }                              \
  HRFCHECK_FUNCTION float3 vloada_half3(size_t i, const P half* p) { return vload_half3(0, p + 4 * i); }                      \
  HRFCHECK_FUNCTION float4 vloada_half4(size_t i, const P half* p) { return vload_half4(i, p); }                              \
  HRFCHECK_FUNCTION float8 vloada_half8(size_t i, const P half* p) { return vload_half8(i, p); }                              \
  HRFCHECK_FUNCTION float16 vloada_half16(size_t i, const P half* p) { return vload_half16(i, p); }
#define HRFCHECK_ROUNDED_TO_HALF(T, MODE)                             \
  HRFCHECK_FUNCTION half hrfcheck_half##MODE(T x) { return (half)x; } \
  HRFCHECK_ELEMENTS1(half, hrfcheck_half##MODE, T)
HRFCHECK_ROUNDED_TO_HALF(float, )
HRFCHECK_ROUNDED_TO_HALF(double, )
HRFCHECK_ROUNDED_TO_HALF(float, _rte)
HRFCHECK_ROUNDED_TO_HALF(double, _rte)
#define HRFCHECK_HALF_STORED_AS(P, T, MODE)                                                                            \
  HRFCHECK_FUNCTION void vstore_half##MODE(T x, size_t i, P half* p) { p[i] = hrfcheck_half##MODE(x); }                \
  HRFCHECK_FUNCTION void vstore_half2##MODE(T##2 x, size_t i, P half* p) { vstore2(hrfcheck_half##MODE(x), i, p); }    \
  HRFCHECK_FUNCTION void vstore_half3##MODE(T##3 x, size_t i, P half* p) { vstore3(hrfcheck_half##MODE(x), i, p); }    \
  HRFCHECK_FUNCTION void vstore_half4##MODE(T##4 x, size_t i, P half* p) { vstore4(hrfcheck_half##MODE(x), i, p); }    \
  HRFCHECK_FUNCTION void vstore_half8##MODE(T##8 x, size_t i, P half* p) { vstore8(hrfcheck_half##MODE(x), i, p); }    \
  HRFCHECK_FUNCTION void vstore_half16##MODE(T##16 x, size_t i, P half* p) { vstore16(hrfcheck_half##MODE(x), i, p); } \
  HRFCHECK_FUNCTION void vstorea_half##MODE(T x, size_t i, P half* p) { vstore_half##MODE(x, i, p); }                  \
  HRFCHECK_FUNCTION void vstorea_half2##MODE(T##2 x, size_t i, P half* p) { vstore_half2##MODE(x, i, p); }             \
  HRFCHECK_FUNCTION void vstorea_half3##MODE(T##3 x, size_t i, P half* p) { vstore_half3##MODE(x, 0, p + 4 * i); }     \
  HRFCHECK_FUNCTION void vstorea_half4##MODE(T##4 x, size_t i, P half* p) { vstore_half4##MODE(x, i, p); }             \
  HRFCHECK_FUNCTION void vstorea_half8##MODE(T##8 x, size_t i, P half* p) { vstore_half8##MODE(x, i, p); }             \
  HRFCHECK_FUNCTION void vstorea_half16##MODE(T##16 x, size_t i, P half* p) { vstore_half16##MODE(x, i, p); }
#ifdef HRFCHECK_WITH_DIRECTED
#define HRFCHECK_HALF_STORED_DIRECTED(P)                                           \
  HRFCHECK_HALF_STORED_AS(P, float, _rtz) HRFCHECK_HALF_STORED_AS(P, double, _rtz) \
  HRFCHECK_HALF_STORED_AS(P, float, _rtp) HRFCHECK_HALF_STORED_AS(P, double, _rtp) \
  HRFCHECK_HALF_STORED_AS(P, float, _rtn) HRFCHECK_HALF_STORED_AS(P, double, _rtn)
#else
#define HRFCHECK_HALF_STORED_DIRECTED(P)
#endif
#define HRFCHECK_HALF_STORED(P)                                                    \
  HRFCHECK_HALF_STORED_AS(P, float, ) HRFCHECK_HALF_STORED_AS(P, double, )         \
  HRFCHECK_HALF_STORED_AS(P, float, _rte) HRFCHECK_HALF_STORED_AS(P, double, _rte) \
  HRFCHECK_HALF_STORED_DIRECTED(P)

#define HRFCHECK_IN_MEMORY(M, P) \
  M(P, char) M(P, uchar) M(P, short) M(P, ushort) M(P, int) M(P, uint) M(P, long) M(P, ulong) M(P, float) M(P, double) M(P, half)
HRFCHECK_IN_MEMORY(HRFCHECK_LOADED, __constant)
HRFCHECK_HALF_LOADED(__constant)
#define HRFCHECK_MEMORY(P)               \
  HRFCHECK_IN_MEMORY(HRFCHECK_LOADED, P) \
  HRFCHECK_IN_MEMORY(HRFCHECK_STORED, P) \
  HRFCHECK_HALF_LOADED(P)                \
  HRFCHECK_HALF_STORED(P)
#ifdef __opencl_c_generic_address_space
HRFCHECK_MEMORY(__generic)
#else
HRFCHECK_MEMORY(__global)
HRFCHECK_MEMORY(__local)
HRFCHECK_MEMORY(__private)
#endif
