#pragma once

// What words of HIP are to clang (HIP documentation, "HIP C++ language extensions").

#define __host__ __attribute__((host))
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define __managed__ __attribute__((device))
#define __forceinline__ __inline__ __attribute__((always_inline))
#define __align__(n) __attribute__((aligned(n)))
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#define __hip_pinned_shadow__
#define __grid_constant__
#define HIP_DYNAMIC_SHARED(type, variable) extern __shared__ type variable[];
#define HIP_DYNAMIC_SHARED_ATTRIBUTE
#define HIP_KERNEL_NAME(...) __VA_ARGS__
#define HIP_SYMBOL(x) x
#ifndef __HIP_PLATFORM_AMD__
#define __HIP_PLATFORM_AMD__ 1
#endif
#define HIP_VERSION_MAJOR 6
#define HIP_VERSION_MINOR 4
#define HIP_VERSION_PATCH 0
#define HIP_VERSION 60400000

// Functions of these headers: what they do is said to happen at the line that calls them.
#define HRFCHECK_DEVICE static __inline__ __attribute__((device, always_inline, nodebug))
#define HRFCHECK_BOTH static __inline__ __attribute__((host, device, always_inline, nodebug))
#define HRFCHECK_MEMBER __attribute__((device, always_inline, nodebug)) __inline__
#define HRFCHECK_MEMBER_BOTH __attribute__((host, device, always_inline, nodebug)) __inline__
#define HRFCHECK_WAVE HRFCHECK_DEVICE __attribute__((convergent))
