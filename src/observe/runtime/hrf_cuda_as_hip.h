/* What hrf_main_cuda.h and hrf_open_cuda.h take from CUDA's runtime, by the names that HIP's has for it. */
#include <hip/hip_runtime.h>

#define HRF_HIP 1
#define HRF_RUNTIME "HIP"

#define cudaDeviceProp hipDeviceProp_t
#define cudaError_t hipError_t
#define cudaEvent_t hipEvent_t
#define cudaFuncAttributes hipFuncAttributes
#define cudaStream_t hipStream_t

#define cudaDevAttrHostNativeAtomicSupported hipDeviceAttributeHostNativeAtomicSupported
#define cudaDevP2PAttrNativeAtomicSupported hipDevP2PAttrNativeAtomicSupported
#define cudaErrorNotReady hipErrorNotReady
#define cudaEventDisableTiming hipEventDisableTiming
#define cudaHostAllocMapped hipHostMallocMapped
#define cudaHostAllocPortable hipHostMallocPortable
#define cudaMemcpyDeviceToHost hipMemcpyDeviceToHost
#define cudaStreamNonBlocking hipStreamNonBlocking
#define cudaSuccess hipSuccess

#define cudaDeviceCanAccessPeer hipDeviceCanAccessPeer
#define cudaDeviceEnablePeerAccess hipDeviceEnablePeerAccess
#define cudaDeviceGetAttribute hipDeviceGetAttribute
#define cudaDeviceGetP2PAttribute hipDeviceGetP2PAttribute
#define cudaDeviceSynchronize hipDeviceSynchronize
#define cudaDriverGetVersion hipDriverGetVersion
#define cudaEventCreateWithFlags hipEventCreateWithFlags
#define cudaEventQuery hipEventQuery
#define cudaEventRecord hipEventRecord
#define cudaFree hipFree
#define cudaFreeHost hipHostFree
#define cudaFuncGetAttributes(attributes, kernel) hipFuncGetAttributes(attributes, (const void*)(kernel))
#define cudaGetDeviceCount hipGetDeviceCount
#define cudaGetDeviceProperties hipGetDeviceProperties
#define cudaGetErrorString hipGetErrorString
#define cudaGetLastError hipGetLastError
#define cudaHostAlloc hipHostMalloc
#define cudaMalloc hipMalloc
#define cudaMemcpy hipMemcpy
#define cudaMemset hipMemset
#define cudaMemsetAsync hipMemsetAsync
#define cudaOccupancyMaxActiveBlocksPerMultiprocessor hipOccupancyMaxActiveBlocksPerMultiprocessor
#define cudaSetDevice hipSetDevice
#define cudaStreamCreateWithFlags hipStreamCreateWithFlags
#define cudaStreamQuery hipStreamQuery
#define cudaStreamWaitEvent hipStreamWaitEvent
