/* The memory of the instances, and the graph that launches them all. */

static struct {
  Layout layout;
  Words observed;
  unsigned* image;   /* of an instance: what its memory begins with */
  unsigned* scratch; /* that noise writes */
  unsigned* stop;    /* that ends it */
  long long* values; /* on the device, and on the host */
  long long* shown;
  void* variables[HRF_OBJECTS + 1]; /* of the file: where they are */
  uint64_t has;                     /* bytes of memory */
  cudaStream_t origin, beside, streams[kMostStreams];
  cudaEvent_t fork, quiet, joined[kMostStreams], ended;
  cudaGraphExec_t graph;
} gpu;

static void must(cudaError_t status, const char* what) {
  if (status != cudaSuccess) {
    give_up(what, cudaGetErrorString(status));
  }
}

static unsigned long long rounded(unsigned long long size, unsigned to) {
  return (size + to - 1) / to * to;
}

/* The image of an instance: its objects one after the other, each in multiples of 16 bytes. */
static void make_image(void) {
  Layout* l = &gpu.layout;
  unsigned char* image;
  for (int o = 0; o < HRF_OBJECTS; ++o) {
    l->image[o] = l->words;
    l->words += (unsigned)(rounded(hrf_objects[o].size, 16) / 4);
  }
  image = (unsigned char*)calloc(l->words + 1, 4);
  if (image == NULL) {
    give_up("out of memory", "");
  }
  for (int o = 0; o < HRF_OBJECTS; ++o) {
    if (hrf_objects[o].given > 0) {
      memcpy(image + 4 * (size_t)l->image[o], hrf_objects[o].bytes, hrf_objects[o].given);
    }
  }
  must(cudaMalloc((void**)&gpu.image, 4 * (size_t)l->words + 4), "no memory");
  must(cudaMemcpy(gpu.image, image, 4 * (size_t)l->words, cudaMemcpyHostToDevice), "cannot copy");
  free(image);
}

/* Lays out the objects of all instances as the setting says. */
static void lay_out(const HrfLaunch* launch) {
  Layout* l = &gpu.layout;
  const unsigned align = launch->packed == 0 ? 256 : 16;
  unsigned long long each = 0, all = 0;
  l->instances = launch->instances;
  l->scale = launch->scale;
  for (int o = 0; o < HRF_OBJECTS; ++o) {
    l->base[o] = launch->packed == 2 ? all : each;
    l->pitch[o] = rounded(hrf_objects[o].size, 16);
    each += rounded(hrf_objects[o].size, align);
    all = rounded(all + l->pitch[o] * launch->instances, 256);
  }
  for (int o = 0; o < HRF_OBJECTS && launch->packed != 2; ++o) {
    l->pitch[o] = rounded(each, launch->packed == 0 ? 256 : 32);
  }
  l->bytes = launch->packed == 2 ? all : l->pitch[0] * launch->instances;
  if (gpu.has < l->bytes + 256) {
    must(cudaFree(l->memory), "cannot free memory");
    gpu.has = l->bytes + 256;
    must(cudaMalloc((void**)&l->memory, gpu.has), "no memory for the instances");
    must(cudaMemset(l->memory, 0, gpu.has), "no memory for the instances");
  }
}

/* Variables of the file are there once: before an instance they get what its memory holds, and after it this
 * gets what they hold. */
static void move_variables(unsigned instance, int back, cudaStream_t stream) {
  for (int o = 0; o < HRF_OBJECTS; ++o) {
    char* own = object_of(gpu.layout, o, instance);
    if (gpu.variables[o] != NULL) {
      must(cudaMemcpyAsync(back ? own : gpu.variables[o], back ? gpu.variables[o] : own, hrf_objects[o].size,
                           cudaMemcpyDeviceToDevice, stream),
           "cannot copy");
    }
  }
}

static void launch_kernel(unsigned instance, cudaStream_t stream) {
  static unsigned char zeros[8];
  void* pointers[HRF_PARAMETERS + 1];
  void* arguments[HRF_PARAMETERS + 1];
  cudaLaunchAttribute attributes[2];
  cudaLaunchConfig_t config;
  memset(&config, 0, sizeof config);
  memset(attributes, 0, sizeof attributes);
  for (int p = 0; p < HRF_PARAMETERS; ++p) {
    const int object = hrf_parameters[p].object;
    pointers[p] = object >= 0 ? object_of(gpu.layout, object, instance) : NULL;
    arguments[p] = object >= 0                  ? (void*)&pointers[p]
                   : hrf_parameters[p].size > 0 ? (void*)hrf_parameters[p].bytes
                                                : (void*)zeros;
  }
  config.gridDim = dim3(HRF_GRID);
  config.blockDim = dim3(HRF_BLOCK);
  config.dynamicSmemBytes = HRF_DYNAMIC_SHARED;
  config.stream = stream;
  config.attrs = attributes;
  if (HRF_COOPERATIVE) {
    attributes[config.numAttrs].id = cudaLaunchAttributeCooperative;
    attributes[config.numAttrs++].val.cooperative = 1;
  }
  if (HRF_CLUSTER > 1) {
    attributes[config.numAttrs].id = cudaLaunchAttributeClusterDimension;
    attributes[config.numAttrs].val.clusterDim.x = HRF_CLUSTER;
    attributes[config.numAttrs].val.clusterDim.y = 1;
    attributes[config.numAttrs++].val.clusterDim.z = 1;
  }
  if (HRF_OF_THE_FILE) {
    move_variables(instance, 0, stream);
  }
  must(cudaLaunchKernelExC(&config, hrf_kernel_of_the_file(), arguments), "cannot launch the kernel");
  if (HRF_OF_THE_FILE) {
    move_variables(instance, 1, stream);
  }
}

/* What one launch of the graph does. */
static void record(const HrfLaunch* launch) {
  const unsigned wide = (launch->instances * gpu.layout.words + 255) / 256;
  must(cudaMemsetAsync(gpu.stop, 0, sizeof(unsigned), gpu.origin), "cannot launch");
  HRF_LAUNCH(reset_instances, wide < 1024 ? wide : 1024, 256, gpu.origin)(gpu.layout, gpu.image);
  must(cudaEventRecord(gpu.fork, gpu.origin), "cannot launch");
  if (launch->noise > 0) {
    must(cudaStreamWaitEvent(gpu.beside, gpu.fork, 0), "cannot launch");
    HRF_LAUNCH(disturb, (unsigned)launch->noise, kNoiseThreads, gpu.beside)
    (gpu.layout, gpu.scratch, gpu.stop, launch->pattern, launch->gap);
    must(cudaEventRecord(gpu.quiet, gpu.beside), "cannot launch");
  }
  for (int s = 0; s < launch->streams; ++s) {
    must(cudaStreamWaitEvent(gpu.streams[s], gpu.fork, 0), "cannot launch");
    for (int r = 0; r < launch->rounds; ++r) {
      launch_kernel((unsigned)(r * launch->streams + s), gpu.streams[s]);
    }
    must(cudaEventRecord(gpu.joined[s], gpu.streams[s]), "cannot launch");
    must(cudaStreamWaitEvent(gpu.origin, gpu.joined[s], 0), "cannot launch");
  }
  must(cudaMemsetAsync(gpu.stop, 1, sizeof(unsigned), gpu.origin), "cannot launch");
  if (launch->noise > 0) {
    must(cudaStreamWaitEvent(gpu.origin, gpu.quiet, 0), "cannot launch");
  }
  HRF_LAUNCH(collect_states, (launch->instances + 127) / 128, 128, gpu.origin)
  (gpu.layout, gpu.observed, gpu.values);
  must(cudaMemcpyAsync(gpu.shown, gpu.values, sizeof(long long) * launch->instances * HRF_VARIABLES,
                       cudaMemcpyDeviceToHost, gpu.origin),
       "cannot copy");
}

static void make_graph(const HrfLaunch* launch) {
  cudaGraph_t graph;
  if (gpu.graph != NULL) {
    must(cudaGraphExecDestroy(gpu.graph), "cannot forget a graph");
    gpu.graph = NULL;
  }
  lay_out(launch);
  must(cudaStreamBeginCapture(gpu.origin, cudaStreamCaptureModeThreadLocal), "cannot make a graph");
  record(launch);
  must(cudaStreamEndCapture(gpu.origin, &graph), "cannot make a graph");
  must(cudaGraphInstantiate(&gpu.graph, graph, 0), "cannot make a graph");
  must(cudaGraphDestroy(graph), "cannot forget a graph");
}
