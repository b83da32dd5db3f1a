#pragma once

// Common and Geometric Functions.

#define HRFCHECK_COMMON(T, I, S)                                                                \
  HRFCHECK_FUNCTION T min(T x, T y) { return y < x ? y : x; }                                   \
  HRFCHECK_FUNCTION T max(T x, T y) { return x < y ? y : x; }                                   \
  HRFCHECK_FUNCTION T clamp(T x, T low, T high) { return fmin(fmax(x, low), high); }            \
  HRFCHECK_FUNCTION T mix(T x, T y, T a) { return x + (y - x) * a; }                            \
  HRFCHECK_FUNCTION T step(T edge, T x) { return x < edge ? (T)0 : (T)1; }                      \
  HRFCHECK_FUNCTION T smoothstep(T low, T high, T x) {                                          \
    const T t = clamp((x - low) / (high - low), (T)0, (T)1);                                    \
    return t * t * ((T)3 - (T)2 * t);                                                           \
  }                                                                                             \
  HRFCHECK_FUNCTION T sign(T x) { return x != x ? (T)0 : (x == (T)0 ? x : copysign((T)1, x)); } \
  HRFCHECK_FUNCTION T degrees(T x) { return x * (T)(S)57.295779513082320876798; }               \
  HRFCHECK_FUNCTION T radians(T x) { return x * (T)(S)0.017453292519943295769; }
HRFCHECK_FLOAT_TYPES(HRFCHECK_COMMON)

#define HRFCHECK_COMMON_BY_SCALAR(T, S)                                               \
  HRFCHECK_FUNCTION T min(T x, S y) { return min(x, (T)y); }                          \
  HRFCHECK_FUNCTION T max(T x, S y) { return max(x, (T)y); }                          \
  HRFCHECK_FUNCTION T clamp(T x, S low, S high) { return clamp(x, (T)low, (T)high); } \
  HRFCHECK_FUNCTION T mix(T x, T y, S a) { return mix(x, y, (T)a); }                  \
  HRFCHECK_FUNCTION T step(S edge, T x) { return step((T)edge, x); }                  \
  HRFCHECK_FUNCTION T smoothstep(S low, S high, T x) { return smoothstep((T)low, (T)high, x); }
#define HRFCHECK_COMMON_OF_VECTORS(T, I, S)                                                                \
  HRFCHECK_COMMON_BY_SCALAR(T##2, T) HRFCHECK_COMMON_BY_SCALAR(T##3, T) HRFCHECK_COMMON_BY_SCALAR(T##4, T) \
  HRFCHECK_COMMON_BY_SCALAR(T##8, T) HRFCHECK_COMMON_BY_SCALAR(T##16, T)
HRFCHECK_FLOAT_SCALARS(HRFCHECK_COMMON_OF_VECTORS)

#define HRFCHECK_GEOMETRIC(T, I, S)                                                                 \
  HRFCHECK_FUNCTION T dot(T x, T y) { return x * y; }                                               \
  HRFCHECK_FUNCTION T dot(T##2 x, T##2 y) { return x.x * y.x + x.y * y.y; }                         \
  HRFCHECK_FUNCTION T dot(T##3 x, T##3 y) { return x.x * y.x + x.y * y.y + x.z * y.z; }             \
  HRFCHECK_FUNCTION T dot(T##4 x, T##4 y) { return x.x * y.x + x.y * y.y + x.z * y.z + x.w * y.w; } \
  HRFCHECK_FUNCTION T##3 cross(T##3 x, T##3 y) {                                                    \
    return (T##3)(x.y * y.z - x.z * y.y, x.z * y.x - x.x * y.z, x.x * y.y - x.y * y.x);             \
  }                                                                                                 \
  HRFCHECK_FUNCTION T##4 cross(T##4 x, T##4 y) { return (T##4)(cross(x.xyz, y.xyz), (T)0); }
HRFCHECK_FLOAT_SCALARS(HRFCHECK_GEOMETRIC)
#define HRFCHECK_LENGTHS(T, S)                                                                  \
  HRFCHECK_FUNCTION S length(T x) { return sqrt(dot(x, x)); }                                   \
  HRFCHECK_FUNCTION S distance(T x, T y) { return length(x - y); }                              \
  HRFCHECK_FUNCTION T normalize(T x) { return dot(x, x) == (S)0 ? x : x * ((S)1 / length(x)); } \
  HRFCHECK_FUNCTION S fast_length(T x) { return length(x); }                                    \
  HRFCHECK_FUNCTION S fast_distance(T x, T y) { return distance(x, y); }                        \
  HRFCHECK_FUNCTION T fast_normalize(T x) { return normalize(x); }
#define HRFCHECK_LENGTHS_OF(T, I, S) HRFCHECK_LENGTHS(T, T) HRFCHECK_LENGTHS(T##2, T) HRFCHECK_LENGTHS(T##3, T) HRFCHECK_LENGTHS(T##4, T)
HRFCHECK_FLOAT_SCALARS(HRFCHECK_LENGTHS_OF)
