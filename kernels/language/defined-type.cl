// A name for a type, as -D T=int of every OpenCL compiler.
//# launch 1x1
//# init x[1]

//# test int
//# define T int
//# forall (x[0] = 1)
//# expect opencl: Always
kernel void k(global T* x) { x[get_global_id(0)] = (T)(-1) > 0 ? 2 : 1; }

//# test unsigned
//# define T unsigned int
//# forall (x[0] = 2)
//# expect opencl: Always
