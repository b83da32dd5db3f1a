// Host code may call whatever the headers of C++ declare, special functions of C++17 among them.
//# launch 2x1
//# init out[2]
//# forall (out[0] = 1 /\ out[1] = 1)
//# expect ptx, hrf-indirect-relaxed: Always
#include <cmath>

double on_the_host(double x) { return std::legendre(2u, x) + std::beta(x, 1.0); }

__global__ void special_functions(int* out) { out[blockIdx.x] = 1; }
