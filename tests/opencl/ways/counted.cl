//# launch 1x2
//# init n[1]; rest 0
// How large `to` is nobody says: an element for each work-item.
kernel void counted(global int* n, global int* to) {
  to[atomic_inc(n) + FURTHER] = 1;
}
