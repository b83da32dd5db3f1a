//# launch 1x1
//# init f[14]; d[4]; i[8]
//# forall (f[0] = -1.0 /\ f[1] = 0.0 /\ f[2] = 8388609.0 /\ f[3] = 0.75 /\ i[0] = 3 /\ f[4] = 0.5 /\ i[1] = -148 /\ f[5] = 6.0 /\ f[6] = 1.0 /\ f[7] = -0.25 /\ f[8] = -2.0 /\ f[9] = 2.0 /\ f[10] = -3.0 /\ i[2] = 2 /\ i[3] = 3 /\ i[4] = 2 /\ i[5] = 1 /\ i[6] = 1 /\ i[7] = -2 /\ d[0] = 0.25 /\ d[1] = -3.0 /\ d[2] = 0.625 /\ d[3] = 1.0)
// Functions of the Math API that have one right result.

__global__ void exact(float* f, double* d, int* i) {
  f[0] = roundf(-0.5f);
  f[1] = roundf(0.49999997f);
  f[2] = round(8388609.0f);
  f[3] = frexpf(6.0f, &i[0]);
  f[4] = frexpf(1.401298464e-45f, &i[1]);
  f[5] = ldexpf(0.75f, 3);
  f[6] = ldexpf(scalbnf(1.0f, -149), 149);
  f[7] = modff(-2.25f, &f[8]);
  f[9] = fdimf(3.0f, 1.0f);
  f[10] = copysignf(3.0f, -0.0f);
  i[2] = (int)lrintf(2.5f);
  i[3] = (int)lroundf(2.5f);
  i[4] = __float2int_ru(1.25f);
  i[5] = __fdiv_rd(1.0f, 3.0f) < __fdiv_ru(1.0f, 3.0f);
  i[6] = isinf(ldexpf(1.0f, 200)) && !isnan(f[0]) && signbit(f[0]);
  i[7] = (int)llrint(-1.5);
  d[0] = __drcp_rn(4.0);
  d[1] = round(-2.5);
  int exponent;
  d[2] = frexp(5.0, &exponent);
  d[3] = ldexp(ldexp(1.0, -1074), 1074);
}
