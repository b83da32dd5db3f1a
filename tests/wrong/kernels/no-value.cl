kernel void count(global int* x, int n, uint m) {
  *x = n + m;
}

//# launch 2x2
//# init m[2]
