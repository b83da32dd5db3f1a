// SaschaWillems/Vulkan pull request 585 (2019): the same shader in its loop: nothing keeps a fast invocation from storing the next
// particles while a slow one still reads. As repaired: a barrier at the end of a round.
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
    data[me] = particles.of[i + me];  // guilty
    barrier();
    sum += data[1 - me];  // guilty
  }
  result.of[me] = sum;
}

//# launch 1x2
//# init particles[4] = {1, 2, 10, 20}; result[2]
//# forall (result[0] = 22 /\ result[1] = 11)
//# expect vulkan, hrf-indirect-relaxed: racy
