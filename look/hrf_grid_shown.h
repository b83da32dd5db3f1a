/* The final states of one launch, instance by instance. */
static void count_shown(const Shown* shown, Setting* setting) {
  for (unsigned i = 0; i < shown->count;) {
    const HrfValue* values = shown->states + (size_t)i * HRF_VARIABLES;
    unsigned same = i + 1;
    while (same < shown->count && memcmp(shown->states + (size_t)same * HRF_VARIABLES, values,
                                         HRF_VARIABLES * sizeof(HrfValue)) == 0) {
      ++same;
    }
    count_state(values, same - i, setting);
    i = same;
  }
}
