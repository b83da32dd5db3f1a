// llama-mul-mat-id.comp, as repaired.
#version 450
#pragma use_vulkan_memory_model
#extension GL_KHR_memory_scope_semantics : enable
layout(local_size_x = 2) in;
layout(set = 0, binding = 0) buffer Out { uint of[]; } result;
shared uint count;

void main() {
  uint me = gl_LocalInvocationID.x;
  if (me == 0) {
    count = 7;
  }
  barrier();
  result.of[me] = count;
}

//# launch 1x2
//# init result[2]
//# forall (result[0] = 7 /\ result[1] = 7)
//# expect vulkan, hrf-indirect-relaxed: race-free, Always
