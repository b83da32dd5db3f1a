/* The harness on the host, for CUDA and OpenCL alike, in what C and C++ have in common: what all of it knows.
 * The file of a back end has the functions device_... */
#include <errno.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#ifdef HRF_GRID_HARNESS
typedef long long HrfValue; /* of a variable in a final state */

/* What one launch showed: the final state of each instance. */
typedef struct {
  const HrfValue* states;
  unsigned count;
  unsigned* values;
} Shown;
#else
#include <unistd.h>
#define HRF_HOLD 0
typedef int HrfValue; /* of a variable in a final state */

/* What one launch showed. */
typedef struct {
  uint64_t rows[2 * HRF_TABLE]; /* keys and counts */
  unsigned control[HRF_CONTROL];
  unsigned listed; /* states behind the table */
  unsigned* values;
} Shown;
#endif

/* What there is to know of a device. */
typedef struct {
  char name[256], driver[256], compiler[256];
  int units;       /* that run groups side by side */
  int largest;     /* work-items of a group */
  int resident;    /* work-items of one unit at a time */
  int serial;      /* the work-items of a group run one after the other */
  int hostAtomics; /* read-modify-writes of the host's memory are atomic */
  uint64_t memory; /* bytes that may be used */
} Device;

static void device_open(int number, Device* device);
/* A launch that does not end in so many seconds ends the program (give_up). */
static void device_launch(const HrfLaunch* launch, int reset, double limit, Shown* shown);
static void device_probe(Device* device, double limit);

/* A final state. */
typedef struct {
  HrfValue values[HRF_VARIABLES + 1];
  uint64_t count;
  double first;                /* seconds until it was seen */
  int setting;                 /* that showed it first */
  int weak;                    /* no interleaving ends so */
  uint64_t placed[HRF_PLACES]; /* the count, by where the locations were */
} State;

/* A setting, and what it has shown. */
enum { kSettings = 512, kPool = 16, kRare = 64 };
typedef struct {
  HrfLaunch launch;
  uint64_t launches, instances, weak;
  double seconds;
  uint64_t hits[kRare]; /* of the weak states, in the order in which they were seen */
} Setting;

static struct {
  Device device;
  FILE* output;
  uint64_t wanted; /* instances */
  double limit, launchLimit, started;
  uint64_t seed, random, instances, launches, unfinished, lost;
  int number; /* of the device */
  const char* fixed;
  State* states;
  int count, room, rare;
  int* rareStates;
  Setting settings[kSettings];
  int settingCount;
  int pool[kPool];
  int poolCount;
  int snapshots;
  double nextSnapshot;
} run;

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static uint64_t chance(void) {
  uint64_t z = (run.random += 0x9e3779b97f4a7c15ull);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
  return z ^ (z >> 31);
}
static int below(int bound) {
  return (int)(chance() % (uint64_t)bound);
}

static void print_setting(int i);
static void give_up(const char* why, const char* more);

/* Each needs those before it. */
/* clang-format off */
#include "hrf_report.h"
#include "hrf_histogram.h"
#include "hrf_fields.h"
#ifdef HRF_GRID_HARNESS
#include "hrf_grid_shown.h"
#include "hrf_grid_settings.h"
#else
#include "hrf_shown.h"
#include "hrf_settings.h"
#endif
#include "hrf_search.h"
#include "hrf_main.h"
/* clang-format on */
