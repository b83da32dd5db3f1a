/* The harness for a kernel as its author wrote it, on an NVIDIA GPU. What is included here stands behind the
 * file of the kernel, in a namespace of its own. */
#define HRF_GRID_HARNESS 1
#define HRF_RUNTIME "CUDA"
#define HRF_DEVICES 1
#define HRF_PLACES 1
#define HRF_LISTED 1
#define HRF_HOLD 0.05 /* seconds that a setting is used for: making its graph takes some milliseconds */
#define HRF_LAUNCH(kernel, blocks, threads, stream) kernel<<<blocks, threads, 0, stream>>>
#include <cuda_runtime.h>
#include <errno.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

namespace hrf_harness {
/* Each needs those before it. */
/* clang-format off */
#include "hrf_grid_device.h"
#include "hrf_host.h"
#include "hrf_grid_host.h"
#include "hrf_main_grid.h"
/* clang-format on */
}  // namespace hrf_harness

int main(int argc, char** argv) {
  return hrf_harness::run_test(argc, argv);
}
