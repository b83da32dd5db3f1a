//# launch 1x2
//# init a[2]
//# out-of-bounds any
kernel void f(global int* a) {
  a[get_global_id(0)] = 1;
}
