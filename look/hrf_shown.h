/* The table of final states that a launch filled, and those that it had no room for. */
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
