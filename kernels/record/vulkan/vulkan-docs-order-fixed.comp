// vulkan-docs-order.comp, as repaired.
#version 450
#pragma use_vulkan_memory_model
#extension GL_KHR_memory_scope_semantics : enable
layout(local_size_x = 2) in;
layout(set = 0, binding = 0) workgroupcoherent buffer Data { uint of[]; } data;
layout(set = 0, binding = 1) buffer Out { uint of[]; } result;

void main() {
  uint me = gl_LocalInvocationID.x;
  data.of[me] = me + 1;
  controlBarrier(gl_ScopeWorkgroup, gl_ScopeWorkgroup, gl_StorageSemanticsBuffer, gl_SemanticsAcquireRelease);
  result.of[me] = data.of[1 - me];
}

//# launch 1x2
//# init data[2]; result[2]
//# forall (result[0] = 2 /\ result[1] = 1)
//# expect vulkan, hrf-indirect-relaxed: race-free, Always
