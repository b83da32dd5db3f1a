namespace cg = cooperative_groups;
__device__ void wait(int x) { }
__global__ void k(int* x) {
  auto block = cg::this_thread_block();
  auto tile = cg::tiled_partition<4>(block);
  wait(block);
  auto threads = cg::coalesced_threads();
}
//# launch 1x2
