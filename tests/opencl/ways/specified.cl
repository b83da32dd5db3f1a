//# launch 1x2
// GPUVerify's specifications: ignored, but for assertions of the thread itself.
kernel void specified(local int* x, int n) {
  __requires(n > 0);
  int sum = 0;
  for (int i = 0; __invariant(i >= 0), i < 2; ++i) {
    sum += i;
  }
  __assert(__implies(get_local_id(0) == 0, sum == SUM));
  x[get_local_id(0)] = sum;
  __assert(x[get_local_id(0)] != x[__other_int(get_local_id(0))]);
}
