void clear(global int* a, int n) {
  a[n] = 0;
}

kernel void steps(global int* head, global int* part, global int* passed, local int* tmp) {
  *head = part[1];
  clear(passed, 0);
  tmp += 1;
}

//# launch 2x2
