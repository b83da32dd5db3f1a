#pragma once

// What host code calls, so that it compiles: none of it is code of the device.

#include "vector_types.h"

enum cudaError {
  cudaSuccess = 0,
  cudaErrorInvalidValue = 1,
  cudaErrorMemoryAllocation = 2,
  cudaErrorInitializationError = 3,
  cudaErrorInvalidConfiguration = 9,
  cudaErrorInvalidDevice = 101,
  cudaErrorNotReady = 600,
  cudaErrorLaunchFailure = 719,
  cudaErrorNotSupported = 801,
  cudaErrorUnknown = 999
};
typedef enum cudaError cudaError_t;
typedef struct CUstream_st* cudaStream_t;
typedef struct CUevent_st* cudaEvent_t;
enum cudaMemcpyKind {
  cudaMemcpyHostToHost = 0,
  cudaMemcpyHostToDevice = 1,
  cudaMemcpyDeviceToHost = 2,
  cudaMemcpyDeviceToDevice = 3,
  cudaMemcpyDefault = 4
};
enum cudaFuncAttribute {
  cudaFuncAttributeMaxDynamicSharedMemorySize = 8,
  cudaFuncAttributePreferredSharedMemoryCarveout = 9
};
enum cudaFuncCache { cudaFuncCachePreferNone, cudaFuncCachePreferShared, cudaFuncCachePreferL1, cudaFuncCachePreferEqual };
enum cudaDeviceAttr {
  cudaDevAttrMaxThreadsPerBlock = 1,
  cudaDevAttrMaxSharedMemoryPerBlock = 8,
  cudaDevAttrMultiProcessorCount = 16,
  cudaDevAttrCooperativeLaunch = 95,
  cudaDevAttrMaxSharedMemoryPerBlockOptin = 97
};
enum cudaLimit { cudaLimitStackSize, cudaLimitPrintfFifoSize, cudaLimitMallocHeapSize };
struct cudaDeviceProp {
  char name[256];
  __SIZE_TYPE__ totalGlobalMem, sharedMemPerBlock, sharedMemPerMultiprocessor, totalConstMem, sharedMemPerBlockOptin;
  int regsPerBlock, warpSize, maxThreadsPerBlock, maxThreadsDim[3], maxGridSize[3], clockRate, major, minor,
      multiProcessorCount, integrated, canMapHostMemory, computeMode, concurrentKernels, memoryClockRate,
      memoryBusWidth, l2CacheSize, maxThreadsPerMultiProcessor, cooperativeLaunch, managedMemory, unifiedAddressing;
};
struct cudaFuncAttributes {
  __SIZE_TYPE__ sharedSizeBytes, constSizeBytes, localSizeBytes;
  int maxThreadsPerBlock, numRegs, ptxVersion, binaryVersion, maxDynamicSharedSizeBytes;
};
enum { cudaStreamDefault = 0, cudaStreamNonBlocking = 1 };
enum { cudaEventDefault = 0, cudaEventBlockingSync = 1, cudaEventDisableTiming = 2 };
enum { cudaMemAttachGlobal = 1, cudaMemAttachHost = 2 };
enum { cudaHostAllocDefault = 0, cudaHostAllocPortable = 1, cudaHostAllocMapped = 2 };
enum { cudaHostRegisterDefault = 0, cudaHostRegisterPortable = 1, cudaHostRegisterMapped = 2 };
enum { cudaDeviceScheduleAuto = 0, cudaDeviceMapHost = 8 };
enum { cudaCpuDeviceId = -1 };
enum cudaMemoryAdvise { cudaMemAdviseSetReadMostly = 1, cudaMemAdviseSetPreferredLocation = 3, cudaMemAdviseSetAccessedBy = 5 };
typedef unsigned long long cudaTextureObject_t;
typedef unsigned long long cudaSurfaceObject_t;

// Functions with these names take whatever they are given.
#define HRFCHECK_HOST_CALL(NAME)                                  \
  template <typename... T>                                        \
  static inline __attribute__((host, device)) cudaError_t NAME(T&&...) { \
    return cudaSuccess;                                           \
  }
HRFCHECK_HOST_CALL(cudaMalloc)
HRFCHECK_HOST_CALL(cudaMallocHost)
HRFCHECK_HOST_CALL(cudaMallocManaged)
HRFCHECK_HOST_CALL(cudaMallocAsync)
HRFCHECK_HOST_CALL(cudaMallocPitch)
HRFCHECK_HOST_CALL(cudaHostAlloc)
HRFCHECK_HOST_CALL(cudaHostRegister)
HRFCHECK_HOST_CALL(cudaHostUnregister)
HRFCHECK_HOST_CALL(cudaHostGetDevicePointer)
HRFCHECK_HOST_CALL(cudaFree)
HRFCHECK_HOST_CALL(cudaFreeAsync)
HRFCHECK_HOST_CALL(cudaFreeHost)
HRFCHECK_HOST_CALL(cudaMemcpy)
HRFCHECK_HOST_CALL(cudaMemcpyAsync)
HRFCHECK_HOST_CALL(cudaMemcpy2D)
HRFCHECK_HOST_CALL(cudaMemcpyToSymbol)
HRFCHECK_HOST_CALL(cudaMemcpyToSymbolAsync)
HRFCHECK_HOST_CALL(cudaMemcpyFromSymbol)
HRFCHECK_HOST_CALL(cudaMemcpyFromSymbolAsync)
HRFCHECK_HOST_CALL(cudaGetSymbolAddress)
HRFCHECK_HOST_CALL(cudaMemset)
HRFCHECK_HOST_CALL(cudaMemsetAsync)
HRFCHECK_HOST_CALL(cudaMemGetInfo)
HRFCHECK_HOST_CALL(cudaMemAdvise)
HRFCHECK_HOST_CALL(cudaMemPrefetchAsync)
HRFCHECK_HOST_CALL(cudaDeviceSynchronize)
HRFCHECK_HOST_CALL(cudaThreadSynchronize)
HRFCHECK_HOST_CALL(cudaThreadExit)
HRFCHECK_HOST_CALL(cudaDeviceReset)
HRFCHECK_HOST_CALL(cudaDeviceGetAttribute)
HRFCHECK_HOST_CALL(cudaDeviceSetLimit)
HRFCHECK_HOST_CALL(cudaDeviceSetCacheConfig)
HRFCHECK_HOST_CALL(cudaDeviceCanAccessPeer)
HRFCHECK_HOST_CALL(cudaDeviceEnablePeerAccess)
HRFCHECK_HOST_CALL(cudaSetDevice)
HRFCHECK_HOST_CALL(cudaSetDeviceFlags)
HRFCHECK_HOST_CALL(cudaGetDevice)
HRFCHECK_HOST_CALL(cudaGetDeviceCount)
HRFCHECK_HOST_CALL(cudaGetDeviceProperties)
HRFCHECK_HOST_CALL(cudaGetLastError)
HRFCHECK_HOST_CALL(cudaPeekAtLastError)
HRFCHECK_HOST_CALL(cudaStreamCreate)
HRFCHECK_HOST_CALL(cudaStreamCreateWithFlags)
HRFCHECK_HOST_CALL(cudaStreamDestroy)
HRFCHECK_HOST_CALL(cudaStreamSynchronize)
HRFCHECK_HOST_CALL(cudaStreamQuery)
HRFCHECK_HOST_CALL(cudaStreamWaitEvent)
HRFCHECK_HOST_CALL(cudaEventCreate)
HRFCHECK_HOST_CALL(cudaEventCreateWithFlags)
HRFCHECK_HOST_CALL(cudaEventDestroy)
HRFCHECK_HOST_CALL(cudaEventRecord)
HRFCHECK_HOST_CALL(cudaEventQuery)
HRFCHECK_HOST_CALL(cudaEventSynchronize)
HRFCHECK_HOST_CALL(cudaEventElapsedTime)
HRFCHECK_HOST_CALL(cudaFuncSetAttribute)
HRFCHECK_HOST_CALL(cudaFuncSetCacheConfig)
HRFCHECK_HOST_CALL(cudaFuncGetAttributes)
HRFCHECK_HOST_CALL(cudaOccupancyMaxActiveBlocksPerMultiprocessor)
HRFCHECK_HOST_CALL(cudaOccupancyMaxPotentialBlockSize)
HRFCHECK_HOST_CALL(cudaLaunchCooperativeKernel)
HRFCHECK_HOST_CALL(cudaLaunchKernel)
HRFCHECK_HOST_CALL(cudaProfilerStart)
HRFCHECK_HOST_CALL(cudaProfilerStop)
HRFCHECK_HOST_CALL(cudaRuntimeGetVersion)
HRFCHECK_HOST_CALL(cudaDriverGetVersion)
#undef HRFCHECK_HOST_CALL

static inline __attribute__((host, device)) const char* cudaGetErrorString(cudaError_t) { return ""; }
static inline __attribute__((host, device)) const char* cudaGetErrorName(cudaError_t) { return ""; }

// `kernel<<<grid, block, bytes, stream>>>(...)` becomes calls of these.
extern "C" int cudaConfigureCall(dim3, dim3, __SIZE_TYPE__ = 0, cudaStream_t = nullptr);
extern "C" int __cudaPushCallConfiguration(dim3, dim3, __SIZE_TYPE__ = 0, cudaStream_t = nullptr);
