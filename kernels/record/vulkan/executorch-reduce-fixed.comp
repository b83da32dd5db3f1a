// executorch-reduce.comp, as repaired.
#version 450
#pragma use_vulkan_memory_model
#extension GL_KHR_memory_scope_semantics : enable
layout(local_size_x = 2) in;
layout(set = 0, binding = 0) buffer Out { uint of[]; } result;
layout(constant_id = 3) const uint size = 1;
shared uint part[2];

void main() {
  uint me = gl_LocalInvocationID.x;
  bool inside = me < size;
  part[me] = inside ? me + 1 : 0;
  barrier();
  if (inside) {
    result.of[me] = part[0] + part[1];
  }
}

//# launch 1x2
//# init result[2]
//# forall (result[0] = 1)
//# expect vulkan, hrf-indirect-relaxed: race-free, Always
//# terminates fair=Y
