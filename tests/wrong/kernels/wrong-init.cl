kernel void f(global int* part, int n, local int* tmp) {
  local int fixed[2];
  part[n] = tmp[0] + fixed[0];
}
//# launch 2x2
//# init prat[3]; part[3]; n = &part; fixed[3]; part = 1
