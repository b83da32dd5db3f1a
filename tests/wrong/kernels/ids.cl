kernel void f(global int* x, global int* y) {
  *x = get_local_id(*y);
  *x = get_local_id();
  *x = get_work_dim(0);
  local int n = 1;
}
//# launch 2x2
