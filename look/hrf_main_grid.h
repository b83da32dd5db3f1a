/* The device functions of hrf_host.h, for whole kernels. */

/* How many blocks of the kernel one multiprocessor has at a time. */
static int resident_blocks(void) {
  const unsigned block[3] = {HRF_BLOCK};
  const int threads = (int)(block[0] * block[1] * block[2]);
  int blocks = 0;
  cudaFuncAttributes facts;
  must(cudaFuncGetAttributes(&facts, hrf_kernel_of_the_file()), "the program has no code for this device");
  if (threads > facts.maxThreadsPerBlock) {
    give_up("the blocks of the launch have more threads than the compiled kernel can have", "");
  }
  if (HRF_DYNAMIC_SHARED > 48 << 10) {
    must(cudaFuncSetAttribute(hrf_kernel_of_the_file(), cudaFuncAttributeMaxDynamicSharedMemorySize,
                              HRF_DYNAMIC_SHARED),
         "too much shared memory");
  }
  must(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, hrf_kernel_of_the_file(), threads,
                                                     HRF_DYNAMIC_SHARED),
       "cannot ask for the occupancy");
  if (blocks < 1) {
    give_up("a block of the kernel does not fit on a multiprocessor", "");
  }
  return blocks;
}

static void find_variables(void) {
  for (int v = 0; v < HRF_VARIABLES; ++v) {
    gpu.observed.words[v].object = hrf_words[v].object;
    gpu.observed.words[v].offset = hrf_words[v].offset;
    gpu.observed.words[v].bytes = hrf_words[v].bytes;
    gpu.observed.words[v].has_sign = hrf_words[v].has_sign;
  }
  for (int o = 0; o < HRF_OBJECTS; ++o) {
    must(hrf_variable_of_the_file(o, &gpu.variables[o]), "cannot find a variable of the file");
  }
}

static void make_streams(void) {
  must(cudaStreamCreateWithFlags(&gpu.origin, cudaStreamNonBlocking), "cannot make a stream");
  must(cudaStreamCreateWithFlags(&gpu.beside, cudaStreamNonBlocking), "cannot make a stream");
  must(cudaEventCreateWithFlags(&gpu.fork, cudaEventDisableTiming), "cannot make an event");
  must(cudaEventCreateWithFlags(&gpu.quiet, cudaEventDisableTiming), "cannot make an event");
  must(cudaEventCreateWithFlags(&gpu.ended, cudaEventDisableTiming), "cannot make an event");
  for (int s = 0; s < kMostStreams; ++s) {
    must(cudaStreamCreateWithFlags(&gpu.streams[s], cudaStreamNonBlocking), "cannot make a stream");
    must(cudaEventCreateWithFlags(&gpu.joined[s], cudaEventDisableTiming), "cannot make an event");
  }
}

static void device_open(int number, Device* device) {
  int count = 0, driver = 0;
  cudaDeviceProp facts;
  if (cudaGetDeviceCount(&count) != cudaSuccess) {
    count = 0;
  }
  if (count <= number) {
    give_up("there is no " HRF_RUNTIME " device", count == 0 ? "" : "of this number");
  }
  must(cudaSetDevice(number), "cannot use the device");
  must(cudaGetDeviceProperties(&facts, number), "cannot ask the device");
  (void)cudaDriverGetVersion(&driver);
  snprintf(device->name, sizeof device->name, "%s", facts.name);
  snprintf(device->driver, sizeof device->driver, HRF_RUNTIME " driver %d.%d", driver / 1000,
           driver % 1000 / 10);
  snprintf(device->compiler, sizeof device->compiler, "nvcc %d.%d.%d, sm_%d%d", __CUDACC_VER_MAJOR__,
           __CUDACC_VER_MINOR__, __CUDACC_VER_BUILD__, facts.major, facts.minor);
  device->units = facts.multiProcessorCount;
  device->resident = resident_blocks();
  make_streams();
  find_variables();
  make_image();
  must(cudaMalloc((void**)&gpu.scratch, (size_t)kScratchLines * 128), "no memory");
  must(cudaMalloc((void**)&gpu.stop, 128), "no memory");
  must(cudaMalloc((void**)&gpu.values, sizeof(long long) * kMostInstances * HRF_VARIABLES), "no memory");
  must(cudaHostAlloc((void**)&gpu.shown, sizeof(long long) * kMostInstances * HRF_VARIABLES,
                     cudaHostAllocDefault),
       "no memory");
  must(cudaMemset(gpu.scratch, 0, (size_t)kScratchLines * 128), "no memory");
  must(cudaDeviceSynchronize(), "the device failed");
}

static void device_probe(Device* device, double limit) {
  (void)device;
  (void)limit;
}

static void device_launch(const HrfLaunch* launch, int reset, double limit, Shown* shown) {
  if (reset) {
    make_graph(launch);
  }
  must(cudaGraphLaunch(gpu.graph, gpu.origin), "cannot launch");
  must(cudaEventRecord(gpu.ended, gpu.origin), "cannot launch");
  const double start = now();
  for (cudaError_t status; (status = cudaEventQuery(gpu.ended)) != cudaSuccess;) {
    if (status != cudaErrorNotReady) {
      give_up("the device failed", cudaGetErrorString(status));
    }
    if (now() - start > limit) {
      give_up("a launch did not end within the time limit", "");
    }
  }
  shown->states = gpu.shown;
  shown->count = launch->instances;
}
