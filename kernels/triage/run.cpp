// Runs one of the kernels of this folder, for sanitizers:
//   nvcc -arch=sm_90 -lineinfo -D KERNEL=lock -D KERNEL_FILE='"lock.cu"' -o lock -x cu run.cpp
//   compute-sanitizer --tool racecheck ./lock 64

#include <cstdio>
#include <cstdlib>

#include KERNEL_FILE

int main(int count, char** words) {
  constexpr int kNumbers = 64;
  const int threads = count > 1 ? std::atoi(words[1]) : kNumbers;
  int numbers[kNumbers];
  for (int i = 0; i < kNumbers; ++i) {
    numbers[i] = i + 1;
  }
  int* in = nullptr;
  int* out = nullptr;
  cudaMalloc(&in, sizeof numbers);
  cudaMalloc(&out, sizeof numbers);
  cudaMemcpy(in, numbers, sizeof numbers, cudaMemcpyHostToDevice);
  cudaMemset(out, 0, sizeof numbers);
  KERNEL<<<1, threads>>>(in, out);
  const cudaError_t error = cudaDeviceSynchronize();
  cudaMemcpy(numbers, out, sizeof numbers, cudaMemcpyDeviceToHost);
  std::printf("%s: out[0] = %d\n", cudaGetErrorString(error), numbers[0]);
  return error == cudaSuccess ? 0 : 1;
}
