// Each item reads what its neighbour has written.
kernel void swap(local int* part, global int* out) {
  int lid = get_local_id(0);
  part[lid] = lid;
  out[lid] = part[1 - lid];
}
//# launch 1x2
//# init part[2]; out[2]
//# forall (out[0] = 1 /\ out[1] = 0)
