#pragma once

// Vectors of one to four components (HIP documentation, "HIP C++ language extensions", vector types), with the alignments
// of CUDA's table, and the operators that HIP has beyond CUDA: component by component, of two vectors or a vector and a number.

#include "qualifiers.h"

#define HRFCHECK_VECTORS(NAME, T, ALIGN2, ALIGN4)                                                                   \
  struct NAME##1 {                                                                                                  \
    T x;                                                                                                            \
  };                                                                                                                \
  struct __align__(ALIGN2) NAME##2 {                                                                                \
    T x, y;                                                                                                         \
  };                                                                                                                \
  struct NAME##3 {                                                                                                  \
    T x, y, z;                                                                                                      \
  };                                                                                                                \
  struct __align__(ALIGN4) NAME##4 {                                                                                \
    T x, y, z, w;                                                                                                   \
  };                                                                                                                \
  HRFCHECK_BOTH constexpr NAME##1 make_##NAME##1(T x) { return NAME##1{x}; }                                        \
  HRFCHECK_BOTH constexpr NAME##2 make_##NAME##2(T x, T y) { return NAME##2{x, y}; }                                \
  HRFCHECK_BOTH constexpr NAME##3 make_##NAME##3(T x, T y, T z) { return NAME##3{x, y, z}; }                        \
  HRFCHECK_BOTH constexpr NAME##4 make_##NAME##4(T x, T y, T z, T w) { return NAME##4{x, y, z, w}; }

HRFCHECK_VECTORS(char, signed char, 2, 4)
HRFCHECK_VECTORS(uchar, unsigned char, 2, 4)
HRFCHECK_VECTORS(short, short, 4, 8)
HRFCHECK_VECTORS(ushort, unsigned short, 4, 8)
HRFCHECK_VECTORS(int, int, 8, 16)
HRFCHECK_VECTORS(uint, unsigned int, 8, 16)
HRFCHECK_VECTORS(long, long, 16, 16)
HRFCHECK_VECTORS(ulong, unsigned long, 16, 16)
HRFCHECK_VECTORS(longlong, long long, 16, 16)
HRFCHECK_VECTORS(ulonglong, unsigned long long, 16, 16)
HRFCHECK_VECTORS(float, float, 8, 16)
HRFCHECK_VECTORS(double, double, 16, 16)
#undef HRFCHECK_VECTORS

#define HRFCHECK_BETWEEN(NAME, T, OP)                                                                                  \
  HRFCHECK_BOTH constexpr NAME##2 operator OP(NAME##2 a, NAME##2 b) { return {(T)(a.x OP b.x), (T)(a.y OP b.y)}; }    \
  HRFCHECK_BOTH constexpr NAME##3 operator OP(NAME##3 a, NAME##3 b) {                                                 \
    return {(T)(a.x OP b.x), (T)(a.y OP b.y), (T)(a.z OP b.z)};                                                       \
  }                                                                                                                   \
  HRFCHECK_BOTH constexpr NAME##4 operator OP(NAME##4 a, NAME##4 b) {                                                 \
    return {(T)(a.x OP b.x), (T)(a.y OP b.y), (T)(a.z OP b.z), (T)(a.w OP b.w)};                                      \
  }                                                                                                                   \
  HRFCHECK_BOTH constexpr NAME##2 operator OP(NAME##2 a, T b) { return a OP NAME##2{b, b}; }                          \
  HRFCHECK_BOTH constexpr NAME##3 operator OP(NAME##3 a, T b) { return a OP NAME##3{b, b, b}; }                       \
  HRFCHECK_BOTH constexpr NAME##4 operator OP(NAME##4 a, T b) { return a OP NAME##4{b, b, b, b}; }                    \
  HRFCHECK_BOTH constexpr NAME##2 operator OP(T a, NAME##2 b) { return NAME##2{a, a} OP b; }                          \
  HRFCHECK_BOTH constexpr NAME##3 operator OP(T a, NAME##3 b) { return NAME##3{a, a, a} OP b; }                       \
  HRFCHECK_BOTH constexpr NAME##4 operator OP(T a, NAME##4 b) { return NAME##4{a, a, a, a} OP b; }                    \
  HRFCHECK_BOTH NAME##2& operator OP##=(NAME##2& a, NAME##2 b) { return a = a OP b; }                                 \
  HRFCHECK_BOTH NAME##3& operator OP##=(NAME##3& a, NAME##3 b) { return a = a OP b; }                                 \
  HRFCHECK_BOTH NAME##4& operator OP##=(NAME##4& a, NAME##4 b) { return a = a OP b; }
#define HRFCHECK_OPERATORS(NAME, T)  \
  HRFCHECK_BETWEEN(NAME, T, +)       \
  HRFCHECK_BETWEEN(NAME, T, -)       \
  HRFCHECK_BETWEEN(NAME, T, *)       \
  HRFCHECK_BETWEEN(NAME, T, /)
HRFCHECK_OPERATORS(int, int)
HRFCHECK_OPERATORS(uint, unsigned int)
HRFCHECK_OPERATORS(float, float)
HRFCHECK_OPERATORS(double, double)
#undef HRFCHECK_OPERATORS
#undef HRFCHECK_BETWEEN

struct dim3 {
  unsigned int x, y, z;
  HRFCHECK_MEMBER_BOTH constexpr dim3(unsigned int vx = 1, unsigned int vy = 1, unsigned int vz = 1)
      : x(vx), y(vy), z(vz) {}
  HRFCHECK_MEMBER_BOTH constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
  HRFCHECK_MEMBER_BOTH constexpr operator uint3() const { return uint3{x, y, z}; }
};
