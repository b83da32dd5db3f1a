/* Settings of launches of whole kernels: made at random, fitted to the device, printed, and read. */

enum { kMostStreams = 64, kMostInstances = 2048 };

static int blocks_of_kernel(void) {
  const int grid[3] = {HRF_GRID};
  return grid[0] * grid[1] * grid[2];
}

/* All blocks of the instances that run side by side are resident, beside a block of noise on each
 * multiprocessor: those that wait for each other go on. */
static void fit(HrfLaunch* l) {
  const int spare = run.device.resident > 1;
  const int room = run.device.units * (run.device.resident - spare) / blocks_of_kernel();
  const int most = HRF_COOPERATIVE || HRF_OF_THE_FILE ? 1 : room > kMostStreams ? kMostStreams : room;
  l->noise = !spare || l->noise > run.device.units ? spare * run.device.units : l->noise;
  l->streams = l->streams > most ? most : l->streams;
  l->streams = l->streams < 1 ? 1 : l->streams;
  l->rounds = l->rounds > kMostInstances / l->streams ? kMostInstances / l->streams : l->rounds;
  l->rounds = l->rounds < 1 ? 1 : l->rounds;
  l->instances = (unsigned)(l->streams * l->rounds);
  l->packed = l->packed > 2 ? 2 : l->packed;
  l->scale = 1;
}

static HrfLaunch invent(void) {
  HrfLaunch l;
  memset(&l, 0, sizeof l);
  const int units = run.device.units;
  l.streams = pick(5, 1, 8, 32, 64, 64);
  l.rounds = pick(4, 2, 8, 16, 32);
  l.packed = pick(4, 0, 0, 1, 2);
  l.mixed = below(2);
  l.noise = pick(6, 0, 0, units / 8, units / 2, units, units);
  l.pattern = pick(4, 0, 0, 1, 2);
  l.gap = pick(4, 0, 0, 100, 1000);
  fit(&l);
  return l;
}

static HrfLaunch varied(HrfLaunch l) {
  const HrfLaunch other = invent();
  switch (below(6)) {
    case 0:
      l.streams = other.streams;
      break;
    case 1:
      l.rounds = other.rounds;
      break;
    case 2:
      l.packed = other.packed;
      break;
    case 3:
      l.mixed = other.mixed;
      break;
    case 4:
      l.noise = other.noise;
      break;
    default:
      l.pattern = other.pattern;
      l.gap = other.gap;
      break;
  }
  fit(&l);
  return l;
}

/* What differs from launch to launch of a setting. */
static void scatter(HrfLaunch* l) {
  l->scale = l->mixed ? prime_to(l->instances, (unsigned)chance()) : 1;
}

static void straighten(HrfLaunch* l) {
  l->scale = 1;
}

static void print_setting(int i) {
  const Setting* s = &run.settings[i];
  const HrfLaunch* l = &s->launch;
  fprintf(
      run.output,
      "setting %d %llu %llu %llu %.3f streams=%d rounds=%d packed=%d mixed=%d noise=%d pattern=%d gap=%d\n",
      i, (unsigned long long)s->launches, (unsigned long long)s->instances, (unsigned long long)s->weak,
      s->seconds, l->streams, l->rounds, l->packed, l->mixed, l->noise, l->pattern, l->gap);
}

static int parse_setting(const char* text, HrfLaunch* l) {
  const Field fields[] = {{"streams", &l->streams}, {"rounds", &l->rounds}, {"packed", &l->packed},
                          {"mixed", &l->mixed},     {"noise", &l->noise},   {"pattern", &l->pattern},
                          {"gap", &l->gap}};
  if (!parse_fields(text, fields, (int)(sizeof fields / sizeof fields[0]))) {
    return 0;
  }
  fit(l);
  return 1;
}
