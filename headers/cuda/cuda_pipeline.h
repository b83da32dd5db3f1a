#pragma once

// Asynchronous copies to shared memory (CUDA Programming Guide, "Pipeline Primitives Interface").

#include "cuda_runtime.h"

HRFCHECK_DEVICE void __pipeline_memcpy_async(void* __restrict__ to, const void* __restrict__ from, __SIZE_TYPE__ size,
                                             __SIZE_TYPE__ zeros = 0) {
  const unsigned int shared = (unsigned int)__cvta_generic_to_shared(to);
  const unsigned int taken = (unsigned int)(size - zeros);
  if (size == 16) {
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(shared), "l"(from), "r"(taken) : "memory");
  } else if (size == 8) {
    asm volatile("cp.async.ca.shared.global [%0], [%1], 8, %2;" ::"r"(shared), "l"(from), "r"(taken) : "memory");
  } else {
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;" ::"r"(shared), "l"(from), "r"(taken) : "memory");
  }
}
HRFCHECK_DEVICE void __pipeline_commit() { asm volatile("cp.async.commit_group;" ::: "memory"); }
// How many groups may be pending is part of the instruction.
#define __pipeline_wait_prior(N) asm volatile("cp.async.wait_group %0;" ::"n"(N) : "memory")
