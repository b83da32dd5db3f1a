/* What is printed: docs/observe.md, "Results". */

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

/* Of the state above: its count, by where the locations were. */
static void print_placed(const State* s) {
  fprintf(run.output, "placed");
  for (int place = 0; place < HRF_PLACES; ++place) {
    fprintf(run.output, " %llu", (unsigned long long)s->placed[place]);
  }
  fprintf(run.output, "\n");
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
      fprintf(run.output, " %lld", (long long)s->values[v]);
    }
    fprintf(run.output, "\n");
    if (HRF_DEVICES > 1) {
      print_placed(s);
    }
  }
  for (int i = 0; i < run.settingCount; ++i) {
    if (is_of_note(i)) {
      print_setting(i);
    }
  }
  fprintf(run.output, "end %d\n", run.snapshots);
  fflush(run.output);
}

/* The end of a run that cannot go on. What was counted before stands. */
static void give_up(const char* why, const char* more) {
  if (run.output == NULL) {
    run.output = stdout;
  }
  if (run.instances > 0) {
    snapshot();
  }
  fprintf(run.output, "failed %s%s%s\n", why, more[0] != 0 ? ": " : "", more);
  fflush(run.output);
  fprintf(stderr, "%s: %s%s%s\n", HRF_TEST, why, more[0] != 0 ? ": " : "", more);
  _Exit(3);
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
