/* The device functions of host.h, for CUDA. */
#include <cuda_runtime.h>

static struct {
  int *memory, *results, *scratch;
  unsigned *control, *values;
  hrf_wide* table;
  uint64_t memoryBytes, resultBytes;
  cudaStream_t stream;
  cudaEvent_t ended;
} gpu;

static void must(cudaError_t status, const char* what) {
  if (status != cudaSuccess) {
    give_up(what, cudaGetErrorString(status));
  }
}

static void device_open(int number, Device* device) {
  int count = 0;
  if (cudaGetDeviceCount(&count) != cudaSuccess || count <= number) {
    give_up("there is no CUDA device", count == 0 ? "" : "of this number");
  }
  cudaDeviceProp facts;
  must(cudaSetDevice(number), "cannot use the device");
  must(cudaGetDeviceProperties(&facts, number), "cannot ask the device");
  int driver = 0, runtime = 0;
  cudaDriverGetVersion(&driver);
  cudaRuntimeGetVersion(&runtime);
  snprintf(device->name, sizeof device->name, "%s", facts.name);
  snprintf(device->driver, sizeof device->driver, "CUDA driver %d.%d", driver / 1000, driver % 1000 / 10);
  snprintf(device->compiler, sizeof device->compiler, "nvcc %d.%d.%d, sm_%d%d", __CUDACC_VER_MAJOR__,
           __CUDACC_VER_MINOR__, __CUDACC_VER_BUILD__, facts.major, facts.minor);
  device->units = facts.multiProcessorCount;
  cudaFuncAttributes kernel;
  must(cudaFuncGetAttributes(&kernel, hrf_run), "the program has no code for this device");
  device->largest = kernel.maxThreadsPerBlock < 512 ? kernel.maxThreadsPerBlock : 512;
  int blocks = 0;
  must(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, hrf_run, 512, 0),
       "cannot ask for the occupancy");
  device->resident = blocks > 0 ? 512 * blocks : 512;
  device->memory = 1ull << 30;
  must(cudaStreamCreateWithFlags(&gpu.stream, cudaStreamNonBlocking), "cannot make a stream");
  must(cudaEventCreateWithFlags(&gpu.ended, cudaEventDisableTiming), "cannot make an event");
  must(cudaMalloc((void**)&gpu.control, HRF_CONTROL * sizeof(unsigned)), "no memory");
  must(cudaMalloc((void**)&gpu.table, sizeof(uint64_t) * 2 * HRF_TABLE), "no memory");
  must(cudaMalloc((void**)&gpu.values, sizeof(unsigned) * (1 + (size_t)HRF_LISTED * HRF_VARIABLES)),
       "no memory");
  must(cudaMalloc((void**)&gpu.scratch, (size_t)HRF_SCRATCH_LINES * 128), "no memory");
  must(cudaMemset(gpu.scratch, 0, (size_t)HRF_SCRATCH_LINES * 128), "no memory");
}

/* Waits for all that was asked of the device, but not for ever. */
static void finish(double limit) {
  must(cudaEventRecord(gpu.ended, gpu.stream), "cannot launch");
  const double start = now();
  for (cudaError_t status; (status = cudaEventQuery(gpu.ended)) != cudaSuccess;) {
    if (status != cudaErrorNotReady) {
      give_up("the device failed", cudaGetErrorString(status));
    }
    if (now() - start > limit) {
      give_up("a launch did not end within the time limit", "");
    }
  }
}

static void enlarge(int** memory, uint64_t* has, uint64_t bytes) {
  if (*has < bytes) {
    if (*memory != NULL) {
      must(cudaFree(*memory), "cannot free memory");
    }
    *memory = NULL;
    must(cudaMalloc((void**)memory, bytes), "no memory for the instances");
    must(cudaMemsetAsync(*memory, 0, bytes, gpu.stream), "no memory for the instances");
    *has = bytes;
  }
}

static void device_launch(const HrfLaunch* launch, int groups, int reset, double limit, Shown* shown) {
  const HrfLaunch l = *launch;
  enlarge(&gpu.memory, &gpu.memoryBytes, 4ull * l.instances * (uint64_t)l.stride * HRF_LOCATIONS + 64);
  enlarge(&gpu.results, &gpu.resultBytes, 4ull * l.instances * (HRF_RESULTS + HRF_LOOPING) + 64);
  const unsigned wide = (l.instances + 255u) / 256u < 2048u ? (l.instances + 255u) / 256u : 2048u;
  if (reset) {
    hrf_reset<<<wide, 256, 0, gpu.stream>>>(gpu.memory, l);
  }
  hrf_clear<<<HRF_TABLE / 256, 256, 0, gpu.stream>>>(gpu.table, gpu.values, gpu.control);
  hrf_run<<<(unsigned)groups, (unsigned)l.size, 0, gpu.stream>>>(gpu.memory, gpu.results, gpu.control,
                                                                 gpu.scratch, l);
  hrf_collect<<<wide, 256, 0, gpu.stream>>>(gpu.memory, gpu.results, gpu.table, gpu.values, gpu.control, l);
  must(cudaGetLastError(), "cannot launch");
  finish(limit);
  must(cudaMemcpy(shown->rows, gpu.table, sizeof shown->rows, cudaMemcpyDeviceToHost), "cannot copy");
  must(cudaMemcpy(shown->control, gpu.control, sizeof shown->control, cudaMemcpyDeviceToHost), "cannot copy");
  must(cudaMemcpy(&shown->listed, gpu.values, sizeof(unsigned), cudaMemcpyDeviceToHost), "cannot copy");
  if (shown->listed != 0) {
    const unsigned listed = shown->listed < HRF_LISTED ? shown->listed : HRF_LISTED;
    must(cudaMemcpy(shown->values, gpu.values + 1, sizeof(unsigned) * (size_t)listed * HRF_VARIABLES,
                    cudaMemcpyDeviceToHost),
         "cannot copy");
  }
}

static void device_probe(Device* device, double limit) {
  unsigned control[HRF_CONTROL];
  hrf_clear<<<HRF_TABLE / 256, 256, 0, gpu.stream>>>(gpu.table, gpu.values, gpu.control);
  hrf_probe<<<1, 64, 0, gpu.stream>>>(gpu.control);
  must(cudaGetLastError(), "cannot launch");
  finish(limit);
  must(cudaMemcpy(control, gpu.control, sizeof control, cudaMemcpyDeviceToHost), "cannot copy");
  device->serial = control[5] == 0;
}
