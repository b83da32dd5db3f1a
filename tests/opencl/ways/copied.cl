//# launch 1x2
// A pointer that nothing but a copy uses.
kernel void copied(global int* from, global int* to) {
  local int mine[2];
  event_t copy = async_work_group_copy(mine, from, 2, 0);
  wait_group_events(1, &copy);
  to[get_local_id(0)] = mine[get_local_id(0)];
}
