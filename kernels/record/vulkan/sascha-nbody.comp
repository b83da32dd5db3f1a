// SaschaWillems/Vulkan issue 374 (2017): each invocation stores a particle in shared memory, and all read all of them. Between
// stood memoryBarrierShared(), which waits for nobody. As repaired: barrier() behind it. (It had worked on every GPU tried.)
#version 450
#pragma use_vulkan_memory_model
#extension GL_KHR_memory_scope_semantics : enable
layout(local_size_x = 2) in;
layout(set = 0, binding = 0) buffer Out { uint of[]; } result;
shared uint particles[2];

void main() {
  uint me = gl_LocalInvocationID.x;
  particles[me] = me + 1;  // guilty
  memoryBarrierShared();   // guilty
  result.of[me] = particles[1 - me];  // guilty
}

//# launch 1x2
//# init result[2]
//# forall (result[0] = 2 /\ result[1] = 1)
//# expect vulkan: racy
