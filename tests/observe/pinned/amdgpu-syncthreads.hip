/* amdgpu-syncthreads: a litmus test for a device, written by hrfcheck observe. */
#define HRF_TEST "amdgpu-syncthreads"
#define HRF_BACKEND "hip"
#define HRF_BLOCKS 1
#define HRF_LARGEST_BLOCK 2
#define HRF_LOCATIONS 1
#define HRF_RESULTS 1
#define HRF_LOOPING 0
#define HRF_VARIABLES 1
#define HRF_VARIABLE_NAMES " 1:r1"
#define HRF_KEY_BITS 8
#define HRF_SUB_GROUPS 0
#define HRF_BARRIERS 1
#define HRF_HASH "c052ab6e35028ad9"
#include "hrf_launch.h"

#include "hrf_cuda_as_hip.h"
#include "hrf_words_hip.h"

HRF_DEVICE unsigned hrf_reads(int key) {
  switch (key) {
    case 0: return 0u;
    case 1: return 1u;
    default: return 0;
  }
}
HRF_DEVICE unsigned hrf_touches(int key) {
  switch (key) {
    case 0: return 1u;
    case 1: return 1u;
    default: return 0;
  }
}
HRF_DEVICE int hrf_count(int key) {
  switch (key) {
    case 0: return 2;
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
    default: return 0;
  }
}

#include "hrf_kernel.h"

HRF_DEVICE void hrf_role_0_0(int* l0, int patience, int* kept, int* out) {
  int expected = patience;
  (void)expected;
  (void)out;
  *l0 = 1;
  __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
}

HRF_DEVICE void hrf_role_0_1(int* l0, int patience, int* kept, int* out) {
  int expected = patience;
  (void)expected;
  (void)out;
  __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");
}

HRF_DEVICE void hrf_role_1_0(int* l0, int patience, int* kept, int* out) {
  int expected = patience;
  (void)expected;
  (void)out;
  int r0 = 0;
  __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
  kept[0] = r0;
}

HRF_DEVICE void hrf_role_1_1(int* l0, int patience, int* kept, int* out) {
  int expected = patience;
  (void)expected;
  (void)out;
  int r0 = kept[0];
  __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");
  r0 = *l0;
  kept[0] = r0;
  out[0] = r0;
}

HRF_DEVICE void hrf_play_together(int plays, int block, int role, HRF_GLOBAL int* memory,
                                  HRF_GLOBAL int* results, HrfLaunch launch, unsigned home,
                                  unsigned instance) {
  const hrf_wide n = launch.instances;
  int kept[2];
  int out[HRF_RESULTS + 2];
  if (plays) {
    switch (role) {
    case 0:
      hrf_role_0_0(hrf_location(memory, launch, home, 0), launch.patience, kept, out);
      break;
    case 1:
      hrf_role_1_0(hrf_location(memory, launch, home, 0), launch.patience, kept, out);
      break;
    default: break;
    }
  }
  if (block == 0) {
  __builtin_amdgcn_s_barrier();
  }
  if (plays) {
    switch (role) {
    case 0:
      hrf_role_0_1(hrf_location(memory, launch, home, 0), launch.patience, kept, out);
      break;
    case 1:
      hrf_role_1_1(hrf_location(memory, launch, home, 0), launch.patience, kept, out);
      results[0 * n + instance] = out[0];
      break;
    default: break;
    }
  }
}

HRF_DEVICE int hrf_state(int* state, HRF_GLOBAL int* memory, HRF_GLOBAL int* results, HrfLaunch launch,
                         unsigned home, unsigned instance) {
  const hrf_wide n = launch.instances;
  state[0] = results[0 * n + instance];
  return 1;
}

/* The final states under interleaving: others are weak. */
#define HRF_INTERLEAVINGS 1
static const int hrf_interleaved[][HRF_VARIABLES] = {
  {0, 0}};

#include "hrf_host.h"
#include "hrf_main_cuda.h"
