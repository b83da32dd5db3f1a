/* mp-gpu-two-gpus: a litmus test for a device, written by hrfcheck observe. */
#define HRF_TEST "mp-gpu-two-gpus"
#define HRF_BACKEND "cuda"
#define HRF_BLOCKS 2
#define HRF_LARGEST_BLOCK 1
#define HRF_LOCATIONS 2
#define HRF_RESULTS 2
#define HRF_LOOPING 0
#define HRF_VARIABLES 2
#define HRF_VARIABLE_NAMES " 1:r0 1:r1"
#define HRF_KEY_BITS 8
#define HRF_SUB_GROUPS 0
#define HRF_DEVICES 2
#define HRF_BLOCKS_ON 1, 1
#define HRF_MOST_BLOCKS 1
#define HRF_SHARED_RMW 0
#define HRF_HASH "6680a3f632675a6c"
#include "hrf_launch.h"

#include "hrf_words_cuda.h"

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
HRF_DEVICE int hrf_blocks_on(int key) {
  switch (key) {
    case 0: return 1;
    case 1: return 1;
    default: return 0;
  }
}
HRF_DEVICE int hrf_block_on(int key) {
  switch (key) {
    case 0: return 0;
    case 2: return 1;
    default: return 0;
  }
}
HRF_DEVICE int hrf_memory(int key) {
  switch (key) {
    case 0: return 0;
    case 1: return 1;
    case 2: return 2;
    case 3: return 2;
    case 4: return 0;
    case 5: return 1;
    case 6: return 2;
    case 7: return 2;
    default: return 0;
  }
}

#include "hrf_kernel.h"

HRF_DEVICE void hrf_role_0(int* l0, int* l1, int patience, int* out) {
  (void)patience;
  (void)out;
  asm volatile(
      "{\n\t"
      ".reg .s32 r<1>, t<1>, old;\n\t"
      ".reg .pred p<1>;\n\t"
      "st.weak.global.s32 [%0], 1;\n\t"
      "st.release.gpu.global.s32 [%1], 1;\n\t"
      "}\n\t"
      : 
      : "l"(__cvta_generic_to_global(l0)), "l"(__cvta_generic_to_global(l1))
      : "memory");
}

HRF_DEVICE void hrf_role_1(int* l0, int* l1, int patience, int* out) {
  (void)patience;
  asm volatile(
      "{\n\t"
      ".reg .s32 r<3>, t<1>, old;\n\t"
      ".reg .pred p<1>;\n\t"
      "mov.s32 r0, 0;\n\t"
      "mov.s32 r1, 0;\n\t"
      "ld.acquire.gpu.global.s32 r0, [%3];\n\t"
      "ld.weak.global.s32 r1, [%2];\n\t"
      "mov.s32 %0, r0;\n\t"
      "mov.s32 %1, r1;\n\t"
      "}\n\t"
      : "=r"(out[0]), "=r"(out[1])
      : "l"(__cvta_generic_to_global(l0)), "l"(__cvta_generic_to_global(l1))
      : "memory");
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
  state[0] = launch.results[1][0 * n + instance];
  state[1] = launch.results[1][1 * n + instance];
  return 1;
}

/* The final states under interleaving: others are weak. */
#define HRF_INTERLEAVINGS 2
static const int hrf_interleaved[][HRF_VARIABLES] = {
  {0, 0},
  {1, 1}};

#include "hrf_host.h"
#include "hrf_main_cuda.h"
