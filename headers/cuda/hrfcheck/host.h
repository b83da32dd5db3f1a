#pragma once

// What host code calls, so that it compiles: none of it is code of the device.

#ifndef __DRIVER_TYPES_H__
#define __DRIVER_TYPES_H__  // that these types and functions are known
#endif
#ifndef __CUDA_RUNTIME_H__
#define __CUDA_RUNTIME_H__
#endif

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
  cudaDevAttrMaxBlockDimX = 2,
  cudaDevAttrMaxGridDimX = 5,
  cudaDevAttrMaxSharedMemoryPerBlock = 8,
  cudaDevAttrWarpSize = 10,
  cudaDevAttrMaxRegistersPerBlock = 12,
  cudaDevAttrClockRate = 13,
  cudaDevAttrMultiProcessorCount = 16,
  cudaDevAttrIntegrated = 18,
  cudaDevAttrComputeMode = 20,
  cudaDevAttrConcurrentKernels = 31,
  cudaDevAttrMemoryClockRate = 36,
  cudaDevAttrGlobalMemoryBusWidth = 37,
  cudaDevAttrL2CacheSize = 38,
  cudaDevAttrMaxThreadsPerMultiProcessor = 39,
  cudaDevAttrComputeCapabilityMajor = 75,
  cudaDevAttrComputeCapabilityMinor = 76,
  cudaDevAttrMaxSharedMemoryPerMultiprocessor = 81,
  cudaDevAttrManagedMemory = 83,
  cudaDevAttrPageableMemoryAccess = 88,
  cudaDevAttrConcurrentManagedAccess = 89,
  cudaDevAttrCooperativeLaunch = 95,
  cudaDevAttrMaxSharedMemoryPerBlockOptin = 97
};
enum cudaComputeMode { cudaComputeModeDefault = 0, cudaComputeModeExclusive = 1, cudaComputeModeProhibited = 2 };
enum cudaLimit { cudaLimitStackSize, cudaLimitPrintfFifoSize, cudaLimitMallocHeapSize };
struct cudaDeviceProp {
  char name[256];
  __SIZE_TYPE__ totalGlobalMem, sharedMemPerBlock, sharedMemPerMultiprocessor, totalConstMem, sharedMemPerBlockOptin;
  int regsPerBlock, warpSize, maxThreadsPerBlock, maxThreadsDim[3], maxGridSize[3], clockRate, major, minor,
      multiProcessorCount, integrated, canMapHostMemory, computeMode, concurrentKernels, memoryClockRate,
      memoryBusWidth, l2CacheSize, maxThreadsPerMultiProcessor, cooperativeLaunch, managedMemory, unifiedAddressing,
      pageableMemoryAccess, concurrentManagedAccess, hostNativeAtomicSupported, pciBusID, pciDeviceID, pciDomainID;
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
typedef struct CUgraph_st* cudaGraph_t;
typedef struct CUgraphExec_st* cudaGraphExec_t;
typedef struct CUgraphNode_st* cudaGraphNode_t;
enum cudaStreamCaptureMode { cudaStreamCaptureModeGlobal, cudaStreamCaptureModeThreadLocal, cudaStreamCaptureModeRelaxed };
enum cudaGraphExecUpdateResult { cudaGraphExecUpdateSuccess = 0, cudaGraphExecUpdateError = 1 };
struct cudaGraphExecUpdateResultInfo {
  cudaGraphExecUpdateResult result;
};
enum cudaStreamCaptureStatus { cudaStreamCaptureStatusNone, cudaStreamCaptureStatusActive };
enum cudaGraphNodeType { cudaGraphNodeTypeKernel, cudaGraphNodeTypeMemcpy, cudaGraphNodeTypeMemset, cudaGraphNodeTypeHost };
struct cudaExtent {
  __SIZE_TYPE__ width, height, depth;
};
struct cudaPos {
  __SIZE_TYPE__ x, y, z;
};
struct cudaPitchedPtr {
  void* ptr;
  __SIZE_TYPE__ pitch, xsize, ysize;
};
typedef struct cudaArray* cudaArray_t;
struct cudaMemcpy3DParms {
  cudaArray_t srcArray;
  cudaPos srcPos;
  cudaPitchedPtr srcPtr;
  cudaArray_t dstArray;
  cudaPos dstPos;
  cudaPitchedPtr dstPtr;
  cudaExtent extent;
  cudaMemcpyKind kind;
};
struct cudaMemsetParams {
  void* dst;
  __SIZE_TYPE__ pitch;
  unsigned int value, elementSize;
  __SIZE_TYPE__ width, height;
};
struct cudaKernelNodeParams {
  void* func;
  dim3 gridDim, blockDim;
  unsigned int sharedMemBytes;
  void** kernelParams;
  void** extra;
};
typedef void (*cudaHostFn_t)(void*);
struct cudaHostNodeParams {
  cudaHostFn_t fn;
  void* userData;
};
static inline __attribute__((host, device)) cudaPos make_cudaPos(__SIZE_TYPE__ x, __SIZE_TYPE__ y, __SIZE_TYPE__ z) {
  return cudaPos{x, y, z};
}
static inline __attribute__((host, device)) cudaExtent make_cudaExtent(__SIZE_TYPE__ w, __SIZE_TYPE__ h,
                                                                       __SIZE_TYPE__ d) {
  return cudaExtent{w, h, d};
}
static inline __attribute__((host, device)) cudaPitchedPtr make_cudaPitchedPtr(void* p, __SIZE_TYPE__ pitch,
                                                                               __SIZE_TYPE__ x, __SIZE_TYPE__ y) {
  return cudaPitchedPtr{p, pitch, x, y};
}
typedef unsigned long long cudaTextureObject_t;
typedef unsigned long long cudaSurfaceObject_t;

// Functions with these names take whatever they are given; an array whose size is not constant binds to no reference.
#define HRFCHECK_HOST_CALL(NAME)                                             \
  template <typename... T>                                                   \
  static inline __attribute__((host, device)) cudaError_t NAME(T&&...) {     \
    return cudaSuccess;                                                      \
  }                                                                          \
  static inline __attribute__((host)) cudaError_t NAME(...) { return cudaSuccess; }
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
HRFCHECK_HOST_CALL(cudaGraphCreate)
HRFCHECK_HOST_CALL(cudaGraphAddKernelNode)
HRFCHECK_HOST_CALL(cudaGraphAddMemcpyNode)
HRFCHECK_HOST_CALL(cudaGraphAddMemsetNode)
HRFCHECK_HOST_CALL(cudaGraphAddHostNode)
HRFCHECK_HOST_CALL(cudaGraphAddDependencies)
HRFCHECK_HOST_CALL(cudaGraphGetNodes)
HRFCHECK_HOST_CALL(cudaGraphClone)
HRFCHECK_HOST_CALL(cudaGraphExecUpdate)
HRFCHECK_HOST_CALL(cudaGraphExecKernelNodeSetParams)
HRFCHECK_HOST_CALL(cudaLaunchHostFunc)
HRFCHECK_HOST_CALL(cudaMemcpy3D)
HRFCHECK_HOST_CALL(cudaMemset2D)
HRFCHECK_HOST_CALL(cudaStreamCreateWithPriority)
HRFCHECK_HOST_CALL(cudaStreamIsCapturing)
HRFCHECK_HOST_CALL(cudaDeviceGetLimit)
HRFCHECK_HOST_CALL(cudaGraphDestroy)
HRFCHECK_HOST_CALL(cudaGraphExecDestroy)
HRFCHECK_HOST_CALL(cudaGraphInstantiate)
HRFCHECK_HOST_CALL(cudaGraphLaunch)
HRFCHECK_HOST_CALL(cudaStreamBeginCapture)
HRFCHECK_HOST_CALL(cudaStreamEndCapture)
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
extern "C" cudaError_t cudaLaunchKernel(const void*, dim3, dim3, void**, __SIZE_TYPE__, cudaStream_t);
