// The same in HIP.
//# launch 1x1
//# init x = 0

//# test store-of-two
//# init buf[4]
//# forall (buf[2] = 1 /\ buf[3] = 2 /\ x = 0)
//# expect hrf-indirect-relaxed: Always
__global__ void store_of_two(int* buf, int* x) {
  *reinterpret_cast<int2*>(buf + 2) = make_int2(1, 2);
  *x = *x;
}
