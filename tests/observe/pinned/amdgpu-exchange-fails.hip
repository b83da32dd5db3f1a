/* amdgpu-exchange-fails: a litmus test for a device, written by hrfcheck observe. */
#define HRF_TEST "amdgpu-exchange-fails"
#define HRF_BACKEND "hip"
#define HRF_BLOCKS 2
#define HRF_LARGEST_BLOCK 1
#define HRF_LOCATIONS 2
#define HRF_RESULTS 2
#define HRF_LOOPING 0
#define HRF_VARIABLES 2
#define HRF_VARIABLE_NAMES " 1:r1 1:r0"
#define HRF_KEY_BITS 8
#define HRF_SUB_GROUPS 0
#define HRF_HASH "2d9d07d534ce1eab"
#include "hrf_launch.h"

#include "hrf_cuda_as_hip.h"
#include "hrf_words_hip.h"

HRF_DEVICE unsigned hrf_reads(int key) {
  switch (key) {
    case 0: return 0u;
    case 1: return 3u;
    default: return 0;
  }
}
HRF_DEVICE unsigned hrf_touches(int key) {
  switch (key) {
    case 0: return 3u;
    case 1: return 3u;
    default: return 0;
  }
}
HRF_DEVICE int hrf_count(int key) {
  switch (key) {
    case 0: return 1;
    case 1: return 1;
    default: return 0;
  }
}
HRF_DEVICE int hrf_seat(int key) {
  switch (key) {
    case 0: return 0;
    case 1: return 1;
    default: return 0;
  }
}
HRF_DEVICE int hrf_role(int block, int seat) { return hrf_seat(block * HRF_LARGEST_BLOCK + seat); }
HRF_DEVICE int hrf_initial(int key) {
  switch (key) {
    case 0: return 0;
    case 1: return 0;
    default: return 0;
  }
}

#include "hrf_kernel.h"

HRF_DEVICE void hrf_role_0(int* l0, int* l1, int patience, int* out) {
  int expected = patience;
  (void)expected;
  (void)out;
  *l0 = 1;
  __hip_atomic_store(l1, 1, __ATOMIC_RELEASE, __HIP_MEMORY_SCOPE_AGENT);
}

HRF_DEVICE void hrf_role_1(int* l0, int* l1, int patience, int* out) {
  int expected = patience;
  (void)expected;
  (void)out;
  int r0 = 0;
  int r1 = 0;
  expected = 0; __hip_atomic_compare_exchange_strong(l1, &expected, 2, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT); r0 = expected;
  r1 = *l0;
  out[0] = r1;
  out[1] = r0;
}

HRF_DEVICE void hrf_play(int role, HRF_GLOBAL int* memory, HRF_GLOBAL int* results, HrfLaunch launch,
                         unsigned home, unsigned instance) {
  const hrf_wide n = launch.instances;
  int out[HRF_RESULTS + 2];
  switch (role) {
    case 0:
      hrf_role_0(hrf_location(memory, launch, home, 0), hrf_location(memory, launch, home, 1), launch.patience, out);
      break;
    case 1:
      hrf_role_1(hrf_location(memory, launch, home, 0), hrf_location(memory, launch, home, 1), launch.patience, out);
      results[0 * n + instance] = out[0];
      results[1 * n + instance] = out[1];
      break;
    default: break;
  }
}

HRF_DEVICE int hrf_state(int* state, HRF_GLOBAL int* memory, HRF_GLOBAL int* results, HrfLaunch launch,
                         unsigned home, unsigned instance) {
  const hrf_wide n = launch.instances;
  state[0] = results[0 * n + instance];
  state[1] = results[1 * n + instance];
  return 1;
}

/* The final states under interleaving: others are weak. */
#define HRF_INTERLEAVINGS 1
static const int hrf_interleaved[][HRF_VARIABLES] = {
  {0, 0}};

#include "hrf_host.h"
#include "hrf_main_cuda.h"
