/* The harness on the host, for CUDA and OpenCL alike, in what C and C++ have in common: options, the search
 * over settings, the histogram, and what is printed. The file of a back end has the functions device_... */
#include <errno.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* What one launch showed. */
typedef struct {
  uint64_t rows[2 * HRF_TABLE]; /* keys and counts */
  unsigned control[HRF_CONTROL];
  unsigned listed; /* states behind the table */
  unsigned* values;
} Shown;

/* What there is to know of a device. */
typedef struct {
  char name[256], driver[256], compiler[256];
  int units;       /* that run groups side by side */
  int largest;     /* work-items of a group */
  int resident;    /* work-items of one unit at a time */
  int serial;      /* the work-items of a group run one after the other */
  uint64_t memory; /* bytes that may be used */
} Device;

static void device_open(int number, Device* device);
/* A launch that does not end in so many seconds ends the program (give_up). */
static void device_launch(const HrfLaunch* launch, int groups, int reset, double limit, Shown* shown);
static void device_probe(Device* device, double limit);

/* A final state. */
typedef struct {
  int values[HRF_VARIABLES + 1];
  uint64_t count;
  double first; /* seconds until it was seen */
  int setting;  /* that showed it first */
  int weak;     /* no interleaving ends so */
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

/* ---- what is printed ---- */

static void print_setting(int i) {
  const Setting* s = &run.settings[i];
  const HrfLaunch* l = &s->launch;
  fprintf(
      run.output,
      "setting %d %llu %llu %llu %.3f groups=%d size=%d steps=%d stride=%d beside=%d mixed=%d shuffled=%d spread=%d "
      "adjacent=%d warm=%d barrier=%d delay=%d stress=%d pattern=%d patience=%d wait=%d\n",
      i, (unsigned long long)s->launches, (unsigned long long)s->instances, (unsigned long long)s->weak,
      s->seconds, l->groups, l->size, l->steps, l->stride, l->beside, l->mixed, l->shuffled, l->spread,
      l->adjacent, l->warm, l->barrier, l->delay, l->stress, l->pattern, l->patience, l->wait);
}

/* Whether a setting is in use, or was the first to show a state. */
static int is_of_note(int setting) {
  int noted = run.fixed != NULL;
  for (int i = 0; i < run.poolCount; ++i) {
    noted = noted || run.pool[i] == setting;
  }
  for (int i = 0; i < run.count; ++i) {
    noted = noted || run.states[i].setting == setting;
  }
  return noted;
}

/* Whatever happens next, this is known. */
static void snapshot(void) {
  fprintf(run.output, "snapshot %d\n", ++run.snapshots);
  fprintf(run.output, "instances %llu\nlaunches %llu\nunfinished %llu\nlost %llu\nseconds %.3f\n",
          (unsigned long long)run.instances, (unsigned long long)run.launches,
          (unsigned long long)run.unfinished, (unsigned long long)run.lost, now() - run.started);
  for (int i = 0; i < run.count; ++i) {
    const State* s = &run.states[i];
    fprintf(run.output, "state %llu %d %.3f %d", (unsigned long long)s->count, s->weak, s->first, s->setting);
    for (int v = 0; v < HRF_VARIABLES; ++v) {
      fprintf(run.output, " %d", s->values[v]);
    }
    fprintf(run.output, "\n");
  }
  for (int i = 0; i < run.settingCount; ++i) {
    if (is_of_note(i)) {
      print_setting(i);
    }
  }
  fprintf(run.output, "end %d\n", run.snapshots);
  fflush(run.output);
}

/* The end of a run that cannot go on. What a snapshot has told stands. */
static void give_up(const char* why, const char* more) {
  if (run.output == NULL) {
    run.output = stdout;
  }
  fprintf(run.output, "failed %s%s%s\n", why, more[0] != 0 ? ": " : "", more);
  fflush(run.output);
  fprintf(stderr, "%s: %s%s%s\n", HRF_TEST, why, more[0] != 0 ? ": " : "", more);
  _exit(3);
}

static void print_head(void) {
  fprintf(run.output,
          "hrfcheck-results 1\ntest %s\nhash %s\nbackend %s\ndate %lld\nseed %llu\nvariables %d%s\n",
          HRF_TEST, HRF_HASH, HRF_BACKEND, (long long)time(NULL), (unsigned long long)run.seed, HRF_VARIABLES,
          HRF_VARIABLE_NAMES);
  fflush(run.output);
}

static void print_device(void) {
  fprintf(run.output, "device %s\ndriver %s\ncompiler %s\nunits %d\nserial %d\n", run.device.name,
          run.device.driver, run.device.compiler, run.device.units, run.device.serial);
  fflush(run.output);
}

/* ---- the histogram ---- */

static int is_weak(const int* values) {
#if HRF_INTERLEAVINGS > 0
  for (int i = 0; i < HRF_INTERLEAVINGS; ++i) {
    if (memcmp(hrf_interleaved[i], values, HRF_VARIABLES * sizeof(int)) == 0) {
      return 0;
    }
  }
  return 1;
#else
  (void)values;
  return 0;
#endif
}

static int state_of(const int* values, int setting) {
  for (int i = 0; i < run.count; ++i) {
    if (memcmp(run.states[i].values, values, HRF_VARIABLES * sizeof(int)) == 0) {
      return i;
    }
  }
  if (run.count == run.room) {
    run.room = run.room == 0 ? 64 : 2 * run.room;
    run.states = (State*)realloc(run.states, (size_t)run.room * sizeof(State));
    if (run.states == NULL) {
      give_up("out of memory", "");
    }
  }
  State* s = &run.states[run.count];
  memset(s, 0, sizeof *s);
  memcpy(s->values, values, HRF_VARIABLES * sizeof(int));
  s->first = now() - run.started;
  s->setting = setting;
  s->weak = is_weak(values);
  return run.count++;
}

static void count_state(const int* values, uint64_t count, Setting* setting) {
  const int at = state_of(values, (int)(setting - run.settings));
  State* s = &run.states[at];
  s->count += count;
  run.instances += count;
  setting->instances += count;
  if (s->weak) {
    setting->weak += count;
    int rare = 0;
    while (rare < run.rare && run.rareStates[rare] != at) {
      ++rare;
    }
    if (rare == run.rare && rare < kRare) {
      run.rareStates[run.rare++] = at;
    }
    if (rare < kRare) {
      setting->hits[rare] += count;
    }
  }
}

static void count_shown(const Shown* shown, Setting* setting) {
  int values[HRF_VARIABLES + 1];
  for (int row = 0; row < HRF_TABLE; ++row) {
    uint64_t key = shown->rows[2 * row];
    if (key != ~(uint64_t)0) {
      for (int v = HRF_VARIABLES; v-- > 0; key >>= HRF_KEY_BITS) {
        values[v] = (int)(key & HRF_LARGEST_VALUE);
      }
      count_state(values, shown->rows[2 * row + 1], setting);
    }
  }
  const unsigned listed = shown->listed < HRF_LISTED ? shown->listed : HRF_LISTED;
  for (unsigned i = 0; i < listed; ++i) {
    memcpy(values, shown->values + (size_t)i * HRF_VARIABLES, HRF_VARIABLES * sizeof(int));
    count_state(values, 1, setting);
  }
  run.lost += shown->listed - listed;
  run.unfinished += shown->control[3];
  if (shown->control[2] != 0) {
    give_up("memory that belongs to nobody was written", "");
  }
}

/* ---- the search over settings ---- */

/* One of so many numbers. */
static int pick(int count, ...) {
  va_list list;
  const int at = below(count);
  int value = 0;
  va_start(list, count);
  for (int i = 0; i <= at; ++i) {
    value = va_arg(list, int);
  }
  va_end(list);
  return value;
}

static unsigned gcd(unsigned a, unsigned b) {
  while (b != 0) {
    const unsigned rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

static unsigned prime_to(unsigned n, unsigned wanted) {
  unsigned a = wanted % n;
  while (n > 1 && (a == 0 || gcd(a, n) != 1)) {
    a = (a + 1) % n;
  }
  return n > 1 ? a : 1;
}

static int power_below(int n) {
  int p = 1;
  while (2 * p <= n) {
    p *= 2;
  }
  return p;
}

/* What follows from the rest, and what the device can hold. */
static void fit(HrfLaunch* l) {
  const int smallest = power_below(HRF_LARGEST_BLOCK) < HRF_LARGEST_BLOCK ? 2 * power_below(HRF_LARGEST_BLOCK)
                                                                          : HRF_LARGEST_BLOCK;
  l->size = l->size > run.device.largest ? power_below(run.device.largest) : l->size;
  l->size = l->size < smallest ? smallest : l->size;
  l->groups -= l->groups % HRF_BLOCKS;
  l->groups = l->groups < HRF_BLOCKS ? HRF_BLOCKS : l->groups;
  /* slots of a group are a power of two */
  l->size = power_below(l->size / HRF_LARGEST_BLOCK) * HRF_LARGEST_BLOCK;
  l->adjacent = HRF_SUB_GROUPS == 1 ? 1 : HRF_SUB_GROUPS == 2 ? 0 : l->adjacent;
  for (;; l->steps /= 2) {
    l->steps = l->steps < 1 ? 1 : l->steps;
    l->instances = (unsigned)(l->steps * (l->groups / HRF_BLOCKS) * (l->size / HRF_LARGEST_BLOCK));
    const uint64_t bytes = (uint64_t)l->instances *
                           (4ull * (uint64_t)l->stride * HRF_LOCATIONS + 4ull * (HRF_RESULTS + HRF_LOOPING));
    if (l->steps == 1 || bytes <= run.device.memory) {
      break;
    }
  }
  l->spare = 0;
}

/* A new setting. On a device that runs work-items one after the other, groups are all that happens side by
 * side: no more of them than there are units. */
static HrfLaunch invent(void) {
  HrfLaunch l;
  memset(&l, 0, sizeof l);
  const int serial = run.device.serial;
  l.size = serial ? 64 : pick(5, 64, 128, 256, 256, 512);
  const int most = serial ? 1 : run.device.resident / l.size;
  l.groups = run.device.units * (serial ? 1 : 1 + below(most > 8 ? 8 : most < 1 ? 1 : most));
  l.stress = serial ? 0 : pick(5, 0, 0, 0, run.device.units / 8, run.device.units / 2);
  if (l.stress > 0 && l.groups + l.stress > run.device.units * (most < 1 ? 1 : most)) {
    l.groups -= l.stress;
  }
  l.steps = serial ? pick(3, 4, 16, 64) : pick(5, 2, 4, 8, 16, 32);
  l.stride = pick(4, 8, 32, 32, 64);
  l.beside = below(2);
  l.mixed = serial ? 0 : below(2);
  l.shuffled = serial ? pick(4, 0, 0, 0, 1) : below(2);
  l.spread = below(2);
  l.adjacent = below(2);
  l.warm = pick(5, 0, 1, 1, 2, 3);
  l.barrier = pick(3, 0, 1, 1);
  l.delay = pick(6, 0, 0, 4, 16, 64, 256);
  l.pattern = below(3);
  l.patience = 20000;
  l.wait = serial ? 20000 : 100000;
  fit(&l);
  return l;
}

/* A setting with one thing changed. */
static HrfLaunch varied(HrfLaunch l) {
  const HrfLaunch other = invent();
  switch (below(9)) {
    case 0:
      l.groups = other.groups;
      l.size = other.size;
      l.stress = other.stress;
      break;
    case 1:
      l.steps = other.steps;
      break;
    case 2:
      l.stride = other.stride;
      l.beside = other.beside;
      break;
    case 3:
      l.mixed = other.mixed;
      break;
    case 4:
      l.shuffled = other.shuffled;
      break;
    case 5:
      l.spread = other.spread;
      l.adjacent = other.adjacent;
      break;
    case 6:
      l.warm = other.warm;
      break;
    case 7:
      l.barrier = other.barrier;
      break;
    default:
      l.delay = other.delay;
      break;
  }
  fit(&l);
  return l;
}

/* How much of what is rare a setting shows: of each weak state its share of the best rate. */
static double worth(const Setting* s) {
  double sum = 0;
  for (int r = 0; r < run.rare; ++r) {
    double best = 0, mine = 0;
    for (int i = 0; i < run.poolCount; ++i) {
      const Setting* p = &run.settings[run.pool[i]];
      const double rate = p->seconds > 0 ? (double)p->hits[r] / p->seconds : 0;
      best = rate > best ? rate : best;
    }
    mine = s->seconds > 0 ? (double)s->hits[r] / s->seconds : 0;
    sum += best > 0 ? mine / best : 0;
  }
  return sum;
}

static int add_setting(HrfLaunch launch) {
  const int at = run.settingCount < kSettings ? run.settingCount++ : kSettings - 1;
  memset(&run.settings[at], 0, sizeof(Setting));
  run.settings[at].launch = launch;
  return at;
}

/* Half of the launches are of the best setting, a quarter of any in the pool; the rest try new ones, which
 * take the place of the worst. */
static int choose(void) {
  if (run.fixed != NULL) {
    return 0;
  }
  if (run.poolCount < kPool) {
    return run.pool[run.poolCount++] = add_setting(invent());
  }
  int best = 0, worst = 0;
  for (int i = 1; i < kPool; ++i) {
    best = worth(&run.settings[run.pool[i]]) > worth(&run.settings[run.pool[best]]) ? i : best;
    worst = worth(&run.settings[run.pool[i]]) < worth(&run.settings[run.pool[worst]]) ? i : worst;
  }
  const int die = below(8);
  if (die < 4 && run.rare > 0) {
    return run.pool[best];
  }
  if (die < 7 || run.settingCount == kSettings) {
    return run.pool[below(kPool)];
  }
  const HrfLaunch next = below(2) ? invent() : varied(run.settings[run.pool[best]].launch);
  return run.pool[worst] = add_setting(next);
}

static int parse_setting(const char* text, HrfLaunch* l) {
  const struct {
    const char* name;
    int* where;
  } fields[] = {{"groups", &l->groups},     {"size", &l->size},       {"steps", &l->steps},
                {"stride", &l->stride},     {"beside", &l->beside},   {"mixed", &l->mixed},
                {"shuffled", &l->shuffled}, {"spread", &l->spread},   {"adjacent", &l->adjacent},
                {"warm", &l->warm},         {"barrier", &l->barrier}, {"delay", &l->delay},
                {"stress", &l->stress},     {"pattern", &l->pattern}, {"patience", &l->patience},
                {"wait", &l->wait}};
  const int count = (int)(sizeof fields / sizeof fields[0]);
  while (*text != 0) {
    const size_t length = strcspn(text, "=");
    int known = 0;
    for (int i = 0; i < count && text[length] == '='; ++i) {
      if (strlen(fields[i].name) == length && strncmp(fields[i].name, text, length) == 0) {
        char* end;
        const long value = strtol(text + length + 1, &end, 10);
        if (end == text + length + 1 || value < 0 || value > 1000000) {
          return 0;
        }
        *fields[i].where = (int)value;
        text = end + strspn(end, " ,");
        known = 1;
        break;
      }
    }
    if (!known) {
      return 0;
    }
  }
  l->stride = l->stride < 8 ? 8 : l->stride - l->stride % 8;
  fit(l);
  return 1;
}

/* ---- the run ---- */

static void one_launch(Shown* shown) {
  static int before = -1;
  const int at = choose();
  Setting* setting = &run.settings[at];
  HrfLaunch l = setting->launch;
  l.seed = (unsigned)chance();
  l.near = (int)prime_to((unsigned)l.groups, (unsigned)chance());
  l.offset = below(l.groups);
  l.scale = prime_to(l.instances, (unsigned)chance());
  if (run.device.serial) {
    l.near = 1;
    l.offset = 0;
  }
  const double start = now();
  device_launch(&l, l.groups + l.stress, before != at, run.launchLimit, shown);
  before = at;
  setting->seconds += now() - start;
  ++setting->launches;
  ++run.launches;
  count_shown(shown, setting);
}

/* The first launch compiles, allocates and wakes the device; it is not counted. */
static void wake(Shown* shown) {
  HrfLaunch l = run.fixed != NULL ? run.settings[0].launch : invent();
  l.near = 1;
  l.scale = 1;
  device_launch(&l, l.groups + l.stress, 1, run.launchLimit, shown);
  run.started = now();
}

static void explore(void) {
  Shown* shown = (Shown*)calloc(1, sizeof *shown);
  run.rareStates = (int*)calloc(kRare, sizeof(int));
  if (shown != NULL) {
    shown->values = (unsigned*)calloc((size_t)HRF_LISTED * (HRF_VARIABLES + 1), sizeof(unsigned));
  }
  if (shown == NULL || run.rareStates == NULL || shown->values == NULL) {
    give_up("out of memory", "");
  }
  wake(shown);
  run.nextSnapshot = 0.5;
  while (run.instances < run.wanted) {
    one_launch(shown);
    const double gone = now() - run.started;
    if (gone >= run.limit) {
      break;
    }
    if (gone >= run.nextSnapshot) {
      snapshot();
      run.nextSnapshot *= 2;
    }
  }
  snapshot();
  fprintf(run.output, "finished %s\n", run.instances < run.wanted ? "time" : "instances");
  fflush(run.output);
}

static void usage(void) {
  fprintf(
      stderr,
      "usage: %s [--instances N] [--seconds S] [--launch-seconds S] [--seed N] [--device N]\n"
      "       [--setting 'warm=1 groups=4 ...'] [--output FILE]\n"
      "Runs the litmus test %s on a device until N instances (default 10^9) have ended, or S seconds\n"
      "(default 10) have passed, and prints what was seen. A --setting is used for every launch, instead of\n"
      "those that a search finds.\n",
      HRF_TEST, HRF_TEST);
  exit(2);
}

static void read_options(int argc, char** argv) {
  run.wanted = 1000000000ull;
  run.limit = 10;
  run.launchLimit = 20;
  run.output = stdout;
  for (int i = 1; i < argc; i += 2) {
    const char* value = i + 1 < argc ? argv[i + 1] : NULL;
    if (value == NULL) {
      usage();
    } else if (strcmp(argv[i], "--instances") == 0) {
      run.wanted = (uint64_t)strtod(value, NULL);
    } else if (strcmp(argv[i], "--seconds") == 0) {
      run.limit = strtod(value, NULL);
    } else if (strcmp(argv[i], "--launch-seconds") == 0) {
      run.launchLimit = strtod(value, NULL);
    } else if (strcmp(argv[i], "--seed") == 0) {
      run.seed = strtoull(value, NULL, 10);
    } else if (strcmp(argv[i], "--device") == 0) {
      run.number = atoi(value);
    } else if (strcmp(argv[i], "--setting") == 0) {
      run.fixed = value;
    } else if (strcmp(argv[i], "--output") == 0) {
      run.output = fopen(value, "w");
      if (run.output == NULL) {
        fprintf(stderr, "%s: cannot write %s: %s\n", HRF_TEST, value, strerror(errno));
        exit(2);
      }
    } else {
      usage();
    }
  }
}

int main(int argc, char** argv) {
  read_options(argc, argv);
  run.random = run.seed * 0x9e3779b97f4a7c15ull + 1;
  run.started = now();
  print_head();
  device_open(run.number, &run.device);
  device_probe(&run.device, run.launchLimit);
  print_device();
  if (run.fixed != NULL) {
    HrfLaunch l = invent();
    if (!parse_setting(run.fixed, &l)) {
      give_up("--setting: not a setting", run.fixed);
    }
    add_setting(l);
  }
  explore();
  return 0;
}
