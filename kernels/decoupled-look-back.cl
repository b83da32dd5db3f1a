// A scan in one pass (Merrill and Garland 2016): each work-group publishes the sum of its part, and looks back over the
// sums of its predecessors until it finds one that knows the sum of all before it.

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

// A group may wait for one that has not begun (kernels/large/look-back-dealt.cl does better).
kernel void scan(global const int* in, global int* aggregate, global int* prefix, global atomic_int* state,
                 global int* out) {
  int part = get_group_id(0);
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

// The state does not say that the sum has been written.
kernel void scan_relaxed(global const int* in, global int* aggregate, global int* prefix, global atomic_int* state,
                         global int* out) {
  int part = get_group_id(0);
  int before = 0;
  if (part != 0) {
    aggregate[part] = in[part];
    atomic_store_explicit(&state[part], AGGREGATE, memory_order_relaxed, memory_scope_device);
    before = look_back(part, aggregate, prefix, state);
  }
  prefix[part] = before + in[part];
  atomic_store_explicit(&state[part], PREFIX, memory_order_relaxed, memory_scope_device);
  out[part] = before + in[part];
}

//# launch 3x1
//# init in[3] = {1, 2, 3}; aggregate[3]; prefix[3]; state[3]; out[3]
//# forall (out[0] = 1 /\ out[1] = 3 /\ out[2] = 6)

//# test look-back
//# kernel scan
//# terminates unfair=N hsa=Y obe=N fair=Y

//# test look-back-relaxed
//# kernel scan_relaxed
//# terminates unfair=N hsa=Y obe=N fair=Y
