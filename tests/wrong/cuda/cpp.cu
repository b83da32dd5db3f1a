class Queue {
  int head;
};
struct Stack : Base {
  int top;
};
struct List {
  __device__ int pop() { return 0; }
  int first = 0;
};
__device__ int run(int n) {
  auto twice = [&](int x) { return x * 2; };
  for (int x : list) { }
  try { throw n; } catch (...) { }
  int* p = new int(3);
  asm volatile("membar.gl;");
  return other::f(n);
}
template <typename... Ts> __device__ void all(Ts... ts) { }
__global__ void k(int* x) {
  child<<<1, 1>>>(x); all(run(sizeof(Queue) + sizeof(Stack) + sizeof(List)));
}
//# launch 1x1
