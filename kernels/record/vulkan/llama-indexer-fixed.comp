// llama-indexer.comp, as repaired.
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
    partials[tid] = q.of[h * 2 + tid];
    barrier();
    if (tid < 1) {
      partials[tid] += partials[tid + 1];
    }
    barrier();
    if (tid == 1) {
      sum += partials[0];
    }
    barrier();
  }
  if (tid == 1) {
    score.sum = sum;
  }
}

//# launch 1x2
//# init q[4] = {1, 2, 10, 20}; score[1] = {0}
//# forall (score[0] = 33)
//# expect vulkan, hrf-indirect-relaxed: race-free, Always
