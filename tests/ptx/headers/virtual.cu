//# launch 1x1
//# init out[2]
//# forall (out[0] = 12 /\ out[1] = 9)
// Which function is called is known at run time only: virtual functions, and functions that are handed over.

struct Shape {
  __device__ virtual int area() const = 0;
};
struct Rectangle : Shape {
  int a, b;
  __device__ Rectangle(int x, int y) : a(x), b(y) {}
  __device__ int area() const override { return a * b; }
};

__device__ int square(int x) { return x * x; }
__device__ int applied(int (*function)(int), int x) { return function(x); }

__global__ void measure(int* out) {
  Rectangle r(3, 4);
  const Shape* shape = &r;
  out[0] = shape->area();
  out[1] = applied(square, 3);
}
