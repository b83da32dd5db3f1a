// A pointer to a vector is one to as many integers, side by side, and never reaches another object.
//# launch 1x1
//# init x = 0

//# test store-of-two
//# kernel store_of_two
//# init buf[2]
//# forall (buf[0] = 1 /\ buf[1] = 2 /\ x = 0)
//# expect ptx, hrf-indirect-relaxed: Always
__global__ void store_of_two(int* buf, int* x) {
  *reinterpret_cast<int2*>(buf) = make_int2(1, 2);
  *x = *x;
}

//# test elements-of-vectors
//# kernel elements_of_vectors
//# init vectors[1]; out[4]
//# forall (out[0] = 1 /\ out[1] = 2 /\ out[2] = 3 /\ out[3] = 4)
//# expect ptx, hrf-indirect-relaxed: Always
__global__ void elements_of_vectors(int4* vectors, int* out, int* x) {
  vectors[0] = make_int4(1, 2, 3, 4);
  int* p = reinterpret_cast<int*>(vectors);
  for (int i = 0; i < 4; ++i) out[i] = p[i];
}

//# test halves-of-vectors
//# kernel halves_of_vectors
//# init vectors[2]; out[2]
//# forall (out[0].x = 7 /\ out[0].y = 8 /\ vectors[1].x = 0 /\ vectors[1].w = 8 /\ x = 8)
//# expect ptx, hrf-indirect-relaxed: Always
__global__ void halves_of_vectors(int4* vectors, int2* out, int* x) {
  int2* halves = (int2*)vectors;
  halves[3] = make_int2(7, 8);
  out[0] = halves[3];
  out[1].x = out[0].y;
  *x = out[1].x;
  int* o = (int*)out;
  o[1] = o[2];
}

//# test unsigned-view
//# kernel unsigned_view
//# init buf[4] = {-1, -2, -3, -4}; n = 1
//# forall (x = 1 /\ buf[2] = -1 /\ buf[3] = 5)
//# expect ptx, hrf-indirect-relaxed: Always
__global__ void unsigned_view(int* buf, int* x, int n) {
  uint2* pairs = reinterpret_cast<uint2*>(buf) + n;
  *x = pairs->y > 2147483648u;
  *pairs = make_uint2(4294967295u, 5u);
}

//# test through-void
//# kernel through_void
//# init buf[2]
//# forall (buf[0] = 0 /\ buf[1] = 9)
//# expect ptx, hrf-indirect-relaxed: Always
__device__ void fill(void* memory) { static_cast<int2*>(memory)->y = 9; }
__global__ void through_void(int* buf, int* x) { fill(buf); }
