/* The run: options, launches, and their end. */

static void one_launch(Shown* shown) {
  static int before = -1;
  static double chosen = 0;
  const int at = before >= 0 && now() < chosen + HRF_HOLD ? before : choose();
  chosen = at != before ? now() : chosen;
  Setting* setting = &run.settings[at];
  HrfLaunch l = setting->launch;
  scatter(&l);
  const double start = now();
  device_launch(&l, before != at, run.launchLimit, shown);
  before = at;
  setting->seconds += now() - start;
  ++setting->launches;
  ++run.launches;
  count_shown(shown, setting);
}

/* The first launch compiles, allocates and wakes the device; it is not counted. */
static void wake(Shown* shown) {
  HrfLaunch l = run.fixed != NULL ? run.settings[0].launch : invent();
  straighten(&l);
  device_launch(&l, 1, run.launchLimit, shown);
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
      "Runs the test %s on a device until N instances (default 10^9) have ended, or S seconds\n"
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

static int run_test(int argc, char** argv) {
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

#ifndef HRF_GRID_HARNESS
int main(int argc, char** argv) {
  return run_test(argc, argv);
}
#endif
