//# launch 1x2
//# init in = {1, 2}; out[2]
//# forall out[0] = 1.5 /\ out[1] = 1.5
// Floats: only compiled.
kernel void average(global const float* in, global float* out) {
  float sum = 0;
  for (int i = 0; i < 2; ++i) {
    sum += in[i];
  }
  out[get_global_id(0)] = sum / 2;
}
