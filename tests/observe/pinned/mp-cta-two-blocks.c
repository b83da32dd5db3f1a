/* mp-cta-two-blocks: a litmus test for a device, written by hrfcheck observe. */
#define HRF_TEST "mp-cta-two-blocks"
#define HRF_BACKEND "opencl"
#define HRF_BLOCKS 2
#define HRF_LARGEST_BLOCK 1
#define HRF_LOCATIONS 2
#define HRF_RESULTS 2
#define HRF_LOOPING 0
#define HRF_VARIABLES 2
#define HRF_VARIABLE_NAMES " 1:r0 1:r1"
#define HRF_KEY_BITS 8
#define HRF_SUB_GROUPS 0
#define HRF_HASH "153a7ba17cb0e7ca"
#include "hrf_launch.h"

#include "hrf_harness_cl.h"

static const char* const hrf_kernel_source[] = {
  "#define HRF_TEST \"mp-cta-two-blocks\"\n"
  "#define HRF_BACKEND \"opencl\"\n"
  "#define HRF_BLOCKS 2\n"
  "#define HRF_LARGEST_BLOCK 1\n"
  "#define HRF_LOCATIONS 2\n"
  "#define HRF_RESULTS 2\n"
  "#define HRF_LOOPING 0\n"
  "#define HRF_VARIABLES 2\n"
  "#define HRF_VARIABLE_NAMES \" 1:r0 1:r1\"\n"
  "#define HRF_KEY_BITS 8\n"
  "#define HRF_SUB_GROUPS 0\n"
  ,
  hrf_words_source,
  "HRF_DEVICE unsigned hrf_reads(int key) {\n"
  "  switch (key) {\n"
  "    case 0: return 0u;\n"
  "    case 1: return 3u;\n"
  "    default: return 0;\n"
  "  }\n"
  "}\n"
  "HRF_DEVICE unsigned hrf_touches(int key) {\n"
  "  switch (key) {\n"
  "    case 0: return 3u;\n"
  "    case 1: return 3u;\n"
  "    default: return 0;\n"
  "  }\n"
  "}\n"
  "HRF_DEVICE int hrf_count(int key) {\n"
  "  switch (key) {\n"
  "    case 0: return 1;\n"
  "    case 1: return 1;\n"
  "    default: return 0;\n"
  "  }\n"
  "}\n"
  "HRF_DEVICE int hrf_seat(int key) {\n"
  "  switch (key) {\n"
  "    case 0: return 0;\n"
  "    case 1: return 1;\n"
  "    default: return 0;\n"
  "  }\n"
  "}\n"
  "HRF_DEVICE int hrf_role(int block, int seat) { return hrf_seat(block * HRF_LARGEST_BLOCK + seat); }\n"
  "HRF_DEVICE int hrf_initial(int key) {\n"
  "  switch (key) {\n"
  "    case 0: return 0;\n"
  "    case 1: return 0;\n"
  "    default: return 0;\n"
  "  }\n"
  "}\n"
  "\n"
  ,
  hrf_kernel_text,
  "HRF_DEVICE void hrf_role_0(global int* l0, global int* l1, int patience, int* out) {\n"
  "  int expected;\n"
  "  *l0 = 1;\n"
  "  hrf_atomic_store_explicit(l1, 1, memory_order_release, memory_scope_work_group);\n"
  "}\n"
  "\n"
  "HRF_DEVICE void hrf_role_1(global int* l0, global int* l1, int patience, int* out) {\n"
  "  int r0 = 0;\n"
  "  int r1 = 0;\n"
  "  int expected;\n"
  "  r0 = hrf_atomic_load_explicit(l1, memory_order_acquire, memory_scope_work_group);\n"
  "  r1 = *l0;\n"
  "  out[0] = r0;\n"
  "  out[1] = r1;\n"
  "}\n"
  "\n"
  "HRF_DEVICE void hrf_play(int role, HRF_GLOBAL int* memory, HRF_GLOBAL int* results, HrfLaunch launch,\n"
  "                         unsigned home, unsigned instance) {\n"
  "  const hrf_wide n = launch.instances;\n"
  "  int out[HRF_RESULTS + 2];\n"
  "  switch (role) {\n"
  "    case 0:\n"
  "      hrf_role_0(hrf_location(memory, launch, home, 0), hrf_location(memory, launch, home, 1), launch.patience, out);\n"
  "      break;\n"
  "    case 1:\n"
  "      hrf_role_1(hrf_location(memory, launch, home, 0), hrf_location(memory, launch, home, 1), launch.patience, out);\n"
  "      results[0 * n + instance] = out[0];\n"
  "      results[1 * n + instance] = out[1];\n"
  "      break;\n"
  "    default: break;\n"
  "  }\n"
  "}\n"
  "\n"
  "HRF_DEVICE int hrf_state(int* state, HRF_GLOBAL int* memory, HRF_GLOBAL int* results, HrfLaunch launch,\n"
  "                         unsigned home, unsigned instance) {\n"
  "  const hrf_wide n = launch.instances;\n"
  "  state[0] = results[0 * n + instance];\n"
  "  state[1] = results[1 * n + instance];\n"
  "  return 1;\n"
  "}\n"
  "\n"
};

/* The final states under interleaving: others are weak. */
#define HRF_INTERLEAVINGS 2
static const int hrf_interleaved[][HRF_VARIABLES] = {
  {0, 0},
  {1, 1}};

#include "hrf_host.h"
#include "hrf_main_opencl.h"
