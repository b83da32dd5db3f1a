// What each thread knows of its place, in two dimensions: nothing here depends on an order.

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__global__ void places(int* x, int* y, int* group, int* size, int* rank) {
  cg::grid_group grid = cg::this_grid();
  const int me = grid.thread_rank();
  x[me] = blockIdx.x * blockDim.x + threadIdx.x;
  y[me] = blockIdx.y * blockDim.y + threadIdx.y;
  group[me] = blockIdx.x * 10 + blockIdx.y;
  if (me == 0) {
    size[0] = gridDim.x * 10 + gridDim.y;
    size[1] = blockDim.x * 100 + blockDim.y * 10 + blockDim.z;
    size[2] = grid.size();
    size[3] = warpSize;
  }
  rank[me] = cg::this_thread_block().thread_rank();
}

//# launch 2,1x2,2
//# init x[8]; y[8]; group[8]; size[4]; rank[8]
//# forall (x[0] = 0 /\ x[1] = 1 /\ x[2] = 0 /\ x[3] = 1 /\ x[4] = 2 /\ x[7] = 3 /\ y[1] = 0 /\ y[2] = 1 /\ y[7] = 1 /\ group[3] = 0 /\ group[4] = 10 /\ size[0] = 21 /\ size[1] = 221 /\ size[2] = 8 /\ size[3] = 32 /\ rank[3] = 3 /\ rank[4] = 0 /\ rank[7] = 3)
