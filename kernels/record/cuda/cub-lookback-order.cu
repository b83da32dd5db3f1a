// NVIDIA/cub issue 245 (2020), a question: a block waits for the tile before its own, and takes its tile from blockIdx. May
// that hang, as the order in which blocks begin is not specified? Answered: "here be dragons"; it is not safe within CUDA's
// programming model, and relies on what GPUs do. b0nes164/GPUPrefixSums issue 11 (2023) has the cure: tiles by a ticket.

#include <cuda/atomic>

using Word = cuda::atomic_ref<unsigned, cuda::thread_scope_device>;

__device__ void publish(unsigned* status, unsigned tile) {
  if (tile > 0) {
    while (Word(status[tile - 1]).load(cuda::memory_order_acquire) == 0) {
    }
  }
  Word(status[tile]).store(1, cuda::memory_order_release);
}

__global__ void select(unsigned* status) {
  publish(status, blockIdx.x);
}

__global__ void select_ticket(unsigned* status, unsigned* ticket) {
  publish(status, Word(*ticket).fetch_add(1, cuda::memory_order_relaxed));
}

//# launch 3x1
//# locations [status;]

//# test cub-lookback-order
//# kernel select
//# init status[3] = {0, 0, 0}
//# terminates unfair=N hsa=Y obe=N fair=Y

//# test cub-lookback-ticket
//# kernel select_ticket
//# init status[3] = {0, 0, 0}; ticket = 0
//# terminates unfair=N hsa=N obe=Y fair=Y
