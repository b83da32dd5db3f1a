#pragma once

// Functions of these headers have no lines of their own: what they do is said to happen at the line that calls them.

#define HRFCHECK_PLAIN static inline __attribute__((always_inline, nodebug))
#define HRFCHECK_FUNCTION static inline __attribute__((overloadable, always_inline, nodebug))

// Lists of types: M(T) for a scalar and its vectors; M(T, U) with a second type of the same widths.
#define HRFCHECK_WIDTHS(M, T) M(T) M(T##2) M(T##3) M(T##4) M(T##8) M(T##16)
#define HRFCHECK_WIDTHS2(M, T, U) M(T, U) M(T##2, U##2) M(T##3, U##3) M(T##4, U##4) M(T##8, U##8) M(T##16, U##16)

/// M(type, type without a sign, width of an element).
#define HRFCHECK_OF_INTEGER(M, T, U, BITS) \
  M(T, U, BITS) M(T##2, U##2, BITS) M(T##3, U##3, BITS) M(T##4, U##4, BITS) M(T##8, U##8, BITS) M(T##16, U##16, BITS)
#define HRFCHECK_SIGNED_TYPES(M)                                                   \
  HRFCHECK_OF_INTEGER(M, char, uchar, 8) HRFCHECK_OF_INTEGER(M, short, ushort, 16) \
  HRFCHECK_OF_INTEGER(M, int, uint, 32) HRFCHECK_OF_INTEGER(M, long, ulong, 64)
#define HRFCHECK_UNSIGNED_TYPES(M)                                                   \
  HRFCHECK_OF_INTEGER(M, uchar, uchar, 8) HRFCHECK_OF_INTEGER(M, ushort, ushort, 16) \
  HRFCHECK_OF_INTEGER(M, uint, uint, 32) HRFCHECK_OF_INTEGER(M, ulong, ulong, 64)
#define HRFCHECK_INTEGER_TYPES(M) HRFCHECK_SIGNED_TYPES(M) HRFCHECK_UNSIGNED_TYPES(M)
#define HRFCHECK_INTEGER_SCALARS(M)                                                                                  \
  M(char, uchar, 8) M(uchar, uchar, 8) M(short, ushort, 16) M(ushort, ushort, 16) M(int, uint, 32) M(uint, uint, 32) \
  M(long, ulong, 64) M(ulong, ulong, 64)

/// M(type, integer with a sign and that width, scalar).
#define HRFCHECK_OF_FLOAT(M, T, I) \
  M(T, I, T) M(T##2, I##2, T) M(T##3, I##3, T) M(T##4, I##4, T) M(T##8, I##8, T) M(T##16, I##16, T)
#ifdef HRFCHECK_WITH_HALVES
#define HRFCHECK_IF_HALVES(...) __VA_ARGS__
#else
#define HRFCHECK_IF_HALVES(...)
#endif
#define HRFCHECK_FLOAT_TYPES(M) \
  HRFCHECK_OF_FLOAT(M, float, int) HRFCHECK_OF_FLOAT(M, double, long) HRFCHECK_IF_HALVES(HRFCHECK_OF_FLOAT(M, half, short))
#define HRFCHECK_FLOAT_SCALARS(M) M(float, int, float) M(double, long, double) HRFCHECK_IF_HALVES(M(half, short, half))

// A function of vectors, element by element, where there is one of scalars: its results are of type R, and R2 and so on.
#define HRFCHECK_ELEMENTS1(R, NAME, T)                                                               \
  HRFCHECK_FUNCTION R##2 NAME(T##2 x) { return (R##2)(NAME(x.x), NAME(x.y)); }                       \
  HRFCHECK_FUNCTION R##3 NAME(T##3 x) { return (R##3)(NAME(x.x), NAME(x.y), NAME(x.z)); }            \
  HRFCHECK_FUNCTION R##4 NAME(T##4 x) { return (R##4)(NAME(x.x), NAME(x.y), NAME(x.z), NAME(x.w)); } \
  HRFCHECK_FUNCTION R##8 NAME(T##8 x) { return (R##8)(NAME(x.lo), NAME(x.hi)); }                     \
  HRFCHECK_FUNCTION R##16 NAME(T##16 x) { return (R##16)(NAME(x.lo), NAME(x.hi)); }
#define HRFCHECK_ELEMENTS2(R, NAME, T, U)                                                                                     \
  HRFCHECK_FUNCTION R##2 NAME(T##2 x, U##2 y) { return (R##2)(NAME(x.x, y.x), NAME(x.y, y.y)); }                              \
  HRFCHECK_FUNCTION R##3 NAME(T##3 x, U##3 y) { return (R##3)(NAME(x.x, y.x), NAME(x.y, y.y), NAME(x.z, y.z)); }              \
  HRFCHECK_FUNCTION R##4 NAME(T##4 x, U##4 y) { return (R##4)(NAME(x.x, y.x), NAME(x.y, y.y), NAME(x.z, y.z), NAME(x.w, y.w)); } \
  HRFCHECK_FUNCTION R##8 NAME(T##8 x, U##8 y) { return (R##8)(NAME(x.lo, y.lo), NAME(x.hi, y.hi)); }                          \
  HRFCHECK_FUNCTION R##16 NAME(T##16 x, U##16 y) { return (R##16)(NAME(x.lo, y.lo), NAME(x.hi, y.hi)); }
#define HRFCHECK_ELEMENTS3(R, NAME, T)                                                                             \
  HRFCHECK_FUNCTION R##2 NAME(T##2 x, T##2 y, T##2 z) { return (R##2)(NAME(x.x, y.x, z.x), NAME(x.y, y.y, z.y)); } \
  HRFCHECK_FUNCTION R##3 NAME(T##3 x, T##3 y, T##3 z) {                                                            \
    return (R##3)(NAME(x.x, y.x, z.x), NAME(x.y, y.y, z.y), NAME(x.z, y.z, z.z));                                  \
  }                                                                                                                \
  HRFCHECK_FUNCTION R##4 NAME(T##4 x, T##4 y, T##4 z) {                                                            \
    return (R##4)(NAME(x.lo, y.lo, z.lo), NAME(x.hi, y.hi, z.hi));                                                 \
  }                                                                                                                \
  HRFCHECK_FUNCTION R##8 NAME(T##8 x, T##8 y, T##8 z) {                                                            \
    return (R##8)(NAME(x.lo, y.lo, z.lo), NAME(x.hi, y.hi, z.hi));                                                 \
  }                                                                                                                \
  HRFCHECK_FUNCTION R##16 NAME(T##16 x, T##16 y, T##16 z) {                                                        \
    return (R##16)(NAME(x.lo, y.lo, z.lo), NAME(x.hi, y.hi, z.hi));                                                \
  }
