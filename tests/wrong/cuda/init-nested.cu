//# launch 1x1
//# init a = {{1,2},{3,4}}; b = 1 }; c = {1, ; d = {1, 2}}; e = 5
//# init f[2] = {&a, {1}}; g = 7
__global__ void k(int* a, int* b, int* c, int* d, int* e, int* f, int* g) { *a = 1; }
