// cub::BlockReduce, cub::BlockScan, cub::BlockExchange: collective calls of a block. Their storage may be used again behind a
// barrier of the block.

#include <cub/block/block_exchange.cuh>
#include <cub/block/block_reduce.cuh>
#include <cub/block/block_scan.cuh>

// Two warps, as a single one would exchange by shuffles alone.
constexpr int kThreads = 64;

__device__ int y[kThreads], z[kThreads];

enum class Again { NEVER, BEHIND_BARRIER, AT_ONCE };

template <Again AGAIN, class CALL>
__device__ void call(CALL&& collective) {
  const int me = threadIdx.x;
  y[me] = collective(me + 1);
  if (AGAIN == Again::BEHIND_BARRIER) {
    __syncthreads();
  }
  if (AGAIN != Again::NEVER) {
    z[me] = collective(2 * me);
  }
}

template <Again AGAIN>
__global__ void reduce() {
  using Reduce = cub::BlockReduce<int, kThreads>;
  __shared__ typename Reduce::TempStorage storage;
  call<AGAIN>([&](int item) { return Reduce(storage).Sum(item); });
}

template <Again AGAIN>
__global__ void scan() {
  using Scan = cub::BlockScan<int, kThreads, cub::BLOCK_SCAN_WARP_SCANS>;
  __shared__ typename Scan::TempStorage storage;
  call<AGAIN>([&](int item) {
    int sum;
    Scan(storage).ExclusiveSum(item, sum);
    return sum;
  });
}

template <Again AGAIN>
__global__ void exchange() {
  using Exchange = cub::BlockExchange<int, kThreads, 1>;
  __shared__ typename Exchange::TempStorage storage;
  call<AGAIN>([&](int item) {
    int items[1] = {item};
    const int ranks[1] = {kThreads - 1 - int(threadIdx.x)};
    Exchange(storage).ScatterToStriped(items, ranks);
    return items[0];
  });
}

//# launch 1x64

//# test block-reduce
//# kernel reduce<Again::NEVER>
//# forall (y[0] = 2080)
//# expect ptx: Always
//# expect hrf-indirect-relaxed: race-free

//# test block-reduce-again
//# kernel reduce<Again::BEHIND_BARRIER>
//# forall (y[0] = 2080 /\ z[0] = 4032)
//# expect ptx: Always
//# expect hrf-indirect-relaxed: race-free

//# test block-scan
//# kernel scan<Again::NEVER>
//# forall (y[1] = 1 /\ y[63] = 2016)
//# expect ptx: Always
//# expect hrf-indirect-relaxed: race-free

//# test block-scan-again
//# kernel scan<Again::BEHIND_BARRIER>
//# forall (y[63] = 2016 /\ z[1] = 0 /\ z[63] = 3906)
//# expect ptx: Always
//# expect hrf-indirect-relaxed: race-free

//# test block-exchange
//# kernel exchange<Again::NEVER>
//# forall (y[0] = 64 /\ y[63] = 1)
//# expect ptx: Always
//# expect hrf-indirect-relaxed: race-free

//# test block-exchange-again
//# kernel exchange<Again::BEHIND_BARRIER>
//# forall (y[0] = 64 /\ z[0] = 126 /\ z[63] = 0)
//# expect ptx: Always
//# expect hrf-indirect-relaxed: race-free

//# test block-reduce-at-once
//# kernel reduce<Again::AT_ONCE>
//# forall (y[0] = 2080 /\ z[0] = 4032)
//# expect ptx: Sometimes
//# expect hrf-indirect-relaxed: racy

//# test block-scan-at-once
//# kernel scan<Again::AT_ONCE>
//# forall (y[63] = 2016 /\ z[1] = 0 /\ z[63] = 3906)
//# expect ptx: Sometimes
//# expect hrf-indirect-relaxed: racy

//# test block-exchange-at-once
//# kernel exchange<Again::AT_ONCE>
//# forall (y[0] = 64 /\ z[0] = 126 /\ z[63] = 0)
//# expect ptx: Sometimes
//# expect hrf-indirect-relaxed: racy
