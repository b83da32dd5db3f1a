#pragma once

// What words of CUDA C++ are to clang (CUDA Programming Guide, "C++ Language Extensions").

#define __host__ __attribute__((host))
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define __managed__ __attribute__((device))
#define __grid_constant__
#if __clang_major__ < 15  // a keyword since: headers of the system write it in attributes, where a macro breaks them
#define __noinline__ __attribute__((noinline))
#endif
#define __forceinline__ __inline__ __attribute__((always_inline))
#define __inline_hint__
#define __align__(n) __attribute__((aligned(n)))
#define __builtin_align__(n) __align__(n)
#define __thread__ __thread
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#define __maxnreg__(n)
#define __block_size__(...)
#define __cluster_dims__(...)
#define __nv_pure__ __attribute__((pure))
#define CUDART_CB
#define CUDARTAPI
#define __CUDACC_VER_MAJOR__ 13
#define __CUDACC_VER_MINOR__ 0
#define CUDART_VERSION 13000
#define CUDA_VERSION 13000
#ifndef __CUDACC__
#define __CUDACC__ 1
#endif
#ifndef __NVCC__
#define __NVCC__ 1
#endif

// Functions of these headers: what they do is said to happen at the line that calls them.
#define HRFCHECK_DEVICE static __inline__ __attribute__((device, always_inline, nodebug))
#define HRFCHECK_BOTH static __inline__ __attribute__((host, device, always_inline, nodebug))
#define HRFCHECK_MEMBER __attribute__((device, always_inline, nodebug)) __inline__
#define HRFCHECK_MEMBER_BOTH __attribute__((host, device, always_inline, nodebug)) __inline__
