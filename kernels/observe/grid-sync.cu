// All blocks of a cooperative launch meet twice.

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__global__ void rounds(int* x, int* y) {
  const int me = blockIdx.x;
  x[me] = me + 1;
  cg::this_grid().sync();
  y[me] = x[1 - me];
  cg::this_grid().sync();
  x[me] = y[1 - me];
}

//# launch 2x1
//# cooperative
//# init x[2]; y[2]
//# forall (x[0] = 1 /\ x[1] = 2 /\ y[0] = 2 /\ y[1] = 1)

//# test grid-sync
//# kernel rounds
