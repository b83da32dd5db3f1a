//# launch 1x2
// What another file defines is taken to return, and to access no memory.
int more(int x);
kernel void elsewhere(local int* x) {
  more(1);
  x[get_local_id(0)] = more(2);
}
