#pragma once

// Loads and stores with cache hints (CUDA Programming Guide, "Load Functions Using Cache Hints"): hints change nothing in
// memory (PTX ISA, "Cache Operators"). `__ldg` promises that nobody writes there.

#include "vector_types.h"

template <typename T>
HRFCHECK_DEVICE T __ldcg(const T* p) { return *p; }
template <typename T>
HRFCHECK_DEVICE T __ldca(const T* p) { return *p; }
template <typename T>
HRFCHECK_DEVICE T __ldcs(const T* p) { return *p; }
template <typename T>
HRFCHECK_DEVICE T __ldlu(const T* p) { return *p; }
template <typename T>
HRFCHECK_DEVICE T __ldcv(const T* p) { return *p; }
template <typename T>
HRFCHECK_DEVICE T __ldg(const T* p) { return *p; }
template <typename T>
HRFCHECK_DEVICE void __stwb(T* p, T value) { *p = value; }
template <typename T>
HRFCHECK_DEVICE void __stcg(T* p, T value) { *p = value; }
template <typename T>
HRFCHECK_DEVICE void __stcs(T* p, T value) { *p = value; }
template <typename T>
HRFCHECK_DEVICE void __stwt(T* p, T value) { *p = value; }

HRFCHECK_DEVICE unsigned int __isGlobal(const void* p) {
  unsigned int result;
  asm volatile("{ .reg .pred p; isspacep.global p, %1; selp.u32 %0, 1, 0, p; }" : "=r"(result) : "l"(p));
  return result;
}
HRFCHECK_DEVICE unsigned int __isShared(const void* p) {
  unsigned int result;
  asm volatile("{ .reg .pred p; isspacep.shared p, %1; selp.u32 %0, 1, 0, p; }" : "=r"(result) : "l"(p));
  return result;
}
HRFCHECK_DEVICE __SIZE_TYPE__ __cvta_generic_to_shared(const void* p) {
  __SIZE_TYPE__ result;
  asm volatile("cvta.to.shared.u64 %0, %1;" : "=l"(result) : "l"(p));
  return result;
}
HRFCHECK_DEVICE __SIZE_TYPE__ __cvta_generic_to_global(const void* p) {
  __SIZE_TYPE__ result;
  asm volatile("cvta.to.global.u64 %0, %1;" : "=l"(result) : "l"(p));
  return result;
}
HRFCHECK_DEVICE void* __cvta_shared_to_generic(__SIZE_TYPE__ p) {
  void* result;
  asm volatile("cvta.shared.u64 %0, %1;" : "=l"(result) : "l"(p));
  return result;
}
