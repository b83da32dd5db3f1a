/* The search over settings: a bandit that prefers what shows most of what is rare. */

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
