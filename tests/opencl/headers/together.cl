// What work-items do together: copies, numbers of sub-groups, atomics.

//# test copied
//# kernel copied
//# launch 1x2
//# init in = {5, 6}; tile[2]; out[2]
//# forall out[0] = 6 /\ out[1] = 5
kernel void copied(global const int* in, local int* tile, global int* out) {
  event_t copy = async_work_group_copy(tile, in, 2, 0);
  wait_group_events(1, &copy);
  out[get_local_id(0)] = tile[1 - get_local_id(0)];
}

//# test strided
//# kernel strided
//# launch 1x2
//# init in = {5, 6, 7, 8}; tile[2]; out[2]
//# forall out[0] = 7 /\ out[1] = 5
kernel void strided(global const int* in, local int* tile, global int* out) {
  event_t copy = async_work_group_strided_copy(tile, in, 2, 2, 0);
  wait_group_events(1, &copy);
  out[get_local_id(0)] = tile[1 - get_local_id(0)];
}

//# test lanes
//# kernel lanes
//# launch 1x4
//# sub-group 4
//# init out[4]
//# forall out[0] = 1001 /\ out[1] = 1011 /\ out[2] = 1021 /\ out[3] = 1031
kernel void lanes(global int* out) {
  const int lane = get_sub_group_local_id();
  out[lane] = sub_group_reduce_add(lane + 1) * 100 + sub_group_scan_exclusive_add(1) * 10 + sub_group_broadcast(lane, 1);
}

//# test ballots
//# kernel ballots
//# launch 1x4
//# sub-group 4
//# init out[4]
//# forall out[0] = 122 /\ out[1] = 123 /\ out[2] = 120 /\ out[3] = 121
kernel void ballots(global int* out) {
  const uint lane = get_sub_group_local_id();
  const uint4 odd = sub_group_ballot(lane & 1);
  out[lane] = sub_group_any(lane == 3) * 100 + sub_group_ballot_bit_count(odd) * 10 + sub_group_shuffle_xor(lane, 2);
}

//# test flag
//# kernel flag
//# launch 2x1
//# init lock; won[2]
//# forall (won[0] = 1 /\ won[1] = 0) \/ (won[0] = 0 /\ won[1] = 1)
kernel void flag(global atomic_flag* lock, global int* won) { won[get_group_id(0)] = !atomic_flag_test_and_set(lock); }

//# test legacy
//# kernel legacy
//# launch 1x2
//# init count = 7; least = 9; out[2]
//# forall count = 9 /\ least = 3
kernel void legacy(global uint* count, global int* least, global uint* out) {
  out[get_local_id(0)] = atomic_inc(count);
  atom_min(least, 4 - (int)get_local_id(0));
}
