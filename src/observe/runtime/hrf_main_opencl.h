/* The device functions of host.h, for OpenCL. */
#define CL_TARGET_OPENCL_VERSION 200
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include <CL/cl.h>

static struct {
  cl_context context;
  cl_device_id device;
  cl_command_queue queue;
  cl_kernel reset, clear, run, collect, probe;
  cl_mem memory, results, control, scratch, table, values;
  uint64_t memoryBytes, resultBytes;
} ocl;

static void must(cl_int status, const char* what) {
  if (status != CL_SUCCESS) {
    char text[64];
    snprintf(text, sizeof text, "OpenCL error %d", (int)status);
    give_up(what, text);
  }
}

/* The device of this number, counted over all platforms. */
static cl_device_id device_of(int number) {
  cl_platform_id platforms[16];
  cl_uint count = 0;
  if (clGetPlatformIDs(16, platforms, &count) != CL_SUCCESS) {
    count = 0;
  }
  for (cl_uint p = 0; p < count && p < 16; ++p) {
    cl_device_id devices[64];
    cl_uint has = 0;
    if (clGetDeviceIDs(platforms[p], CL_DEVICE_TYPE_ALL, 64, devices, &has) == CL_SUCCESS) {
      has = has > 64 ? 64 : has;
      if (number < (int)has) {
        return devices[number];
      }
      number -= (int)has;
    }
  }
  give_up("there is no OpenCL device", "");
  return NULL;
}

static cl_kernel kernel_of(cl_program program, const char* name) {
  cl_int status;
  cl_kernel kernel = clCreateKernel(program, name, &status);
  must(status, "cannot make a kernel");
  return kernel;
}

static cl_mem buffer(uint64_t bytes) {
  cl_int status;
  cl_mem memory = clCreateBuffer(ocl.context, CL_MEM_READ_WRITE, (size_t)bytes, NULL, &status);
  must(status, "no memory for the instances");
  return memory;
}

static cl_program compile(Device* device) {
  cl_int status;
  char names[256] = "";
  clGetDeviceInfo(ocl.device, CL_DEVICE_VERSION, sizeof names, names, NULL);
  const char* more = getenv("HRF_BUILD_OPTIONS");
  char version[512];
  snprintf(version, sizeof version, "%s%s%s",
           strncmp(names, "OpenCL 2", 8) == 0 ? "-cl-std=CL2.0" : "-cl-std=CL3.0", more != NULL ? " " : "",
           more != NULL ? more : "");
  cl_program program =
      clCreateProgramWithSource(ocl.context, sizeof hrf_kernel_source / sizeof hrf_kernel_source[0],
                                (const char**)hrf_kernel_source, NULL, &status);
  must(status, "cannot make a program");
  snprintf(device->compiler, sizeof device->compiler, "%.255s", version);
  if (clBuildProgram(program, 1, &ocl.device, version, NULL, NULL) != CL_SUCCESS) {
    static char log[65536];
    clGetProgramBuildInfo(program, ocl.device, CL_PROGRAM_BUILD_LOG, sizeof log - 1, log, NULL);
    fprintf(stderr, "%s\n", log);
    log[strcspn(log, "\n")] = 0;
    give_up("the device's compiler refuses the program", log);
  }
  return program;
}

static void device_open(int number, Device* device) {
  cl_int status;
  ocl.device = device_of(number);
  ocl.context = clCreateContext(NULL, 1, &ocl.device, NULL, NULL, &status);
  must(status, "cannot use the device");
  ocl.queue = clCreateCommandQueue(ocl.context, ocl.device, 0, &status);
  must(status, "cannot use the device");
  clGetDeviceInfo(ocl.device, CL_DEVICE_NAME, sizeof device->name, device->name, NULL);
  char version[128] = "", driver[100] = "";
  clGetDeviceInfo(ocl.device, CL_DEVICE_VERSION, sizeof version, version, NULL);
  clGetDeviceInfo(ocl.device, CL_DRIVER_VERSION, sizeof driver, driver, NULL);
  snprintf(device->driver, sizeof device->driver, "%s, driver %s", version, driver);
  cl_uint units = 1;
  size_t largest = 1;
  cl_ulong memory = 0;
  clGetDeviceInfo(ocl.device, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof units, &units, NULL);
  clGetDeviceInfo(ocl.device, CL_DEVICE_MAX_WORK_GROUP_SIZE, sizeof largest, &largest, NULL);
  clGetDeviceInfo(ocl.device, CL_DEVICE_MAX_MEM_ALLOC_SIZE, sizeof memory, &memory, NULL);
  device->units = (int)units;
  device->largest = largest > 512 ? 512 : (int)largest;
  device->resident = 1024;
  device->memory = memory > (64ull << 20) ? 64ull << 20 : memory;
  const cl_program program = compile(device);
  ocl.reset = kernel_of(program, "hrf_reset");
  ocl.clear = kernel_of(program, "hrf_clear");
  ocl.run = kernel_of(program, "hrf_run");
  ocl.collect = kernel_of(program, "hrf_collect");
  ocl.probe = kernel_of(program, "hrf_probe");
  ocl.control = buffer(HRF_CONTROL * sizeof(unsigned));
  ocl.table = buffer(sizeof(uint64_t) * 2 * HRF_TABLE);
  ocl.values = buffer(sizeof(unsigned) * (1 + (uint64_t)HRF_LISTED * HRF_VARIABLES));
  ocl.scratch = buffer(HRF_SCRATCH_LINES * 128ull);
  const unsigned zero = 0;
  must(clEnqueueFillBuffer(ocl.queue, ocl.scratch, &zero, sizeof zero, 0, HRF_SCRATCH_LINES * 128, 0, NULL,
                           NULL),
       "cannot launch");
}

static void enlarge(cl_mem* memory, uint64_t* has, uint64_t bytes) {
  if (*has < bytes) {
    if (*memory != NULL) {
      clReleaseMemObject(*memory);
    }
    *memory = buffer(bytes);
    *has = bytes;
    const unsigned zero = 0;
    must(clEnqueueFillBuffer(ocl.queue, *memory, &zero, sizeof zero, 0, (size_t)bytes, 0, NULL, NULL),
         "cannot launch");
  }
}

static void argument(cl_kernel kernel, unsigned at, size_t size, const void* value) {
  must(clSetKernelArg(kernel, at, size, value), "cannot set an argument");
}

static cl_event enqueue(cl_kernel kernel, size_t groups, size_t size) {
  const size_t all = groups * size;
  cl_event ended;
  must(clEnqueueNDRangeKernel(ocl.queue, kernel, 1, NULL, &all, &size, 0, NULL, &ended), "cannot launch");
  return ended;
}

/* Waits for a kernel, but not for ever. */
static void finish(cl_event ended, double limit) {
  must(clFlush(ocl.queue), "cannot launch");
  const double start = now();
  for (;;) {
    cl_int status = CL_QUEUED;
    must(clGetEventInfo(ended, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL),
         "the device failed");
    if (status == CL_COMPLETE) {
      break;
    }
    if (status < 0) {
      must(status, "the device failed");
    }
    if (now() - start > limit) {
      give_up("a launch did not end within the time limit", "");
    }
    usleep(20);
  }
  clReleaseEvent(ended);
}

static void read_back(cl_mem from, size_t offset, size_t bytes, void* to) {
  must(clEnqueueReadBuffer(ocl.queue, from, CL_TRUE, offset, bytes, to, 0, NULL, NULL), "cannot copy");
}

static void clear(void) {
  argument(ocl.clear, 0, sizeof ocl.table, &ocl.table);
  argument(ocl.clear, 1, sizeof ocl.values, &ocl.values);
  argument(ocl.clear, 2, sizeof ocl.control, &ocl.control);
  clReleaseEvent(enqueue(ocl.clear, 1, 1));
}

static void device_launch(const HrfLaunch* launch, int reset, double limit, Shown* shown) {
  enlarge(&ocl.memory, &ocl.memoryBytes,
          4ull * launch->instances * (uint64_t)launch->stride * HRF_LOCATIONS + 64);
  enlarge(&ocl.results, &ocl.resultBytes, 4ull * launch->instances * (HRF_RESULTS + HRF_LOOPING) + 64);
  const size_t wide = (size_t)run.device.units;
  if (reset) {
    argument(ocl.reset, 0, sizeof ocl.memory, &ocl.memory);
    argument(ocl.reset, 1, sizeof *launch, launch);
    clReleaseEvent(enqueue(ocl.reset, wide, 1));
  }
  clear();
  const cl_mem* const ran[] = {&ocl.memory, &ocl.results, &ocl.control, &ocl.scratch};
  const cl_mem* const collected[] = {&ocl.memory, &ocl.results, &ocl.table, &ocl.values, &ocl.control};
  for (unsigned i = 0; i < 4; ++i) {
    argument(ocl.run, i, sizeof(cl_mem), ran[i]);
  }
  for (unsigned i = 0; i < 5; ++i) {
    argument(ocl.collect, i, sizeof(cl_mem), collected[i]);
  }
  argument(ocl.run, 4, sizeof *launch, launch);
  argument(ocl.collect, 5, sizeof *launch, launch);
  clReleaseEvent(enqueue(ocl.run, (size_t)(launch->groups + launch->stress), (size_t)launch->size));
  finish(enqueue(ocl.collect, wide, 1), limit);
  read_back(ocl.table, 0, sizeof shown->rows, shown->rows);
  read_back(ocl.control, 0, sizeof shown->control, shown->control);
  read_back(ocl.values, 0, sizeof(unsigned), &shown->listed);
  if (shown->listed != 0) {
    const unsigned listed = shown->listed < HRF_LISTED ? shown->listed : HRF_LISTED;
    read_back(ocl.values, sizeof(unsigned), sizeof(unsigned) * (size_t)listed * HRF_VARIABLES, shown->values);
  }
}

static void device_probe(Device* device, double limit) {
  unsigned control[HRF_CONTROL];
  clear();
  argument(ocl.probe, 0, sizeof ocl.control, &ocl.control);
  finish(enqueue(ocl.probe, 1, device->largest < 2 ? 1 : 2), limit);
  read_back(ocl.control, 0, sizeof control, control);
  device->serial = control[5] == 0;
}
