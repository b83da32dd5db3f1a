//# launch 1x1
// Functions of floats that have one right result.

//# test exact
//# kernel exact
//# init in = {-2.5, 8.0, 0.75}; out[24]
//# forall out[0] = -3.0 /\ out[1] = -2.0 /\ out[2] = -2.0 /\ out[3] = -2.0 /\ out[4] = -3.0 /\ out[5] = 2.5 /\ out[6] = -2.5 /\ out[7] = 8.0 /\ out[8] = -19.25 /\ out[9] = -80.0 /\ out[10] = 0.5 /\ out[11] = -0.75 /\ out[12] = 8.0 /\ out[13] = 5.375 /\ out[14] = 1.0 /\ out[15] = -1.0 /\ out[16] = 3.0 /\ out[17] = 0.0 /\ out[18] = 0.75 /\ out[19] = -0.5 /\ out[20] = 10.5 /\ out[21] = 0.5 /\ out[22] = 0.84375 /\ out[23] = 3.0
kernel void exact(global const float* in, global float* out) {
  const float x = in[0], y = in[1], z = in[2];
  out[0] = floor(x);
  out[1] = ceil(x);
  out[2] = trunc(x);
  out[3] = rint(x);
  out[4] = round(x);
  out[5] = fabs(x);
  out[6] = fmin(x, y);
  out[7] = fmax(x, y);
  out[8] = fma(x, y, z);
  out[9] = ldexp(x, 5);
  int exponent;
  out[10] = frexp(y, &exponent);
  out[11] = copysign(z, x);
  out[12] = clamp(100.0f, x, y);
  out[13] = mix(x, y, z);
  out[14] = step(x, y);
  out[15] = sign(x);
  out[16] = (float)ilogb(y);
  out[17] = fdim(x, y);
  float whole;
  out[18] = modf(z, &whole);
  out[19] = modf(x, &whole);
  out[20] = fdim(y, x);
  out[21] = fract(x, &whole);
  out[22] = smoothstep(0.0f, 1.0f, z);
  out[23] = sqrt(y + 1.0f);
}

//# test halves
//# kernel halves
//# init out[6]; in[4]
//# forall out[0] = 1.5 /\ out[1] = 65504.0 /\ out[2] = 0.333251953125 /\ out[3] = 0.33349609375 /\ out[4] = 3.0 /\ out[5] = -2.0
kernel void halves(global half* in, global float* out) {
  vstore_half(1.5f, 0, in);
  vstore_half_rtz(70000.0f, 1, in);
  vstore_half(1.0f / 3.0f, 2, in);
  vstore_half_rtp(1.0f / 3.0f, 3, in);
  vstore4(vload_half4(0, in), 0, out);
  vstore2(dot((float3)(1, 2, 3), (float3)(0, 0, 1)) * (float2)(1.0f, 0.0f) + (float2)(0.0f, -2.0f), 2, out);
}
