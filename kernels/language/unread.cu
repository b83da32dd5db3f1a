// Code that a kernel does not reach is not read: the host's, and functions and types that it does not name.
//# launch 1x1
//# init x
//# forall (x = 1)
#include <cstdio>
#define SCALE 1.5f
class Timer {
 public:
  explicit Timer(double factor = 1e-3) : factor_(factor) {}
  virtual double seconds() { return 1'000.0 * factor_; }
 private:
  double factor_ = 0.5;
};
static const float kEpsilon = 1.0e-6f;
namespace detail {
template <int N = 4>
__device__ unsigned lane() { unsigned l; asm("mov.u32 %0, %%laneid;" : "=r"(l)); return l % N; }
__device__ float half_of(float f) { return f * 0.5f; }
}
__device__ int one() { return 'b' - 'a'; }
__device__ int leaves_too_much(int lane) { return __shfl_sync(~0u, lane, 0); }

//# test host
//# kernel k
//# expect ptx: Always
__global__ void k(int* x) { int lane = one(); *x = lane; }

//# test other-kernel
//# kernel k2
//# expect ptx: Always
__global__ void __launch_bounds__(256) k2(int* x) { *x = 1; }
__global__ void unlike(float* x) { *x = x[0] * 2.0f; asm volatile("membar.gl;"); }

int main() {
  float ms = 0.0f;
  char c = 'a';
  auto print = [&](const char* text) { printf("%f %c \"%s\"\n", ms, c, text); };
  try { k<<<1, 1>>>(nullptr); print("done"); } catch (...) { throw; }
  return 0;
}
