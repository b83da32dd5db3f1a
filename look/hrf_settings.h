/* Settings of a launch: made at random, fitted to the device, printed, and read. */

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
  while (HRF_SHARED_BYTES(l->size) > HRF_MOST_SHARED && l->size > smallest) {
    l->size /= 2;
  }
  l->stress -= l->stress % HRF_CLUSTER;
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
  l->place = HRF_DEVICES > 1 && l->place < HRF_PLACES ? l->place : 0;
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
  l.groups = l.groups / HRF_MOST_BLOCKS * HRF_BLOCKS; /* of all devices */
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
  l.place = HRF_DEVICES > 1 ? below(run.device.hostAtomics ? 4 : 3) : 0;
  fit(&l);
  return l;
}

/* A setting with one thing changed. */
static HrfLaunch varied(HrfLaunch l) {
  const HrfLaunch other = invent();
  switch (below(HRF_DEVICES > 1 ? 10 : 9)) {
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
    case 8:
      l.delay = other.delay;
      break;
    default:
      l.place = other.place;
      break;
  }
  fit(&l);
  return l;
}

/* What differs from launch to launch of a setting. */
static void scatter(HrfLaunch* l) {
  l->seed = (unsigned)chance();
  l->near = (int)prime_to((unsigned)l->groups, (unsigned)chance());
  l->offset = below(l->groups);
  l->scale = prime_to(l->instances, (unsigned)chance());
  if (run.device.serial) {
    l->near = 1;
    l->offset = 0;
  }
}

/* Nothing does. */
static void straighten(HrfLaunch* l) {
  l->near = 1;
  l->scale = 1;
}

static void print_setting(int i) {
  const Setting* s = &run.settings[i];
  const HrfLaunch* l = &s->launch;
  fprintf(
      run.output,
      "setting %d %llu %llu %llu %.3f groups=%d size=%d steps=%d stride=%d beside=%d mixed=%d shuffled=%d spread=%d "
      "adjacent=%d warm=%d barrier=%d delay=%d stress=%d pattern=%d patience=%d wait=%d",
      i, (unsigned long long)s->launches, (unsigned long long)s->instances, (unsigned long long)s->weak,
      s->seconds, l->groups, l->size, l->steps, l->stride, l->beside, l->mixed, l->shuffled, l->spread,
      l->adjacent, l->warm, l->barrier, l->delay, l->stress, l->pattern, l->patience, l->wait);
  if (HRF_DEVICES > 1) {
    fprintf(run.output, " place=%d", l->place);
  }
  fprintf(run.output, "\n");
}

static int parse_setting(const char* text, HrfLaunch* l) {
  const Field fields[] = {{"groups", &l->groups},     {"size", &l->size},       {"steps", &l->steps},
                          {"stride", &l->stride},     {"beside", &l->beside},   {"mixed", &l->mixed},
                          {"shuffled", &l->shuffled}, {"spread", &l->spread},   {"adjacent", &l->adjacent},
                          {"warm", &l->warm},         {"barrier", &l->barrier}, {"delay", &l->delay},
                          {"stress", &l->stress},     {"pattern", &l->pattern}, {"patience", &l->patience},
                          {"wait", &l->wait},         {"place", &l->place}};
  if (!parse_fields(text, fields, (int)(sizeof fields / sizeof fields[0]))) {
    return 0;
  }
  l->stride = l->stride < 8 ? 8 : l->stride - l->stride % 8;
  fit(l);
  return 1;
}
