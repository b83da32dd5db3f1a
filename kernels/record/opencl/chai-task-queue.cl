// chai-benchmarks/chai issue 24 (2024): the first work-item takes a task into local memory, all read it, and the loop goes back,
// where it is replaced while others may still read. Found by Oclgrind.

kernel void task_queue(global atomic_int* next, global int* out, local int* task) {
  const int me = get_local_id(0);
  int sum = 0;
  for (int round = 0; round < 2; ++round) {
    if (me == 0) {
      *task = atomic_fetch_add(next, 1) + 1;  // guilty
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    sum += *task;  // guilty
  }
  out[me] = sum;
}

kernel void task_queue_fixed(global atomic_int* next, global int* out, local int* task) {
  const int me = get_local_id(0);
  int sum = 0;
  for (int round = 0; round < 2; ++round) {
    if (me == 0) {
      *task = atomic_fetch_add(next, 1) + 1;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    sum += *task;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[me] = sum;
}

//# launch 1x2
//# init next = 0; out[2]
//# forall (out[0] = 3 /\ out[1] = 3)

//# test chai-task-queue
//# kernel task_queue
//# expect opencl, hrf-indirect-relaxed: racy

//# test chai-task-queue-fixed
//# kernel task_queue_fixed
//# expect opencl, hrf-indirect-relaxed: race-free, Always
