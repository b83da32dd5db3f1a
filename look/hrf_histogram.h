/* The histogram: which final states were seen, how often, and in which setting. */

static int is_weak(const HrfValue* values) {
#if HRF_INTERLEAVINGS > 0
  for (int i = 0; i < HRF_INTERLEAVINGS; ++i) {
    if (memcmp(hrf_interleaved[i], values, HRF_VARIABLES * sizeof(HrfValue)) == 0) {
      return 0;
    }
  }
  return 1;
#else
  (void)values;
  return 0;
#endif
}

static int state_of(const HrfValue* values, int setting) {
  for (int i = 0; i < run.count; ++i) {
    if (memcmp(run.states[i].values, values, HRF_VARIABLES * sizeof(HrfValue)) == 0) {
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
  memcpy(s->values, values, HRF_VARIABLES * sizeof(HrfValue));
  s->first = now() - run.started;
  s->setting = setting;
  s->weak = is_weak(values);
  return run.count++;
}

static void count_state(const HrfValue* values, uint64_t count, Setting* setting) {
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
