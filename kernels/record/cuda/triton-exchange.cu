// triton-lang/triton issue 1452 (2023): of two blocks that share a lock, the first to come sets it to 2, and the other waits
// until it has read a 2. It hangs. The answer asked for a reproduction; it is the algorithm: the exchange by which the second
// block finds out that it is second replaces a 2 that is already there.

__global__ void handshake(int* lock) {
  if (atomicExch(lock, 1) == 0) {
    atomicExch(lock, 2);
  } else {
    while (atomicExch(lock, 3) != 2) {
    }
  }
}

// Who is second is found out without losing what the first has stored.
__global__ void handshake_fixed(int* lock) {
  if (atomicCAS(lock, 0, 1) == 0) {
    atomicExch(lock, 2);
  } else {
    while (atomicCAS(lock, 2, 3) != 2) {
    }
  }
}

//# launch 2x1
//# init lock = 0
//# locations [lock;]

//# test triton-exchange
//# kernel handshake
//# terminates unfair=N hsa=N obe=N fair=N

//# test triton-exchange-fixed
//# kernel handshake_fixed
//# terminates unfair=N hsa=N obe=Y fair=Y
