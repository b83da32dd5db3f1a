//# launch 1x1
// Vectors: their functions element by element, and how they lie in memory.

//# test integers
//# kernel integers
//# init in = {5, -7, 100, 3, 2, -7, 50, 4}; out[16]
//# forall out[0] = 2 /\ out[1] = -7 /\ out[2] = 50 /\ out[3] = 3 /\ out[4] = 5 /\ out[5] = 7 /\ out[6] = 100 /\ out[7] = 3 /\ out[8] = 2 /\ out[9] = 5 /\ out[10] = 7 /\ out[11] = -1 /\ out[12] = 0 /\ out[13] = -1 /\ out[14] = 1 /\ out[15] = 0
kernel void integers(global const int* in, global int* out) {
  const int4 x = vload4(0, in), y = vload4(1, in);
  vstore4(min(x, y), 0, out);
  vstore4(convert_int4(abs(x)), 1, out);
  vstore3((int3)(2, clamp(x.s0, 1, 9), abs(y).s1), 0, out + 8);
  const int4 less = y < x;
  vstore3(less.xyz, 0, out + 11);
  out[14] = any(less) + 0 * all(less);
  out[15] = all(less);
}

//# test three
//# kernel three
//# init in = {1, 2, 3, 9, 4, 5, 6, 9}; out[8] = {7, 7, 7, 7, 7, 7, 7, 7}
//# forall out[0] = 5 /\ out[1] = 7 /\ out[2] = 9 /\ out[3] = 7
// A vector of three has the place of four, whose last element is nobody's.
kernel void three(global const int3* in, global int3* out) { out[0] = in[0] + in[1]; }

//# test choices
//# kernel choices
//# init out[8]
//# forall out[0] = 10 /\ out[1] = 2 /\ out[2] = 30 /\ out[3] = 4 /\ out[4] = 3 /\ out[5] = 1 /\ out[6] = 4 /\ out[7] = 3
kernel void choices(global int* out) {
  vstore4(select((int4)(1, 2, 3, 4), (int4)(10, 20, 30, 40), (int4)(-1, 0, -1, 1)), 0, out);
  vstore4((int4)(1, 2, 3, 4).s2032, 1, out);
}
