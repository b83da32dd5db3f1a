//# launch 1x2
//# init n = 1; out[2]
//# forall out[0] = 1 /\ out[1] = 2
// Integers: as written.
kernel void own(global int* out, int n) { out[get_global_id(0)] = n + get_local_id(0); }
