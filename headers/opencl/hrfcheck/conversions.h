#pragma once

// Explicit Conversions: the functions convert_TYPE_sat_MODE() are macros (conversion_names.h, which hrfcheck writes) over
// clang's conversion of vectors, which cuts off what an integer does not have and rounds floats to nearest even.

// What an operand is rounded to before it becomes an integer.
#define HRFCHECK_NO_FRACTION(T, U, BITS)              \
  HRFCHECK_FUNCTION T hrfcheck_rte(T x) { return x; } \
  HRFCHECK_FUNCTION T hrfcheck_rtz(T x) { return x; } \
  HRFCHECK_FUNCTION T hrfcheck_rtp(T x) { return x; } \
  HRFCHECK_FUNCTION T hrfcheck_rtn(T x) { return x; }
HRFCHECK_INTEGER_TYPES(HRFCHECK_NO_FRACTION)
#define HRFCHECK_FRACTION(T, I, S)                           \
  HRFCHECK_FUNCTION T hrfcheck_rte(T x) { return rint(x); }  \
  HRFCHECK_FUNCTION T hrfcheck_rtz(T x) { return trunc(x); } \
  HRFCHECK_FUNCTION T hrfcheck_rtp(T x) { return ceil(x); }  \
  HRFCHECK_FUNCTION T hrfcheck_rtn(T x) { return floor(x); }
HRFCHECK_FLOAT_TYPES(HRFCHECK_FRACTION)

#include "conversion_names.h"
