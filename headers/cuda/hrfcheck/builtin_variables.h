#pragma once

// What a thread knows of its place (CUDA Programming Guide, "Built-in Variables"): special registers of PTX.

#include "vector_types.h"

#define HRFCHECK_COMPONENT(REGISTER, COMPONENT)                             \
  __declspec(property(get = get_##COMPONENT)) unsigned int COMPONENT;      \
  HRFCHECK_MEMBER unsigned int get_##COMPONENT() const {                    \
    return __nvvm_read_ptx_sreg_##REGISTER##_##COMPONENT();                 \
  }
#define HRFCHECK_PLACE(NAME, REGISTER, TYPE)                                \
  struct hrfcheck_##NAME {                                                  \
    HRFCHECK_COMPONENT(REGISTER, x)                                         \
    HRFCHECK_COMPONENT(REGISTER, y)                                         \
    HRFCHECK_COMPONENT(REGISTER, z)                                         \
    HRFCHECK_MEMBER operator dim3() const { return dim3(x, y, z); }         \
    HRFCHECK_MEMBER operator uint3() const { return uint3{x, y, z}; }       \
  };                                                                        \
  extern const __device__ __attribute__((weak)) hrfcheck_##NAME NAME;

HRFCHECK_PLACE(threadIdx, tid, uint3)
HRFCHECK_PLACE(blockIdx, ctaid, uint3)
HRFCHECK_PLACE(blockDim, ntid, dim3)
HRFCHECK_PLACE(gridDim, nctaid, dim3)
#undef HRFCHECK_PLACE
#undef HRFCHECK_COMPONENT

__attribute__((device)) const int warpSize = 32;
