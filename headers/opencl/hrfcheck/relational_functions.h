#pragma once

// Relational Functions: of scalars they give 0 or 1, of vectors 0 or -1 by element.

#define HRFCHECK_COMPARED(T, R)                                                                  \
  HRFCHECK_FUNCTION R isequal(T x, T y) { return x == y; }                                       \
  HRFCHECK_FUNCTION R isnotequal(T x, T y) { return x != y; }                                    \
  HRFCHECK_FUNCTION R isgreater(T x, T y) { return x > y; }                                      \
  HRFCHECK_FUNCTION R isgreaterequal(T x, T y) { return x >= y; }                                \
  HRFCHECK_FUNCTION R isless(T x, T y) { return x < y; }                                         \
  HRFCHECK_FUNCTION R islessequal(T x, T y) { return x <= y; }                                   \
  HRFCHECK_FUNCTION R islessgreater(T x, T y) { return (x < y) | (x > y); }                      \
  HRFCHECK_FUNCTION R isordered(T x, T y) { return (x == x) & (y == y); }                        \
  HRFCHECK_FUNCTION R isunordered(T x, T y) { return (x != x) | (y != y); }                      \
  HRFCHECK_FUNCTION R isnan(T x) { return x != x; }                                              \
  HRFCHECK_FUNCTION R isinf(T x) { return __builtin_elementwise_abs(x) == (T)__builtin_inff(); } \
  HRFCHECK_FUNCTION R isfinite(T x) { return __builtin_elementwise_abs(x) < (T)__builtin_inff(); }
#define HRFCHECK_COMPARED_VECTORS(T, I)                                                                                   \
  HRFCHECK_COMPARED(T##2, I##2) HRFCHECK_COMPARED(T##3, I##3) HRFCHECK_COMPARED(T##4, I##4) HRFCHECK_COMPARED(T##8, I##8) \
  HRFCHECK_COMPARED(T##16, I##16)
#define HRFCHECK_LOOKED_AT(T, I, R, LEAST)                                                                    \
  HRFCHECK_FUNCTION R signbit(T x) { return __builtin_astype(x, I) < (I)0; }                                  \
  HRFCHECK_FUNCTION R isnormal(T x) {                                                                         \
    return (__builtin_elementwise_abs(x) >= (T)LEAST) & (__builtin_elementwise_abs(x) < (T)__builtin_inff()); \
  }
#define HRFCHECK_LOOKED_AT_ALL(T, I, LEAST)   \
  HRFCHECK_COMPARED(T, int)                   \
  HRFCHECK_COMPARED_VECTORS(T, I)             \
  HRFCHECK_LOOKED_AT(T, I, int, LEAST)        \
  HRFCHECK_LOOKED_AT(T##2, I##2, I##2, LEAST) \
  HRFCHECK_LOOKED_AT(T##3, I##3, I##3, LEAST) \
  HRFCHECK_LOOKED_AT(T##4, I##4, I##4, LEAST) \
  HRFCHECK_LOOKED_AT(T##8, I##8, I##8, LEAST) \
  HRFCHECK_LOOKED_AT(T##16, I##16, I##16, LEAST)
HRFCHECK_LOOKED_AT_ALL(float, int, FLT_MIN)
HRFCHECK_LOOKED_AT_ALL(double, long, DBL_MIN)
HRFCHECK_IF_HALVES(HRFCHECK_LOOKED_AT_ALL(half, short, HALF_MIN))

#define HRFCHECK_ANY_ALL(T)                                               \
  HRFCHECK_FUNCTION int any(T x) { return x < 0; }                        \
  HRFCHECK_FUNCTION int all(T x) { return x < 0; }                        \
  HRFCHECK_FUNCTION int any(T##2 x) { return any((T)(x.x | x.y)); }       \
  HRFCHECK_FUNCTION int all(T##2 x) { return all((T)(x.x & x.y)); }       \
  HRFCHECK_FUNCTION int any(T##3 x) { return any((T)(x.x | x.y | x.z)); } \
  HRFCHECK_FUNCTION int all(T##3 x) { return all((T)(x.x & x.y & x.z)); } \
  HRFCHECK_FUNCTION int any(T##4 x) { return any(x.lo | x.hi); }          \
  HRFCHECK_FUNCTION int all(T##4 x) { return all(x.lo & x.hi); }          \
  HRFCHECK_FUNCTION int any(T##8 x) { return any(x.lo | x.hi); }          \
  HRFCHECK_FUNCTION int all(T##8 x) { return all(x.lo & x.hi); }          \
  HRFCHECK_FUNCTION int any(T##16 x) { return any(x.lo | x.hi); }         \
  HRFCHECK_FUNCTION int all(T##16 x) { return all(x.lo & x.hi); }
HRFCHECK_ANY_ALL(char)
HRFCHECK_ANY_ALL(short)
HRFCHECK_ANY_ALL(int)
HRFCHECK_ANY_ALL(long)

// The choice of a scalar is whether the third operand is 0, that of an element its highest bit.
#define HRFCHECK_CHOSEN(T, I, U)                                                                \
  HRFCHECK_FUNCTION T select(T x, T y, I c) { return c ? y : x; }                               \
  HRFCHECK_FUNCTION T select(T x, T y, U c) { return c ? y : x; }                               \
  HRFCHECK_FUNCTION T bitselect(T x, T y, T c) {                                                \
    const U a = __builtin_astype(x, U), b = __builtin_astype(y, U), m = __builtin_astype(c, U); \
    return __builtin_astype((U)(a ^ (m & (a ^ b))), T);                                         \
  }
#define HRFCHECK_CHOSEN_ALL(T, I, U)                                                           \
  HRFCHECK_CHOSEN(T, I, U) HRFCHECK_CHOSEN(T##2, I##2, U##2) HRFCHECK_CHOSEN(T##3, I##3, U##3) \
  HRFCHECK_CHOSEN(T##4, I##4, U##4) HRFCHECK_CHOSEN(T##8, I##8, U##8) HRFCHECK_CHOSEN(T##16, I##16, U##16)
HRFCHECK_CHOSEN_ALL(char, char, uchar)
HRFCHECK_CHOSEN_ALL(uchar, char, uchar)
HRFCHECK_CHOSEN_ALL(short, short, ushort)
HRFCHECK_CHOSEN_ALL(ushort, short, ushort)
HRFCHECK_CHOSEN_ALL(int, int, uint)
HRFCHECK_CHOSEN_ALL(uint, int, uint)
HRFCHECK_CHOSEN_ALL(long, long, ulong)
HRFCHECK_CHOSEN_ALL(ulong, long, ulong)
HRFCHECK_CHOSEN_ALL(float, int, uint)
HRFCHECK_CHOSEN_ALL(double, long, ulong)
HRFCHECK_IF_HALVES(HRFCHECK_CHOSEN_ALL(half, short, ushort))
