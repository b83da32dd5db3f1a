//# launch 1x1
//# init out[1]
//# forall out[0] = 3
// Code of the host around a kernel, and what libraries of the system make of words of CUDA.

#include <memory>

__noinline__ __device__ int next(int x) { return x + 1; }

__global__ void count(int* out) {
  register int n = 2;
  out[0] = next(n);
}

void run(int n) {
  float results[n];
  cudaMemcpy(results, results, sizeof(results), cudaMemcpyDeviceToHost);
  auto owned = std::make_shared<int>(n);
  count<<<1, 1>>>(owned.get());
}
