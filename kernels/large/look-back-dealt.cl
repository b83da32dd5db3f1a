// The scan of decoupled-look-back.cl with parts that are dealt out as work-groups arrive: whoever looks back waits only
// for those that have begun.

#define NOTHING 0
#define AGGREGATE 1
#define PREFIX 2

// The sum of all parts before this one.
int look_back(int part, global int* aggregate, global int* prefix, global atomic_int* state) {
  int before = 0;
  for (int back = part - 1; ; back--) {
    int seen = NOTHING;
    while (seen == NOTHING) {
      seen = atomic_load_explicit(&state[back], memory_order_acquire, memory_scope_device);
    }
    if (seen == PREFIX) {
      return before + prefix[back];
    }
    before += aggregate[back];
  }
}

kernel void scan(global const int* in, global int* aggregate, global int* prefix, global atomic_int* state,
                 global int* out, global atomic_int* next) {
  int part = atomic_fetch_add_explicit(next, 1, memory_order_relaxed, memory_scope_device);
  int before = 0;
  if (part != 0) {
    aggregate[part] = in[part];
    atomic_store_explicit(&state[part], AGGREGATE, memory_order_release, memory_scope_device);
    before = look_back(part, aggregate, prefix, state);
  }
  prefix[part] = before + in[part];
  atomic_store_explicit(&state[part], PREFIX, memory_order_release, memory_scope_device);
  out[part] = before + in[part];
}

//# launch 2x1
//# init in[2] = {1, 2}; aggregate[2]; prefix[2]; state[2]; out[2]
//# forall (out[0] = 1 /\ out[1] = 3)
//# terminates unfair=N hsa=N obe=Y fair=Y
