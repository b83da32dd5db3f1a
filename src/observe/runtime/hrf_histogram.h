/* The histogram: which final states were seen, how often, and in which setting. */

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
  s->placed[setting->launch.place] += count;
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
