// cub::ScanTileState, cub::ReduceByKeyScanTileState: the words by which the tiles of a scan in one pass tell each other their
// sums. Whoever comes back from WaitForValid() has the value that came with the state.

#include <cub/agent/single_pass_scan_operators.cuh>

struct Pair {
  long long first;
  long long second;
};

// As CUB lays them out, with the state that InitializeStatus() gives to tiles. Before the first tile there are as many words as a
// warp has lanes.
template <class WORD>
struct Words {
  WORD before[32];
  WORD tile;
};
constexpr unsigned long long kInvalid = cub::SCAN_TILE_INVALID;
__device__ Words<uint2> words_of_int = {{}, {unsigned(kInvalid), 0}};
__device__ Words<ulonglong2> words_of_long = {{}, {kInvalid, 0}};
__device__ Words<unsigned> states_of_pair = {{}, unsigned(kInvalid)};
__device__ Words<Pair> partial_sums_of_pair, inclusive_sums_of_pair;
__device__ Words<unsigned long long> words_of_short_by_short = {{}, kInvalid << 32};
__device__ Words<ulonglong2> words_of_int_by_int = {{}, {0, kInvalid}};

// A sum of a type, the state of tiles with such sums, and the sum as a number.
struct OfInt {
  using State = cub::ScanTileState<int>;
  using Sum = int;
  static __device__ State state() {
    State state;
    state.d_tile_descriptors = words_of_int.before;
    return state;
  }
  static __device__ Sum sum() { return 5; }
  static __device__ int number(Sum sum) { return sum; }
};

struct OfLong {
  using State = cub::ScanTileState<long long>;
  using Sum = long long;
  static __device__ State state() {
    State state;
    state.d_tile_descriptors = words_of_long.before;
    return state;
  }
  static __device__ Sum sum() { return 5; }
  static __device__ int number(Sum sum) { return int(sum); }
};

struct OfPair {
  using State = cub::ScanTileState<Pair>;
  using Sum = Pair;
  static __device__ State state() {
    State state;
    state.d_tile_status = states_of_pair.before;
    state.d_tile_partial = partial_sums_of_pair.before;
    state.d_tile_inclusive = inclusive_sums_of_pair.before;
    return state;
  }
  static __device__ Sum sum() { return {2, 3}; }
  static __device__ int number(Sum sum) { return int(sum.first + sum.second); }
};

struct OfShortByShort {
  using State = cub::ReduceByKeyScanTileState<short, short>;
  using Sum = cub::KeyValuePair<short, short>;
  static __device__ State state() {
    State state;
    state.d_tile_descriptors = words_of_short_by_short.before;
    return state;
  }
  static __device__ Sum sum() { return {2, 3}; }
  static __device__ int number(Sum sum) { return sum.key + sum.value; }
};

struct OfIntByInt {
  using State = cub::ReduceByKeyScanTileState<int, int>;
  using Sum = cub::KeyValuePair<int, int>;
  static __device__ State state() {
    State state;
    state.d_tile_descriptors = words_of_int_by_int.before;
    return state;
  }
  static __device__ Sum sum() { return {2, 3}; }
  static __device__ int number(Sum sum) { return sum.key + sum.value; }
};

__device__ int data = 0, result = 5;

enum class Tells { INCLUSIVE, PARTIAL };

// The first block tells the second one its sum.
template <class OF, Tells TELLS>
__global__ void look_back() {
  typename OF::State state = OF::state();
  if (blockIdx.x == 0) {
    if (TELLS == Tells::INCLUSIVE) {
      state.SetInclusive(0, OF::sum());
    } else {
      state.SetPartial(0, OF::sum());
    }
  } else {
    typename OF::State::StatusWord status;
    typename OF::Sum sum;
    state.WaitForValid(0, status, sum);
    result = OF::number(sum);
  }
}

// It says that data of its own is ready.
template <class OF, cub::MemoryOrder ORDER>
__global__ void publish() {
  typename OF::State state = OF::state();
  if (blockIdx.x == 0) {
    data = 5;
    state.template SetInclusive<ORDER>(0, OF::sum());
  } else {
    typename OF::State::StatusWord status;
    typename OF::Sum sum;
    state.template WaitForValid<cub::detail::default_no_delay_t, ORDER>(0, status, sum);
    result = data;
  }
}

// The second block does not wait.
template <class OF>
__global__ void load() {
  typename OF::State state = OF::state();
  if (blockIdx.x == 0) {
    state.SetInclusive(0, OF::sum());
  } else {
    result = OF::number(state.LoadValid(0));
  }
}

//# launch 2x1
//# forall (result = 5)

// State and sum are a vector, whose elements are accessed in no order.
//# test tile-int
//# kernel look_back<OfInt, Tells::INCLUSIVE>
//# expect ptx: Sometimes

//# test tile-long
//# kernel look_back<OfLong, Tells::INCLUSIVE>
//# expect ptx: Sometimes

//# test tile-int-by-int
//# kernel look_back<OfIntByInt, Tells::INCLUSIVE>
//# expect ptx: Sometimes

// State and sum are one word.
//# test tile-short-by-short
//# kernel look_back<OfShortByShort, Tells::INCLUSIVE>
//# expect ptx: Always

// The sum is in memory of its own, and the state is a release.
//# test tile-pair
//# kernel look_back<OfPair, Tells::INCLUSIVE>
//# terminates hsa=Y cuda=N cuda-cooperative=Y
//# expect ptx: Always
//# expect hrf-indirect-relaxed: race-free

//# test tile-pair-partial
//# kernel look_back<OfPair, Tells::PARTIAL>
//# expect ptx: Always
//# expect hrf-indirect-relaxed: race-free

//# test tile-pair-data
//# kernel publish<OfPair, cub::MemoryOrder::relaxed>
//# expect ptx: Always
//# expect hrf-indirect-relaxed: race-free

// Orders nothing but the sum.
//# test tile-int-data
//# kernel publish<OfInt, cub::MemoryOrder::relaxed>
//# expect ptx: Sometimes
//# expect hrf-indirect-relaxed: racy

//# test tile-pair-not-awaited
//# kernel load<OfPair>
//# expect ptx: Sometimes
//# expect hrf-indirect-relaxed: racy
