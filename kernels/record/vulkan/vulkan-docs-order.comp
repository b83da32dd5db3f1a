// KhronosGroup/Vulkan-Docs issue 2779 (2026): memoryBarrierBuffer() and then barrier(), as tutorials have it, between the write of one
// invocation and the read of another. A release comes before the control barrier, and nothing acquires behind it. Answered by an
// author of the memory model: the code is wrong; one control barrier with the semantics of buffers does it. (The buffer is coherent.)
#version 450
#pragma use_vulkan_memory_model
#extension GL_KHR_memory_scope_semantics : enable
layout(local_size_x = 2) in;
layout(set = 0, binding = 0) workgroupcoherent buffer Data { uint of[]; } data;
layout(set = 0, binding = 1) buffer Out { uint of[]; } result;

void main() {
  uint me = gl_LocalInvocationID.x;
  data.of[me] = me + 1;
  memoryBarrierBuffer();  // guilty
  barrier();  // guilty
  result.of[me] = data.of[1 - me];
}

//# launch 1x2
//# init data[2]; result[2]
//# forall (result[0] = 2 /\ result[1] = 1)
//# expect vulkan: racy
