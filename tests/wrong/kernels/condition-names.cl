kernel void f(global int* x, local int* tmp) { *x = *tmp; }
//# launch 2x2
//# exists (tmp=1 /\ tmp@g2=0 /\ y=0)
