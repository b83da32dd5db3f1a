#pragma once

// Forms of less precision, of floats alone: the same numbers, near enough.
#define HRFCHECK_ROUGH(T)                                          \
  HRFCHECK_FUNCTION T half_cos(T x) { return cos(x); }             \
  HRFCHECK_FUNCTION T half_divide(T x, T y) { return x / y; }      \
  HRFCHECK_FUNCTION T half_exp(T x) { return exp(x); }             \
  HRFCHECK_FUNCTION T half_exp2(T x) { return exp2(x); }           \
  HRFCHECK_FUNCTION T half_exp10(T x) { return exp10(x); }         \
  HRFCHECK_FUNCTION T half_log(T x) { return log(x); }             \
  HRFCHECK_FUNCTION T half_log2(T x) { return log2(x); }           \
  HRFCHECK_FUNCTION T half_log10(T x) { return log10(x); }         \
  HRFCHECK_FUNCTION T half_powr(T x, T y) { return powr(x, y); }   \
  HRFCHECK_FUNCTION T half_recip(T x) { return (T)1.0f / x; }      \
  HRFCHECK_FUNCTION T half_rsqrt(T x) { return rsqrt(x); }         \
  HRFCHECK_FUNCTION T half_sin(T x) { return sin(x); }             \
  HRFCHECK_FUNCTION T half_sqrt(T x) { return sqrt(x); }           \
  HRFCHECK_FUNCTION T half_tan(T x) { return tan(x); }             \
  HRFCHECK_FUNCTION T native_cos(T x) { return cos(x); }           \
  HRFCHECK_FUNCTION T native_divide(T x, T y) { return x / y; }    \
  HRFCHECK_FUNCTION T native_exp(T x) { return exp(x); }           \
  HRFCHECK_FUNCTION T native_exp2(T x) { return exp2(x); }         \
  HRFCHECK_FUNCTION T native_exp10(T x) { return exp10(x); }       \
  HRFCHECK_FUNCTION T native_log(T x) { return log(x); }           \
  HRFCHECK_FUNCTION T native_log2(T x) { return log2(x); }         \
  HRFCHECK_FUNCTION T native_log10(T x) { return log10(x); }       \
  HRFCHECK_FUNCTION T native_powr(T x, T y) { return powr(x, y); } \
  HRFCHECK_FUNCTION T native_recip(T x) { return (T)1.0f / x; }    \
  HRFCHECK_FUNCTION T native_rsqrt(T x) { return rsqrt(x); }       \
  HRFCHECK_FUNCTION T native_sin(T x) { return sin(x); }           \
  HRFCHECK_FUNCTION T native_sqrt(T x) { return sqrt(x); }         \
  HRFCHECK_FUNCTION T native_tan(T x) { return tan(x); }
HRFCHECK_WIDTHS(HRFCHECK_ROUGH, float)
