#pragma once

// Random numbers on the device (cuRAND's documentation, "Device API"): what a generator does to its state, which is what
// threads can race for. The numbers themselves are any.

#include "cuda_runtime.h"
#include "hrfcheck/any_number.h"

struct curandStateXORWOW {
  unsigned int d, v[5];
  int boxmuller_flag;
  int boxmuller_flag_double;
  float boxmuller_extra;
  double boxmuller_extra_double;
};
struct curandStateMRG32k3a {
  unsigned int d, s1[2], s2[3];
  int boxmuller_flag;
  int boxmuller_flag_double;
  float boxmuller_extra;
  double boxmuller_extra_double;
};
struct curandStatePhilox4_32_10 {
  unsigned int d, ctr[3];
  uint4 output;
  uint2 key;
  unsigned int STATE;
  int boxmuller_flag;
  int boxmuller_flag_double;
  float boxmuller_extra;
  double boxmuller_extra_double;
};
// One of a block: a word of each of its threads (256 at most), and one for all.
struct curandStateMtgp32 {
  unsigned int s[1024];
  int offset;
  int pIdx;
  void* k;
};
typedef curandStateXORWOW curandStateXORWOW_t;
typedef curandStateMRG32k3a curandStateMRG32k3a_t;
typedef curandStatePhilox4_32_10 curandStatePhilox4_32_10_t;
typedef curandStateMtgp32 curandStateMtgp32_t;
typedef curandStateXORWOW curandState;
typedef curandStateXORWOW curandState_t;

namespace hrfcheck {

template <typename State>
struct generator {};
template <>
struct generator<curandStateXORWOW> {
  typedef void of_one_thread;
};
template <>
struct generator<curandStateMRG32k3a> {
  typedef void of_one_thread;
};
template <>
struct generator<curandStatePhilox4_32_10> {
  typedef void of_one_thread;
};

template <typename State>
HRFCHECK_DEVICE typename generator<State>::of_one_thread step(State* state, unsigned int by) {
  state->d += by;
}
// All threads of a block come.
HRFCHECK_DEVICE __attribute__((convergent)) void step(curandStateMtgp32* state, unsigned int) {
  const unsigned int thread = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  state->s[thread] += 1;
  __syncthreads();
  if (thread == 0) {
    state->offset += blockDim.x * blockDim.y * blockDim.z;
  }
  __syncthreads();
}

}  // namespace hrfcheck

template <typename State>
HRFCHECK_DEVICE typename hrfcheck::generator<State>::of_one_thread curand_init(unsigned long long seed,
                                                                               unsigned long long sequence,
                                                                               unsigned long long offset, State* state) {
  State made = {};
  made.d = (unsigned int)(seed + sequence + offset);
  *state = made;
}
template <typename State>
HRFCHECK_DEVICE typename hrfcheck::generator<State>::of_one_thread skipahead(unsigned long long n, State* state) {
  hrfcheck::step(state, (unsigned int)n);
}
template <typename State>
HRFCHECK_DEVICE typename hrfcheck::generator<State>::of_one_thread skipahead_sequence(unsigned long long n, State* state) {
  hrfcheck::step(state, (unsigned int)n);
}

#define HRFCHECK_RANDOM(name, type, parameters)                      \
  template <typename State>                                          \
  HRFCHECK_DEVICE __attribute__((convergent)) type name parameters { \
    hrfcheck::step(state, 1);                                        \
    return hrfcheck::any<type>();                                    \
  }
HRFCHECK_RANDOM(curand, unsigned int, (State * state))
HRFCHECK_RANDOM(curand_poisson, unsigned int, (State * state, double))
HRFCHECK_RANDOM(curand_uniform, float, (State * state))
HRFCHECK_RANDOM(curand_normal, float, (State * state))
HRFCHECK_RANDOM(curand_log_normal, float, (State * state, float, float))
HRFCHECK_RANDOM(curand_uniform_double, double, (State * state))
HRFCHECK_RANDOM(curand_normal_double, double, (State * state))
HRFCHECK_RANDOM(curand_log_normal_double, double, (State * state, double, double))
HRFCHECK_RANDOM(curand4, uint4, (State * state))
HRFCHECK_RANDOM(curand_uniform4, float4, (State * state))
HRFCHECK_RANDOM(curand_normal4, float4, (State * state))
HRFCHECK_RANDOM(curand_normal2, float2, (State * state))
HRFCHECK_RANDOM(curand_uniform2_double, double2, (State * state))
HRFCHECK_RANDOM(curand_normal2_double, double2, (State * state))
