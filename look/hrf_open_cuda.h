/* The devices of CUDA: found, asked for what they are, and readied. */

static int least(int a, int b) {
  return a < b ? a : b;
}

/* The test's devices are this one and those behind it. */
static void find_devices(int number) {
  int count = 0;
  if (cudaGetDeviceCount(&count) != cudaSuccess) {
    count = 0;
  }
  gpu.first = number;
  if (HRF_DEVICES > 1 && count < number + HRF_DEVICES) {
    char needs[64], has[64];
    snprintf(needs, sizeof needs, "the test needs %d devices", number + HRF_DEVICES);
    snprintf(has, sizeof has, "this machine has %d", count);
    give_up(needs, has);
  }
  if (count <= number) {
    give_up("there is no " HRF_RUNTIME " device", count == 0 ? "" : "of this number");
  }
}

/* Each device may access the memory of the others. Where it has to, it can do so atomically. */
static void connect(void) {
  for (int a = 0; a < HRF_DEVICES; ++a) {
    for (int b = 0; b < HRF_DEVICES; ++b) {
      int can = 0, atomic = 0;
      if (a == b) {
        continue;
      }
      use(a);
      must(cudaDeviceCanAccessPeer(&can, gpu.first + a, gpu.first + b), "cannot ask the device");
      if (!can) {
        give_up("the test needs devices that access each other's memory", "these do not");
      }
      must(cudaDeviceEnablePeerAccess(gpu.first + b, 0), "cannot connect the devices");
      must(cudaDeviceGetP2PAttribute(&atomic, cudaDevP2PAttrNativeAtomicSupported, gpu.first + a,
                                     gpu.first + b),
           "cannot ask the device");
#if HRF_DEVICES > 1
      if (HRF_SHARED_RMW && !atomic) {
        give_up("the test needs devices with atomic operations on each other's memory", "these have none");
      }
#endif
    }
  }
}

/* What one device is, and with others what all of them are at least. */
static void ask(int card, Device* device) {
  cudaDeviceProp facts;
  cudaFuncAttributes kernel;
  int blocks = 0, atomics = 0;
  must(cudaGetDeviceProperties(&facts, gpu.first + card), "cannot ask the device");
  must(cudaFuncGetAttributes(&kernel, hrf_run), "the program has no code for this device");
  must(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, hrf_run, 512,
                                                     (size_t)least(HRF_SHARED_BYTES(512), HRF_MOST_SHARED)),
       "cannot ask for the occupancy");
  must(cudaDeviceGetAttribute(&atomics, cudaDevAttrHostNativeAtomicSupported, gpu.first + card),
       "cannot ask the device");
  const int largest = least(kernel.maxThreadsPerBlock, 512);
  const int resident = blocks > 0 ? 512 * blocks : 512;
  if (card == 0) {
    snprintf(device->name, sizeof device->name, "%s", facts.name);
#ifdef HRF_HIP
    snprintf(device->compiler, sizeof device->compiler, "clang %d.%d.%d, %.64s", __clang_major__,
             __clang_minor__, __clang_patchlevel__, facts.gcnArchName);
#else
    snprintf(device->compiler, sizeof device->compiler, "nvcc %d.%d.%d, sm_%d%d", __CUDACC_VER_MAJOR__,
             __CUDACC_VER_MINOR__, __CUDACC_VER_BUILD__, facts.major, facts.minor);
#endif
    device->units = facts.multiProcessorCount;
    device->largest = largest;
    device->resident = resident;
    device->hostAtomics = atomics;
    return;
  }
  if (strcmp(device->name, facts.name) != 0) {
    const size_t length = strlen(device->name);
    snprintf(device->name + length, sizeof device->name - length, " and %s", facts.name);
  } else if (card == HRF_DEVICES - 1) {
    snprintf(device->name, sizeof device->name, "%d x %.200s", HRF_DEVICES, facts.name);
  }
  device->units = least(device->units, facts.multiProcessorCount);
  device->largest = least(device->largest, largest);
  device->resident = least(device->resident, resident);
  device->hostAtomics = device->hostAtomics && atomics;
}

static void equip(Card* card) {
  must(cudaStreamCreateWithFlags(&card->stream, cudaStreamNonBlocking), "cannot make a stream");
  must(cudaEventCreateWithFlags(&card->ready, cudaEventDisableTiming), "cannot make an event");
  must(cudaEventCreateWithFlags(&card->ended, cudaEventDisableTiming), "cannot make an event");
  must(cudaMalloc((void**)&card->control, HRF_CONTROL * sizeof(unsigned)), "no memory");
  must(cudaMalloc((void**)&card->scratch, (size_t)HRF_SCRATCH_LINES * 128), "no memory");
  must(cudaMemset(card->control, 0, HRF_CONTROL * sizeof(unsigned)), "no memory");
  must(cudaMemset(card->scratch, 0, (size_t)HRF_SCRATCH_LINES * 128), "no memory");
  must(cudaDeviceSynchronize(), "no memory");
}

static void device_open(int number, Device* device) {
  int driver = 0;
  find_devices(number);
  (void)cudaDriverGetVersion(&driver);
  snprintf(device->driver, sizeof device->driver, HRF_RUNTIME " driver %d.%d", driver / 1000,
           driver % 1000 / 10);
  connect();
  for (int d = 0; d < HRF_DEVICES; ++d) {
    use(d);
    ask(d, device);
    equip(&gpu.cards[d]);
  }
  device->memory = HRF_DEVICES > 1 ? 256ull << 20 : 1ull << 30;
  use(0);
  must(cudaMalloc((void**)&gpu.table, sizeof(uint64_t) * 2 * HRF_TABLE), "no memory");
  must(cudaMalloc((void**)&gpu.values, sizeof(unsigned) * (1 + (size_t)HRF_LISTED * HRF_VARIABLES)),
       "no memory");
}
