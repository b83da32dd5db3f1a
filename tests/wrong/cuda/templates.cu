template <typename T, int N> __device__ T twice(T x) { return x * N; }
template <typename... Ts> __device__ void all(Ts... ts) { }
template <typename T> struct Pair { T a; T b; };
template <int N> __device__ int forever(int x) { return forever<N + 1>(x); }
__global__ void k(int* x) {
  *x = twice(*x);
  *x = twice<int>(*x);
  *x = twice<int, 2, 3>(*x);
  *x = forever<0>(*x); all(sizeof(Pair<int>));
}
//# launch 1x1
