/* The harness on the device, in what CUDA C++ and OpenCL C have in common. Before it come the shape of the
 * test (HRF_LOCATIONS ..., hrf_reads, hrf_touches, hrf_count, hrf_role, hrf_initial; of several devices also
 * hrf_blocks_on, hrf_block_on, hrf_memory), launch.h and the words
 * of one of the two languages; behind it the roles (hrf_play, or with barriers hrf_play_together) and the
 * final state (hrf_state). A word has 32 bits. A location is a word, or four with asynchronous operations; it
 * begins a sector of 32 bytes, and the word behind it belongs to nobody and is never written. */

#if HRF_ASYNC
HRF_DEVICE void hrf_play_together(int plays, int block, int role, int* memory, int* results, HrfLaunch launch,
                                  unsigned home, unsigned instance, unsigned slot);
HRF_DEVICE void hrf_set_up(int block, unsigned slot);
HRF_DEVICE void hrf_wind_up(int block, unsigned slot, int* memory, HrfLaunch launch, unsigned home);
#elif HRF_BARRIERS
HRF_DEVICE void hrf_play_together(int plays, int block, int role, HRF_GLOBAL int* memory,
                                  HRF_GLOBAL int* results, HrfLaunch launch, unsigned home,
                                  unsigned instance);
#else
HRF_DEVICE void hrf_play(int role, HRF_GLOBAL int* memory, HRF_GLOBAL int* results, HrfLaunch launch,
                         unsigned home, unsigned instance);
#endif
HRF_DEVICE int hrf_state(int* state, HRF_GLOBAL int* memory, HRF_GLOBAL int* results, HrfLaunch launch,
                         unsigned home, unsigned instance);

HRF_DEVICE unsigned hrf_mix(unsigned a, unsigned b) {
  unsigned h = a * 0x9e3779b9u ^ (b + 0x7f4a7c15u);
  h = (h ^ (h >> 16)) * 0x85ebca6bu;
  h = (h ^ (h >> 13)) * 0xc2b2ae35u;
  return h ^ (h >> 16);
}

/* Where an instance lies. */
HRF_DEVICE unsigned hrf_home(HrfLaunch launch, unsigned instance) {
  return launch.mixed ? (unsigned)(((hrf_wide)instance * launch.scale) % launch.instances) : instance;
}

HRF_DEVICE HRF_GLOBAL int* hrf_location(HRF_GLOBAL int* memory, HrfLaunch launch, unsigned home,
                                        int location) {
  const hrf_wide place = launch.beside ? (hrf_wide)home * HRF_LOCATIONS + (unsigned)location
                                       : (hrf_wide)location * launch.instances + home;
#if HRF_DEVICES > 1
  memory = launch.memories[hrf_memory(location * HRF_PLACES + launch.place)];
#endif
  return memory + place * (unsigned)launch.stride;
}

/* Brings a line to the cache of who will access it, by the word behind the location: no access of the test's
 * own locations, so that no model has another opinion of the test. */
HRF_DEVICE int hrf_warm(HRF_GLOBAL int* memory, HrfLaunch launch, unsigned home, unsigned locations) {
  int sum = 0;
  for (int l = 0; l < HRF_LOCATIONS; ++l) {
    if ((locations >> l) & 1u) {
      sum += hrf_read_line(hrf_location(memory, launch, home, l) + HRF_WORDS);
    }
  }
  return sum;
}

/* Which locations a role warms. */
HRF_DEVICE unsigned hrf_warmed(HrfLaunch launch, int role, unsigned instance) {
  const unsigned reads = hrf_reads(role);
  return launch.warm == 0   ? 0u
         : launch.warm == 1 ? reads
         : launch.warm == 2 ? hrf_touches(role)
                            : ((hrf_mix(launch.seed, instance) & 1u) ? reads : 0u);
}

/* How many blocks of an instance are played on this device, and which. */
HRF_DEVICE unsigned hrf_blocks_here(HrfLaunch launch) {
#if HRF_DEVICES > 1
  return (unsigned)hrf_blocks_on(launch.device);
#else
  (void)launch;
  return HRF_BLOCKS;
#endif
}
HRF_DEVICE int hrf_block_here(HrfLaunch launch, unsigned number) {
#if HRF_DEVICES > 1
  return hrf_block_on(launch.device * HRF_BLOCKS + (int)number);
#else
  (void)launch;
  return (int)number;
#endif
}

/* Other lines are accessed until every group that plays has ended, or for long enough. */
HRF_DEVICE void hrf_stress(HRF_GLOBAL int* scratch, HRF_GLOBAL unsigned* control, HrfLaunch launch,
                           unsigned playing, unsigned group, unsigned item) {
  unsigned at = hrf_mix(launch.seed + group, item);
  int sum = 0;
  for (int i = 0; i < HRF_STRESS_ROUNDS; ++i) {
    HRF_GLOBAL int* line = scratch + (at % HRF_SCRATCH_LINES) * 32u;
    if (launch.pattern == 0) {
      *line = (int)at;
      sum += hrf_read_line(line);
    } else if (launch.pattern == 1) {
      sum += hrf_read_line(line);
    } else {
      hrf_add((HRF_GLOBAL unsigned*)line, 1u);
    }
    at = at * 1664525u + 1013904223u;
    if ((i & 15) == 15 && hrf_look(control + 1) >= playing) {
      break;
    }
  }
  if (sum == 0x5ca1ab1e) {
    scratch[1] = sum;
  }
}

/* How many groups have come to where they wait, on all devices. Each device counts its own in its own memory:
 * additions to another one's need not be atomic. */
HRF_DEVICE unsigned hrf_arrived(HRF_GLOBAL unsigned* control, HrfLaunch launch) {
#if HRF_DEVICES > 1
  unsigned all = 0;
  (void)control;
  for (int d = 0; d < HRF_DEVICES; ++d) {
    all += hrf_look(launch.controls[d]);
  }
  return all;
#else
  (void)launch;
  return hrf_look(control);
#endif
}

/* A group waits until the others have come as far, but not for ever. */
HRF_DEVICE void hrf_meet(HRF_GLOBAL unsigned* control, HrfLaunch launch, unsigned item, unsigned step) {
  hrf_group_barrier();
  if (item == 0u) {
    hrf_add(control, 1u);
    for (int i = 0; i < launch.wait && hrf_arrived(control, launch) < (step + 1u) * (unsigned)launch.groups;
         ++i) {
    }
  }
  hrf_group_barrier();
}

/* One launch: `steps` times, every work-item plays one role of one instance. The groups of an instance play
 * its blocks in the same step, each on its device, and other ones in the next. */
HRF_KERNEL void hrf_run(HRF_GLOBAL int* memory, HRF_GLOBAL int* results, HRF_GLOBAL unsigned* control,
                        HRF_GLOBAL int* scratch, HrfLaunch launch) {
  const unsigned group = hrf_group_id();
  const unsigned item = hrf_item_id();
  const unsigned teams = (unsigned)launch.groups / HRF_BLOCKS;
  const unsigned blocks = hrf_blocks_here(launch);
  const unsigned playing = teams * blocks;
  if (group >= playing) {
    hrf_stress(scratch, control, launch, playing, group, item);
    return;
  }
  const unsigned slots = (unsigned)launch.size / HRF_LARGEST_BLOCK;
  /* clusters are placed as one; without them, each group is one */
  const unsigned clusters = blocks / HRF_CLUSTER;
  const unsigned place =
      (unsigned)(((hrf_wide)(group / HRF_CLUSTER) * (unsigned)launch.near + (unsigned)launch.offset) %
                 (playing / HRF_CLUSTER));
  const unsigned team = launch.spread ? place % teams : place / clusters;
  const unsigned part =
      (launch.spread ? place / teams : place % clusters) * HRF_CLUSTER + group % HRF_CLUSTER;
  for (unsigned step = 0; step < (unsigned)launch.steps; ++step) {
    const int block = hrf_block_here(launch, (part + step * HRF_CLUSTER) % blocks);
    unsigned seat = launch.adjacent ? item % HRF_LARGEST_BLOCK : item / slots;
    unsigned slot = launch.adjacent ? item / HRF_LARGEST_BLOCK : item % slots;
    const int seated = seat < HRF_LARGEST_BLOCK && slot < slots;
    seat = (seat + step / blocks) % HRF_LARGEST_BLOCK;
    if (launch.shuffled) {
      const unsigned turn = hrf_mix(launch.seed + step, (unsigned)block);
      slot = (slot * (turn | 1u) + (turn >> 8)) & (slots - 1u);
    }
    const unsigned instance = (step * teams + team) * slots + slot;
    const int plays = seated && seat < (unsigned)hrf_count(block);
    const int role = plays ? hrf_role(block, (int)seat) : 0;
    const unsigned home = plays ? hrf_home(launch, instance) : 0u;
#if HRF_ASYNC
    if (plays && seat == 0u) {
      hrf_set_up(block, slot);
    }
    hrf_cluster_barrier();
#endif
    if (plays) {
      const unsigned warmed = hrf_warmed(launch, role, instance);
      if (warmed != 0u && hrf_warm(memory, launch, home, warmed) != 0) {
        control[2] = 1u; /* someone has written to a word that belongs to nobody */
      }
    }
    if (launch.barrier) {
      hrf_meet(control, launch, item, step);
    }
    if (plays && launch.delay > 0) {
      hrf_pause(hrf_mix(launch.seed ^ (step << 20), instance * 16u + (unsigned)role) %
                (unsigned)launch.delay);
    }
#if HRF_ASYNC
    hrf_play_together(plays, block, role, memory, results, launch, home, instance, slot);
    hrf_cluster_barrier();
    if (plays && seat == 0u) {
      hrf_wind_up(block, slot, memory, launch, home);
    }
    hrf_group_barrier();
#elif HRF_BARRIERS
    /* all work-items of the group, since all have to come to its barriers */
    hrf_play_together(plays, block, role, memory, results, launch, home, instance);
#else
    if (plays) {
      hrf_play(role, memory, results, launch, home, instance);
    }
#endif
  }
  hrf_group_barrier();
  if (item == 0u) {
    hrf_add(control + 1, 1u);
  }
}

HRF_DEVICE void hrf_write(HRF_GLOBAL int* location, int value) {
  for (int word = 0; word < HRF_WORDS; ++word) {
    location[word] = value;
  }
}

/* Every location of every instance gets its initial value. */
HRF_KERNEL void hrf_reset(HRF_GLOBAL int* memory, HrfLaunch launch) {
  for (unsigned i = hrf_global_id(); i < launch.instances; i += hrf_global_size()) {
    for (int l = 0; l < HRF_LOCATIONS; ++l) {
      hrf_write(hrf_location(memory, launch, i, l), hrf_initial(l));
    }
  }
}

/* An empty table of final states. */
HRF_KERNEL void hrf_clear(HRF_GLOBAL hrf_wide* table, HRF_GLOBAL unsigned* values,
                          HRF_GLOBAL unsigned* control) {
  for (unsigned i = hrf_global_id(); i < HRF_TABLE; i += hrf_global_size()) {
    table[2u * i] = HRF_NO_KEY;
    table[2u * i + 1u] = 0;
    if (i < HRF_CONTROL) {
      control[i] = 0;
    }
    if (i == 0u) {
      values[0] = 0;
    }
  }
}

/* One more of this state. A table of keys and counts, open addressing. */
HRF_DEVICE int hrf_tally(HRF_GLOBAL hrf_wide* table, hrf_wide key, hrf_wide count) {
  unsigned at = hrf_mix((unsigned)key, (unsigned)(key >> 32));
  for (int probe = 0; probe < HRF_TABLE; ++probe, ++at) {
    HRF_GLOBAL hrf_wide* row = table + 2u * (at % HRF_TABLE);
    const hrf_wide before = hrf_claim(row, HRF_NO_KEY, key);
    if (before == HRF_NO_KEY || before == key) {
      hrf_add_wide(row + 1, count);
      return 1;
    }
  }
  return 0;
}

#ifdef __CUDACC__
/* Those lanes of a warp that count the same state do so together. */
HRF_DEVICE int hrf_tally_together(hrf_wide* table, hrf_wide key) {
  const unsigned same = __match_any_sync(__activemask(), key);
  int counted = 1;
  if (((threadIdx.x ^ (unsigned)(__ffs((int)same) - 1)) & 31u) == 0u) {
    counted = hrf_tally(table, key, (hrf_wide)__popc(same));
  }
  return __shfl_sync(same, counted, __ffs((int)same) - 1);
}
#else
HRF_DEVICE int hrf_tally_together(HRF_GLOBAL hrf_wide* table, hrf_wide key) {
  return hrf_tally(table, key, 1u);
}
#endif

/* Counts the final states, and readies the memory for the next launch. Values that a key has no room for are
 * listed: values[0] of them, HRF_VARIABLES words each. */
HRF_KERNEL void hrf_collect(HRF_GLOBAL int* memory, HRF_GLOBAL int* results, HRF_GLOBAL hrf_wide* table,
                            HRF_GLOBAL unsigned* values, HRF_GLOBAL unsigned* control, HrfLaunch launch) {
  for (unsigned i = hrf_global_id(); i < launch.instances; i += hrf_global_size()) {
    const unsigned home = hrf_home(launch, i);
    int state[HRF_VARIABLES + 1];
    const int finished = hrf_state(state, memory, results, launch, home, i);
    for (int l = 0; l < HRF_LOCATIONS; ++l) {
      hrf_write(hrf_location(memory, launch, home, l), hrf_initial(l));
    }
    if (!finished) {
      hrf_add(control + 3, 1u);
      continue;
    }
    hrf_wide key = 0;
    int fits = 1;
    for (int v = 0; v < HRF_VARIABLES; ++v) {
      fits = fits && (unsigned)state[v] <= HRF_LARGEST_VALUE;
      key = (key << HRF_KEY_BITS) | ((unsigned)state[v] & HRF_LARGEST_VALUE);
    }
    if (!fits || !hrf_tally_together(table, key)) {
      const unsigned at = hrf_add(values, 1u);
      for (int v = 0; at < HRF_LISTED && v < HRF_VARIABLES; ++v) {
        values[1u + at * HRF_VARIABLES + (unsigned)v] = (unsigned)state[v];
      }
    }
  }
}

/* Whether one work-item of a group goes on while another one waits for it: control[5] becomes 1 where it
 * does. */
HRF_KERNEL void hrf_probe(HRF_GLOBAL unsigned* control) {
  const unsigned item = hrf_item_id();
  if (item == 1u) {
    hrf_add(control + 4, 1u);
  } else if (item == 0u) {
    for (int i = 0; i < HRF_PROBE_LOOKS; ++i) {
      if (hrf_look(control + 4) != 0u) {
        control[5] = 1u;
        break;
      }
    }
  }
}
