// What is a line for hrfcheck, and what is a comment: `//# ` and a word that it knows.
//# launch 1x1
//# init x = 0
#define N 2
//#define N 8
#define M 3
//#	define M 4
__global__ void k(int* x) { *x = N; }
__global__ void m(int* x) { *x = M; }

//# test commented-out
//# kernel k
//# forall (x = 2)
//# expect ptx, hrf-indirect-relaxed: Always

//# test defined
//# kernel m
//# forall (x = 4)
//# expect ptx, hrf-indirect-relaxed: Always

//# test prose
//# kernel k
//# 2 stands for the number of elements, which the next line says in other words.
//## launch 2x2
//# forall (x = 2)
//# expect ptx, hrf-indirect-relaxed: Always

//# test pragma
//# kernel k
//#pragma unroll
//#if 0
//# forall (x = 2)
//# expect ptx, hrf-indirect-relaxed: Always

// Constants are words of conditions, and not of the names of models.
constexpr int ptx = 4;
constexpr int relaxed = 2;
constexpr int Y = 1;

//# test names
//# kernel k
//# forall (x = relaxed)
//# terminates obe=Y
//# expect ptx, hrf-indirect-relaxed: Always
