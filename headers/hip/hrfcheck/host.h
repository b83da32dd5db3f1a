#pragma once

// What host code calls, so that it compiles: none of it is code of the device.

#include "vector_types.h"

enum hipError_t {
  hipSuccess = 0,
  hipErrorInvalidValue = 1,
  hipErrorOutOfMemory = 2,
  hipErrorMemoryAllocation = 2,
  hipErrorNotInitialized = 3,
  hipErrorInvalidConfiguration = 9,
  hipErrorNoDevice = 100,
  hipErrorInvalidDevice = 101,
  hipErrorNotReady = 600,
  hipErrorLaunchFailure = 719,
  hipErrorNotSupported = 801,
  hipErrorUnknown = 999
};
typedef struct ihipStream_t* hipStream_t;
typedef struct ihipEvent_t* hipEvent_t;
typedef struct ihipModule_t* hipModule_t;
typedef struct ihipModuleSymbol_t* hipFunction_t;
typedef struct ihipGraph* hipGraph_t;
typedef struct hipGraphExec* hipGraphExec_t;
typedef struct hipGraphNode* hipGraphNode_t;
typedef int hipDevice_t;
typedef void* hipDeviceptr_t;
enum hipMemcpyKind {
  hipMemcpyHostToHost = 0,
  hipMemcpyHostToDevice = 1,
  hipMemcpyDeviceToHost = 2,
  hipMemcpyDeviceToDevice = 3,
  hipMemcpyDefault = 4
};
enum hipFuncAttribute {
  hipFuncAttributeMaxDynamicSharedMemorySize = 8,
  hipFuncAttributePreferredSharedMemoryCarveout = 9
};
enum hipFuncCache_t { hipFuncCachePreferNone, hipFuncCachePreferShared, hipFuncCachePreferL1, hipFuncCachePreferEqual };
enum hipDeviceAttribute_t {
  hipDeviceAttributeMaxThreadsPerBlock,
  hipDeviceAttributeMaxSharedMemoryPerBlock,
  hipDeviceAttributeWarpSize,
  hipDeviceAttributeClockRate,
  hipDeviceAttributeWallClockRate,
  hipDeviceAttributeMultiprocessorCount,
  hipDeviceAttributeComputeCapabilityMajor,
  hipDeviceAttributeComputeCapabilityMinor,
  hipDeviceAttributeManagedMemory,
  hipDeviceAttributeCooperativeLaunch
};
struct hipDeviceProp_t {
  char name[256];
  __SIZE_TYPE__ totalGlobalMem, sharedMemPerBlock, sharedMemPerMultiprocessor, totalConstMem;
  int regsPerBlock, warpSize, maxThreadsPerBlock, maxThreadsDim[3], maxGridSize[3], clockRate, major, minor,
      multiProcessorCount, integrated, canMapHostMemory, computeMode, concurrentKernels, memoryClockRate, memoryBusWidth,
      l2CacheSize, maxThreadsPerMultiProcessor, cooperativeLaunch, managedMemory, pciBusID, pciDeviceID, pciDomainID;
  char gcnArchName[256];
};
typedef hipDeviceProp_t hipDeviceProp_tR0600;
struct hipFuncAttributes {
  __SIZE_TYPE__ sharedSizeBytes, constSizeBytes, localSizeBytes;
  int maxThreadsPerBlock, numRegs, maxDynamicSharedSizeBytes;
};
enum { hipStreamDefault = 0, hipStreamNonBlocking = 1 };
enum { hipEventDefault = 0, hipEventBlockingSync = 1, hipEventDisableTiming = 2 };
enum { hipMemAttachGlobal = 1, hipMemAttachHost = 2 };
enum { hipHostMallocDefault = 0, hipHostMallocPortable = 1, hipHostMallocMapped = 2, hipHostMallocCoherent = 0x40000000 };
enum { hipHostRegisterDefault = 0, hipHostRegisterPortable = 1, hipHostRegisterMapped = 2 };
enum { hipDeviceMallocDefault = 0, hipDeviceMallocFinegrained = 1, hipDeviceMallocUncached = 3 };
enum { hipDeviceScheduleAuto = 0, hipDeviceMapHost = 8 };
enum { hipCpuDeviceId = -1 };
enum hipMemoryAdvise { hipMemAdviseSetReadMostly = 1, hipMemAdviseSetPreferredLocation = 3, hipMemAdviseSetAccessedBy = 5 };
enum hipLimit_t { hipLimitStackSize, hipLimitPrintfFifoSize, hipLimitMallocHeapSize };
enum hipStreamCaptureMode { hipStreamCaptureModeGlobal, hipStreamCaptureModeThreadLocal, hipStreamCaptureModeRelaxed };

// Functions with these names take whatever they are given; an array whose size is not constant binds to no reference.
#define HRFCHECK_HOST_CALL(NAME)                                             \
  template <typename... T>                                                   \
  static inline __attribute__((host, device)) hipError_t NAME(T&&...) {      \
    return hipSuccess;                                                       \
  }                                                                          \
  static inline __attribute__((host)) hipError_t NAME(...) { return hipSuccess; }
HRFCHECK_HOST_CALL(hipDeviceCanAccessPeer)
HRFCHECK_HOST_CALL(hipDeviceEnablePeerAccess)
HRFCHECK_HOST_CALL(hipDeviceGet)
HRFCHECK_HOST_CALL(hipDeviceGetAttribute)
HRFCHECK_HOST_CALL(hipDeviceGetLimit)
HRFCHECK_HOST_CALL(hipDeviceReset)
HRFCHECK_HOST_CALL(hipDeviceSetCacheConfig)
HRFCHECK_HOST_CALL(hipDeviceSetLimit)
HRFCHECK_HOST_CALL(hipDeviceSynchronize)
HRFCHECK_HOST_CALL(hipDriverGetVersion)
HRFCHECK_HOST_CALL(hipEventCreate)
HRFCHECK_HOST_CALL(hipEventCreateWithFlags)
HRFCHECK_HOST_CALL(hipEventDestroy)
HRFCHECK_HOST_CALL(hipEventElapsedTime)
HRFCHECK_HOST_CALL(hipEventQuery)
HRFCHECK_HOST_CALL(hipEventRecord)
HRFCHECK_HOST_CALL(hipEventSynchronize)
HRFCHECK_HOST_CALL(hipExtLaunchKernel)
HRFCHECK_HOST_CALL(hipExtMallocWithFlags)
HRFCHECK_HOST_CALL(hipFree)
HRFCHECK_HOST_CALL(hipFreeAsync)
HRFCHECK_HOST_CALL(hipFreeHost)
HRFCHECK_HOST_CALL(hipFuncGetAttributes)
HRFCHECK_HOST_CALL(hipFuncSetAttribute)
HRFCHECK_HOST_CALL(hipFuncSetCacheConfig)
HRFCHECK_HOST_CALL(hipGetDevice)
HRFCHECK_HOST_CALL(hipGetDeviceCount)
HRFCHECK_HOST_CALL(hipGetDeviceProperties)
HRFCHECK_HOST_CALL(hipGetLastError)
HRFCHECK_HOST_CALL(hipGetSymbolAddress)
HRFCHECK_HOST_CALL(hipGraphAddDependencies)
HRFCHECK_HOST_CALL(hipGraphAddHostNode)
HRFCHECK_HOST_CALL(hipGraphAddKernelNode)
HRFCHECK_HOST_CALL(hipGraphAddMemcpyNode)
HRFCHECK_HOST_CALL(hipGraphAddMemsetNode)
HRFCHECK_HOST_CALL(hipGraphClone)
HRFCHECK_HOST_CALL(hipGraphCreate)
HRFCHECK_HOST_CALL(hipGraphDestroy)
HRFCHECK_HOST_CALL(hipGraphExecDestroy)
HRFCHECK_HOST_CALL(hipGraphExecKernelNodeSetParams)
HRFCHECK_HOST_CALL(hipGraphExecUpdate)
HRFCHECK_HOST_CALL(hipGraphGetNodes)
HRFCHECK_HOST_CALL(hipGraphInstantiate)
HRFCHECK_HOST_CALL(hipGraphLaunch)
HRFCHECK_HOST_CALL(hipHostAlloc)
HRFCHECK_HOST_CALL(hipHostFree)
HRFCHECK_HOST_CALL(hipHostGetDevicePointer)
HRFCHECK_HOST_CALL(hipHostMalloc)
HRFCHECK_HOST_CALL(hipHostRegister)
HRFCHECK_HOST_CALL(hipHostUnregister)
HRFCHECK_HOST_CALL(hipInit)
HRFCHECK_HOST_CALL(hipLaunchCooperativeKernel)
HRFCHECK_HOST_CALL(hipLaunchHostFunc)
HRFCHECK_HOST_CALL(hipMalloc)
HRFCHECK_HOST_CALL(hipMallocAsync)
HRFCHECK_HOST_CALL(hipMallocHost)
HRFCHECK_HOST_CALL(hipMallocManaged)
HRFCHECK_HOST_CALL(hipMallocPitch)
HRFCHECK_HOST_CALL(hipMemAdvise)
HRFCHECK_HOST_CALL(hipMemGetInfo)
HRFCHECK_HOST_CALL(hipMemPrefetchAsync)
HRFCHECK_HOST_CALL(hipMemcpy)
HRFCHECK_HOST_CALL(hipMemcpy2D)
HRFCHECK_HOST_CALL(hipMemcpy3D)
HRFCHECK_HOST_CALL(hipMemcpyAsync)
HRFCHECK_HOST_CALL(hipMemcpyDtoH)
HRFCHECK_HOST_CALL(hipMemcpyFromSymbol)
HRFCHECK_HOST_CALL(hipMemcpyFromSymbolAsync)
HRFCHECK_HOST_CALL(hipMemcpyHtoD)
HRFCHECK_HOST_CALL(hipMemcpyToSymbol)
HRFCHECK_HOST_CALL(hipMemcpyToSymbolAsync)
HRFCHECK_HOST_CALL(hipMemcpyWithStream)
HRFCHECK_HOST_CALL(hipMemset)
HRFCHECK_HOST_CALL(hipMemset2D)
HRFCHECK_HOST_CALL(hipMemsetAsync)
HRFCHECK_HOST_CALL(hipModuleGetFunction)
HRFCHECK_HOST_CALL(hipModuleLaunchKernel)
HRFCHECK_HOST_CALL(hipModuleLoad)
HRFCHECK_HOST_CALL(hipModuleUnload)
HRFCHECK_HOST_CALL(hipOccupancyMaxActiveBlocksPerMultiprocessor)
HRFCHECK_HOST_CALL(hipOccupancyMaxPotentialBlockSize)
HRFCHECK_HOST_CALL(hipPeekAtLastError)
HRFCHECK_HOST_CALL(hipRuntimeGetVersion)
HRFCHECK_HOST_CALL(hipSetDevice)
HRFCHECK_HOST_CALL(hipSetDeviceFlags)
HRFCHECK_HOST_CALL(hipStreamBeginCapture)
HRFCHECK_HOST_CALL(hipStreamCreate)
HRFCHECK_HOST_CALL(hipStreamCreateWithFlags)
HRFCHECK_HOST_CALL(hipStreamCreateWithPriority)
HRFCHECK_HOST_CALL(hipStreamDestroy)
HRFCHECK_HOST_CALL(hipStreamEndCapture)
HRFCHECK_HOST_CALL(hipStreamIsCapturing)
HRFCHECK_HOST_CALL(hipStreamQuery)
HRFCHECK_HOST_CALL(hipStreamSynchronize)
HRFCHECK_HOST_CALL(hipStreamWaitEvent)
#undef HRFCHECK_HOST_CALL

static inline __attribute__((host, device)) const char* hipGetErrorString(hipError_t) { return ""; }
static inline __attribute__((host, device)) const char* hipGetErrorName(hipError_t) { return ""; }

// `kernel<<<grid, block, bytes, stream>>>(...)` becomes calls of these.
extern "C" hipError_t hipConfigureCall(dim3, dim3, __SIZE_TYPE__ = 0, hipStream_t = nullptr);
extern "C" hipError_t __hipPushCallConfiguration(dim3, dim3, __SIZE_TYPE__ = 0, hipStream_t = nullptr);
extern "C" hipError_t hipLaunchKernel(const void*, dim3, dim3, void**, __SIZE_TYPE__, hipStream_t);
#define hipLaunchKernelGGL(kernel, blocks, threads, bytes, stream, ...) \
  kernel<<<blocks, threads, bytes, stream>>>(__VA_ARGS__)
