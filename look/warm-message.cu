/* warm-message: a kernel for a device, written by hrfcheck observe. */
#define main hrf_main_of_the_file
#line 1 "kernels/observe/warm-message.cu"
// The second block uses one half of a pair while the first block writes the other half, and then waits for it: its cache
// holds the line by then, as it does in any program that reads what lies beside.

#include <cuda/atomic>

template <cuda::thread_scope SCOPE, cuda::memory_order SEE>
__global__ void hand_over(int* pair, int* flag, int* beside, int* seen) {
  if (blockIdx.x == 0) {
    pair[0] = 42;
    cuda::atomic_ref<int, cuda::thread_scope_device>(*flag).store(1, cuda::memory_order_release);
  } else {
    *beside = pair[1];
    while (cuda::atomic_ref<int, SCOPE>(*flag).load(SEE) == 0) {
    }
    *seen = pair[0];
  }
}

//# launch 2x1
//# init pair[2] = {0, 7}
//# forall (beside = 7 /\ seen = 42)

//# test warm-message
//# kernel hand_over<cuda::thread_scope_device, cuda::memory_order_acquire>

// The flag is seen, and the line of the pair is still the old one.
//# test warm-message-relaxed
//# kernel hand_over<cuda::thread_scope_device, cuda::memory_order_relaxed>

// What another block has released is not acquired at the scope of the block.
//# test warm-message-block
//# kernel hand_over<cuda::thread_scope_block, cuda::memory_order_acquire>

#line 1 "warm-message.launch"
#undef main
#define HRF_TEST "warm-message"
#define HRF_BACKEND "cuda"
#define HRF_VARIABLES 2
#define HRF_VARIABLE_NAMES " beside seen"
#define HRF_PARAMETERS 4
#define HRF_OBJECTS 4
#define HRF_GRID 2, 1, 1
#define HRF_BLOCK 1, 1, 1
#define HRF_CLUSTER 1
#define HRF_COOPERATIVE 0
#define HRF_DYNAMIC_SHARED 0
#define HRF_OF_THE_FILE 0
/* By parameter: the object that it points to, or its bytes. */
static const struct {
  int object;
  const unsigned char* bytes;
  unsigned size;
} hrf_parameters[] = {
    {0, 0, 8}, /* pair */
    {1, 0, 8}, /* flag */
    {2, 0, 8}, /* beside */
    {3, 0, 8}, /* seen */
    {-1, 0, 0}};
static const unsigned char hrf_initial_0[] = {0, 0, 0, 0, 7, 0, 0, 0};
/* Memory of a launch: its size, and how it begins; 0 behind that. */
static const struct {
  unsigned size;
  const unsigned char* bytes;
  unsigned given;
} hrf_objects[] = {
    {8, hrf_initial_0, 8}, /* pair */
    {4, 0, 0}, /* flag */
    {4, 0, 0}, /* beside */
    {4, 0, 0}, /* seen */
    {0, 0, 0}};
/* What is observed: an object, where it lies there, how many bytes it has, whether they have a sign. */
static const struct {
  int object;
  unsigned offset, bytes;
  int has_sign;
} hrf_words[] = {
    {2, 0, 4, 1}, /* beside */
    {3, 0, 4, 1}, /* seen */
};
static const void* hrf_kernel_of_the_file(void) {
  static const auto kernel = &hand_over<cuda::thread_scope_device, cuda::memory_order_acquire>;
  return (const void*)kernel;
}
static cudaError_t hrf_variable_of_the_file(int object, void** address) {
  (void)object;
  *address = 0;
  return cudaSuccess;
}
/* The final states under interleaving: others are weak. */
#define HRF_INTERLEAVINGS 1
static const long long hrf_interleaved[][HRF_VARIABLES] = {
    {7, 42}};
#define HRF_HASH "a2c3a3f269d2565b"
#include "hrf_grid.h"
