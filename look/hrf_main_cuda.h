/* The device functions of host.h, for CUDA: one device, or as many as the threads of the test are on. */
#ifndef HRF_HIP /* hrf_cuda_as_hip.h has HIP's names for all of it */
#include <cuda_runtime.h>
#define HRF_RUNTIME "CUDA"
#endif

/* What lies on a device, and is played there. */
typedef struct {
  int *memory, *results, *scratch;
  unsigned* control;
  uint64_t memoryBytes, resultBytes;
  cudaStream_t stream;
  cudaEvent_t ready, ended;
} Card;

static struct {
  int first; /* the number of the first device */
  Card cards[HRF_DEVICES];
  int* host; /* locations in the host's memory */
  uint64_t hostBytes;
  unsigned* values; /* on the first device, which collects */
  hrf_wide* table;
} gpu;

static void must(cudaError_t status, const char* what) {
  if (status != cudaSuccess) {
    give_up(what, cudaGetErrorString(status));
  }
}

/* What follows is about this device of the test. */
static void use(int card) {
  must(cudaSetDevice(gpu.first + card), "cannot use the device");
}

/* How many groups of a launch play on a device of the test. */
static int groups_on(const HrfLaunch* launch, int card) {
#if HRF_DEVICES > 1
  static const int blocks[HRF_DEVICES] = {HRF_BLOCKS_ON};
  return launch->groups / HRF_BLOCKS * blocks[card];
#else
  (void)card;
  return launch->groups;
#endif
}

#include "hrf_open_cuda.h"

/* Waits for all that was asked of the devices, but not for ever. */
static void finish(double limit) {
  Card* first = &gpu.cards[0];
  use(0);
  must(cudaEventRecord(first->ended, first->stream), "cannot launch");
  const double start = now();
  for (cudaError_t status; (status = cudaEventQuery(first->ended)) != cudaSuccess;) {
    for (int d = 1; d < HRF_DEVICES && status == cudaErrorNotReady; ++d) {
      const cudaError_t other = cudaStreamQuery(gpu.cards[d].stream);
      status = other == cudaSuccess ? status : other;
    }
    if (status != cudaErrorNotReady) {
      give_up("the device failed", cudaGetErrorString(status));
    }
    if (now() - start > limit) {
      give_up("a launch did not end within the time limit", "");
    }
  }
}

static void enlarge(Card* card, int** memory, uint64_t* has, uint64_t bytes) {
  if (*has < bytes) {
    if (*memory != NULL) {
      must(cudaFree(*memory), "cannot free memory");
    }
    *memory = NULL;
    must(cudaMalloc((void**)memory, bytes), "no memory for the instances");
    must(cudaMemsetAsync(*memory, 0, bytes, card->stream), "no memory for the instances");
    *has = bytes;
  }
}

/* Memory for the instances on each device, and on the host where locations are to lie there. */
static void provide(HrfLaunch* launch) {
  const uint64_t bytes = 4ull * launch->instances * (uint64_t)launch->stride * HRF_LOCATIONS + 64;
  for (int d = 0; d < HRF_DEVICES; ++d) {
    Card* card = &gpu.cards[d];
    use(d);
    enlarge(card, &card->memory, &card->memoryBytes, bytes);
    enlarge(card, &card->results, &card->resultBytes,
            4ull * launch->instances * (HRF_RESULTS + HRF_LOOPING) + 64);
  }
#if HRF_DEVICES > 1
  if (launch->place >= 2 && gpu.hostBytes < bytes) {
    if (gpu.host != NULL) {
      must(cudaFreeHost(gpu.host), "cannot free memory");
    }
    gpu.host = NULL;
    must(cudaHostAlloc((void**)&gpu.host, bytes, cudaHostAllocPortable | cudaHostAllocMapped),
         "no memory for the instances on the host");
    memset(gpu.host, 0, bytes);
    gpu.hostBytes = bytes;
  }
  for (int d = 0; d < HRF_DEVICES; ++d) {
    launch->memories[d] = gpu.cards[d].memory;
    launch->results[d] = gpu.cards[d].results;
    launch->controls[d] = gpu.cards[d].control;
  }
  launch->memories[HRF_DEVICES] = gpu.host;
#endif
}

/* Nothing is left of the launch before, on any device, when the first group begins. */
static void prepare(const HrfLaunch* launch, int reset, unsigned wide) {
  const HrfLaunch l = *launch;
  Card* first = &gpu.cards[0];
  for (int d = 1; d < HRF_DEVICES; ++d) {
    Card* card = &gpu.cards[d];
    use(d);
    must(cudaMemsetAsync(card->control, 0, HRF_CONTROL * sizeof(unsigned), card->stream), "cannot launch");
    must(cudaEventRecord(card->ready, card->stream), "cannot launch");
  }
  use(0);
  for (int d = 1; d < HRF_DEVICES; ++d) {
    must(cudaStreamWaitEvent(first->stream, gpu.cards[d].ready, 0), "cannot launch");
  }
  if (reset) {
    HRF_LAUNCH(hrf_reset, wide, 256, first->stream)(first->memory, l);
  }
  HRF_LAUNCH(hrf_clear, HRF_TABLE / 256, 256, first->stream)(gpu.table, gpu.values, first->control);
  must(cudaGetLastError(), "cannot launch");
  if (HRF_DEVICES > 1) {
    must(cudaEventRecord(first->ready, first->stream), "cannot launch");
  }
}

#if HRF_ASYNC
/* The groups play in clusters, with shared memory for their instances. */
static void launch_clusters(Card* card, HrfLaunch l) {
  cudaLaunchConfig_t config;
  cudaLaunchAttribute cluster;
  memset(&config, 0, sizeof config);
  memset(&cluster, 0, sizeof cluster);
  cluster.id = cudaLaunchAttributeClusterDimension;
  cluster.val.clusterDim.x = HRF_CLUSTER;
  cluster.val.clusterDim.y = 1;
  cluster.val.clusterDim.z = 1;
  config.gridDim = dim3((unsigned)(l.groups + l.stress));
  config.blockDim = dim3((unsigned)l.size);
  config.dynamicSmemBytes = (size_t)HRF_SHARED_BYTES(l.size);
  config.stream = card->stream;
  config.attrs = &cluster;
  config.numAttrs = 1;
  must(cudaLaunchKernelEx(&config, hrf_run, card->memory, card->results, card->control, card->scratch, l),
       "cannot launch");
}
#endif

/* All devices play; the first one goes on when all have ended. */
static void play(const HrfLaunch* launch) {
  Card* first = &gpu.cards[0];
  for (int d = HRF_DEVICES; d-- > 0;) {
    Card* card = &gpu.cards[d];
    HrfLaunch l = *launch;
    use(d);
#if HRF_DEVICES > 1
    l.device = d;
    l.near = (int)prime_to((unsigned)groups_on(launch, d), (unsigned)launch->near);
#endif
    if (d > 0) {
      must(cudaStreamWaitEvent(card->stream, first->ready, 0), "cannot launch");
    }
#if HRF_ASYNC
    launch_clusters(card, l);
#else
    HRF_LAUNCH(hrf_run, (unsigned)(groups_on(launch, d) + l.stress), (unsigned)l.size, card->stream)
    (card->memory, card->results, card->control, card->scratch, l);
#endif
    must(cudaGetLastError(), "cannot launch");
    if (d > 0) {
      must(cudaEventRecord(card->ended, card->stream), "cannot launch");
    }
  }
  for (int d = 1; d < HRF_DEVICES; ++d) {
    must(cudaStreamWaitEvent(first->stream, gpu.cards[d].ended, 0), "cannot launch");
  }
}

static void fetch(Shown* shown) {
  must(cudaMemcpy(shown->rows, gpu.table, sizeof shown->rows, cudaMemcpyDeviceToHost), "cannot copy");
  must(cudaMemcpy(shown->control, gpu.cards[0].control, sizeof shown->control, cudaMemcpyDeviceToHost),
       "cannot copy");
  for (int d = 1; d < HRF_DEVICES; ++d) {
    unsigned control[HRF_CONTROL];
    must(cudaMemcpy(control, gpu.cards[d].control, sizeof control, cudaMemcpyDeviceToHost), "cannot copy");
    shown->control[2] |= control[2];
  }
  must(cudaMemcpy(&shown->listed, gpu.values, sizeof(unsigned), cudaMemcpyDeviceToHost), "cannot copy");
  if (shown->listed != 0) {
    const unsigned listed = shown->listed < HRF_LISTED ? shown->listed : HRF_LISTED;
    must(cudaMemcpy(shown->values, gpu.values + 1, sizeof(unsigned) * (size_t)listed * HRF_VARIABLES,
                    cudaMemcpyDeviceToHost),
         "cannot copy");
  }
}

static void device_launch(const HrfLaunch* launch, int reset, double limit, Shown* shown) {
  HrfLaunch l = *launch;
  Card* first = &gpu.cards[0];
  const unsigned wide = (l.instances + 255u) / 256u < 2048u ? (l.instances + 255u) / 256u : 2048u;
  provide(&l);
  prepare(&l, reset, wide);
  play(&l);
  HRF_LAUNCH(hrf_collect, wide, 256, first->stream)
  (first->memory, first->results, gpu.table, gpu.values, first->control, l);
  must(cudaGetLastError(), "cannot launch");
  finish(limit);
  fetch(shown);
}

static void device_probe(Device* device, double limit) {
  unsigned control[HRF_CONTROL];
  Card* first = &gpu.cards[0];
  use(0);
  HRF_LAUNCH(hrf_clear, HRF_TABLE / 256, 256, first->stream)(gpu.table, gpu.values, first->control);
  HRF_LAUNCH(hrf_probe, 1, 64, first->stream)(first->control);
  must(cudaGetLastError(), "cannot launch");
  finish(limit);
  must(cudaMemcpy(control, first->control, sizeof control, cudaMemcpyDeviceToHost), "cannot copy");
  device->serial = control[5] == 0;
}
