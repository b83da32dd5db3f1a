#pragma once

// A fence of clang 21, in the one that clang 18 has, which wants its words as they are written.

#include "qualifiers.h"

#if !__has_builtin(__scoped_atomic_thread_fence)
#define HRFCHECK_FENCES(SCOPE)                                \
  switch (order) {                                            \
    case __ATOMIC_RELAXED:                                    \
      break;                                                  \
    case __ATOMIC_RELEASE:                                    \
      __builtin_amdgcn_fence(__ATOMIC_RELEASE, SCOPE);        \
      break;                                                  \
    case __ATOMIC_ACQ_REL:                                    \
      __builtin_amdgcn_fence(__ATOMIC_ACQ_REL, SCOPE);        \
      break;                                                  \
    case __ATOMIC_SEQ_CST:                                    \
      __builtin_amdgcn_fence(__ATOMIC_SEQ_CST, SCOPE);        \
      break;                                                  \
    default:                                                  \
      __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, SCOPE);        \
  }
HRFCHECK_DEVICE void __scoped_atomic_thread_fence(int order, int scope) {
  switch (scope) {
    case __MEMORY_SCOPE_SINGLE:
      HRFCHECK_FENCES("singlethread")
      break;
    case __MEMORY_SCOPE_WVFRNT:
      HRFCHECK_FENCES("wavefront")
      break;
    case __MEMORY_SCOPE_WRKGRP:
      HRFCHECK_FENCES("workgroup")
      break;
    case __MEMORY_SCOPE_DEVICE:
      HRFCHECK_FENCES("agent")
      break;
    default:
      HRFCHECK_FENCES("")
  }
}
#undef HRFCHECK_FENCES
#endif
