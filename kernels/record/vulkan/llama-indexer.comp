// ggml-org/llama.cpp pull request 27008 (2026): in review, two races of a reduction in shared memory: the first invocation reads the
// result while others begin the next round, and a step of the tree reads what the same step of another invocation writes.
#version 450
#pragma use_vulkan_memory_model
#extension GL_KHR_memory_scope_semantics : enable
layout(local_size_x = 2) in;
layout(set = 0, binding = 0) buffer In { uint of[]; } q;
layout(set = 0, binding = 1) buffer Out { uint sum; } score;
shared uint partials[2];

void main() {
  uint tid = gl_LocalInvocationID.x;
  uint sum = 0;
  for (uint h = 0; h < 2; ++h) {
    partials[tid] = q.of[h * 2 + tid];  // guilty
    barrier();
    if (tid < 1) {
      partials[tid] += partials[tid + 1];  // guilty
    }
    barrier();
    if (tid == 1) {
      sum += partials[0];  // guilty
    }
  }
  if (tid == 1) {
    score.sum = sum;
  }
}

//# launch 1x2
//# init q[4] = {1, 2, 10, 20}; score[1] = {0}
//# forall (score[0] = 33)
//# expect vulkan, hrf-indirect-relaxed: racy
