// ggml-org/llama.cpp pull request 19790 (2026): all invocations of a subgroup store the same value in the same place of shared memory.
// "Technically still a data race", found by the validation layers: one of them stores now.
#version 450
#pragma use_vulkan_memory_model
#extension GL_KHR_memory_scope_semantics : enable
layout(local_size_x = 2) in;
layout(set = 0, binding = 0) buffer Out { uint of[]; } result;
shared uint count;

void main() {
  uint me = gl_LocalInvocationID.x;
  count = 7;  // guilty
  barrier();
  result.of[me] = count;
}

//# launch 1x2
//# init result[2]
//# forall (result[0] = 7 /\ result[1] = 7)
//# expect vulkan, hrf-indirect-relaxed: racy
