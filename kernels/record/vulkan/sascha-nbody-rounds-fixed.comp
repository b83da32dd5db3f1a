// sascha-nbody-rounds.comp, as repaired.
#version 450
#pragma use_vulkan_memory_model
#extension GL_KHR_memory_scope_semantics : enable
layout(local_size_x = 2) in;
layout(set = 0, binding = 0) buffer In { uint of[]; } particles;
layout(set = 0, binding = 1) buffer Out { uint of[]; } result;
shared uint data[2];

void main() {
  uint me = gl_LocalInvocationID.x;
  uint sum = 0;
  for (uint i = 0; i < 4; i += 2) {
    data[me] = particles.of[i + me];
    barrier();
    sum += data[1 - me];
    barrier();
  }
  result.of[me] = sum;
}

//# launch 1x2
//# init particles[4] = {1, 2, 10, 20}; result[2]
//# forall (result[0] = 22 /\ result[1] = 11)
//# expect vulkan, hrf-indirect-relaxed: race-free, Always
