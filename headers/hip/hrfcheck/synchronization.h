#pragma once

// Fences and barriers, in the operations that AMD's headers make them of (amd_device_functions.h, amd_warp_sync_functions.h):
// a barrier orders memory by a fence on each side.

#include "meaning.h"
#include "qualifiers.h"

HRFCHECK_DEVICE void __threadfence_block() { __builtin_amdgcn_fence(__ATOMIC_SEQ_CST, "workgroup"); }
HRFCHECK_DEVICE void __threadfence() { __builtin_amdgcn_fence(__ATOMIC_SEQ_CST, "agent"); }
HRFCHECK_DEVICE void __threadfence_system() { __builtin_amdgcn_fence(__ATOMIC_SEQ_CST, ""); }

#define HRFCHECK_BETWEEN_FENCES(SCOPE, ...)              \
  __builtin_amdgcn_fence(__ATOMIC_RELEASE, SCOPE);       \
  __VA_ARGS__;                                           \
  __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, SCOPE);

HRFCHECK_WAVE void __syncthreads() { HRFCHECK_BETWEEN_FENCES("workgroup", __builtin_amdgcn_s_barrier()) }
HRFCHECK_WAVE int __syncthreads_count(int predicate) {
  HRFCHECK_BETWEEN_FENCES("workgroup", const int result = __hrfcheck_vote_count(predicate))
  return result;
}
HRFCHECK_WAVE int __syncthreads_and(int predicate) {
  HRFCHECK_BETWEEN_FENCES("workgroup", const int result = __hrfcheck_vote_and(predicate))
  return result;
}
HRFCHECK_WAVE int __syncthreads_or(int predicate) {
  HRFCHECK_BETWEEN_FENCES("workgroup", const int result = __hrfcheck_vote_or(predicate))
  return result;
}
HRFCHECK_WAVE void __syncwarp() { HRFCHECK_BETWEEN_FENCES("wavefront", __builtin_amdgcn_wave_barrier()) }
#undef HRFCHECK_BETWEEN_FENCES

HRFCHECK_DEVICE void __nanosleep(unsigned int) {}
HRFCHECK_DEVICE __attribute__((noreturn)) void __trap() { __builtin_trap(); }
HRFCHECK_DEVICE __attribute__((noreturn)) void abort() { __builtin_trap(); }
