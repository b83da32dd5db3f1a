// pytorch/executorch issue 22325, pull request 22326 (2026): invocations beyond the tensor return before a barrier; on a Mali GPU the
// others wait for ever, and the device is lost. As repaired: they come along and do nothing.
#version 450
#pragma use_vulkan_memory_model
#extension GL_KHR_memory_scope_semantics : enable
layout(local_size_x = 2) in;
layout(set = 0, binding = 0) buffer Out { uint of[]; } result;
layout(constant_id = 3) const uint size = 1;
shared uint part[2];

void main() {
  uint me = gl_LocalInvocationID.x;
  if (me >= size) {
    return;  // guilty
  }
  part[me] = me + 1;
  barrier();
  result.of[me] = part[0];
}

//# launch 1x2
//# init result[2]
//# terminates fair=N
