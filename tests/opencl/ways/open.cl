//# launch 1x2
// A race with some numbers.
kernel void open(local int* x, int i, int j) {
  if (i != j) {
    x[0] = get_local_id(0);
  }
}
