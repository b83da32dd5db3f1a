/* As much of HIP's runtime as an emitted test names, for a compiler that has none: programs are checked and
 * not linked. The names and types are those of HIP's documentation. */
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __host__ __attribute__((host))
#define __forceinline__ inline __attribute__((always_inline))

struct dim3 {
  unsigned x, y, z;
  __host__ __device__ dim3(unsigned a = 1, unsigned b = 1, unsigned c = 1) : x(a), y(b), z(c) {}
};
struct HipIndex {
  unsigned x, y, z;
};
extern const __device__ __attribute__((weak)) HipIndex threadIdx, blockIdx, blockDim, gridDim;

enum hipError_t { hipSuccess = 0, hipErrorNotReady = 600 };
enum hipMemcpyKind { hipMemcpyDeviceToHost = 2 };
enum hipDeviceAttribute_t { hipDeviceAttributeHostNativeAtomicSupported };
enum hipDeviceP2PAttr { hipDevP2PAttrNativeAtomicSupported = 2 };
enum {
  hipEventDisableTiming = 2,
  hipStreamNonBlocking = 1,
  hipHostMallocPortable = 1,
  hipHostMallocMapped = 2
};
typedef struct ihipStream_t* hipStream_t;
typedef struct ihipEvent_t* hipEvent_t;
struct hipDeviceProp_t {
  char name[256];
  int major, minor, multiProcessorCount;
  char gcnArchName[256];
};
struct hipFuncAttributes {
  int maxThreadsPerBlock;
};

extern "C" {
hipError_t hipSetDevice(int);
hipError_t hipGetDeviceCount(int*);
hipError_t hipGetDeviceProperties(hipDeviceProp_t*, int);
hipError_t hipDeviceGetAttribute(int*, hipDeviceAttribute_t, int);
hipError_t hipDeviceGetP2PAttribute(int*, hipDeviceP2PAttr, int, int);
hipError_t hipDeviceCanAccessPeer(int*, int, int);
hipError_t hipDeviceEnablePeerAccess(int, unsigned);
hipError_t hipDeviceSynchronize();
hipError_t hipDriverGetVersion(int*);
hipError_t hipFuncGetAttributes(hipFuncAttributes*, const void*);
hipError_t hipGetLastError();
const char* hipGetErrorString(hipError_t);
hipError_t hipMalloc(void**, size_t);
hipError_t hipFree(void*);
hipError_t hipHostMalloc(void**, size_t, unsigned);
hipError_t hipHostFree(void*);
hipError_t hipMemcpy(void*, const void*, size_t, hipMemcpyKind);
hipError_t hipMemset(void*, int, size_t);
hipError_t hipMemsetAsync(void*, int, size_t, hipStream_t);
hipError_t hipEventCreateWithFlags(hipEvent_t*, unsigned);
hipError_t hipEventQuery(hipEvent_t);
hipError_t hipEventRecord(hipEvent_t, hipStream_t);
hipError_t hipStreamCreateWithFlags(hipStream_t*, unsigned);
hipError_t hipStreamQuery(hipStream_t);
hipError_t hipStreamWaitEvent(hipStream_t, hipEvent_t, unsigned);
hipError_t __hipPushCallConfiguration(dim3, dim3, size_t, hipStream_t);
hipError_t hipLaunchKernel(const void*, dim3, dim3, void**, size_t, hipStream_t);
}
template <class Kernel>
hipError_t hipOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, Kernel, int, size_t) {
  *blocks = 1;
  return hipSuccess;
}
template <class T>
hipError_t hipMalloc(T** where, size_t bytes) {
  return hipMalloc((void**)where, bytes);
}
