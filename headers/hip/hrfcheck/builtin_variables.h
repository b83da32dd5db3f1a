#pragma once

// What a thread knows of its place (HIP documentation, "HIP C++ language extensions", index built-ins).

#include "meaning.h"
#include "vector_types.h"

#define HRFCHECK_COMPONENT(FUNCTION, DIMENSION, COMPONENT)             \
  __declspec(property(get = get_##COMPONENT)) unsigned int COMPONENT;  \
  HRFCHECK_MEMBER unsigned int get_##COMPONENT() const { return FUNCTION(DIMENSION); }
#define HRFCHECK_PLACE(NAME, FUNCTION)                                    \
  struct hrfcheck_##NAME {                                                \
    HRFCHECK_COMPONENT(FUNCTION, 0, x)                                    \
    HRFCHECK_COMPONENT(FUNCTION, 1, y)                                    \
    HRFCHECK_COMPONENT(FUNCTION, 2, z)                                    \
    HRFCHECK_MEMBER operator dim3() const { return dim3(x, y, z); }       \
    HRFCHECK_MEMBER operator uint3() const { return uint3{x, y, z}; }     \
  };                                                                      \
  extern const __device__ __attribute__((weak)) hrfcheck_##NAME NAME;

HRFCHECK_PLACE(threadIdx, __hrfcheck_local_id)
HRFCHECK_PLACE(blockIdx, __hrfcheck_group_id)
HRFCHECK_PLACE(blockDim, __hrfcheck_local_size)
HRFCHECK_PLACE(gridDim, __hrfcheck_num_groups)
#undef HRFCHECK_PLACE
#undef HRFCHECK_COMPONENT

#define hipThreadIdx_x (threadIdx.x)
#define hipThreadIdx_y (threadIdx.y)
#define hipThreadIdx_z (threadIdx.z)
#define hipBlockIdx_x (blockIdx.x)
#define hipBlockIdx_y (blockIdx.y)
#define hipBlockIdx_z (blockIdx.z)
#define hipBlockDim_x (blockDim.x)
#define hipBlockDim_y (blockDim.y)
#define hipBlockDim_z (blockDim.z)
#define hipGridDim_x (gridDim.x)
#define hipGridDim_y (gridDim.y)
#define hipGridDim_z (gridDim.z)

// How many lanes a wavefront has is a matter of the GPU, and here of the launch: no constant (ROCm 7 has it so).
struct hrfcheck_warp_size {
  HRFCHECK_MEMBER_BOTH operator int() const {
#if __HIP_DEVICE_COMPILE__
    return (int)__hrfcheck_lanes();
#else
    return 64;
#endif
  }
};
extern const __device__ __attribute__((weak)) hrfcheck_warp_size warpSize;
