// vulkano-rs/vulkano issue 2727 (2025), a question: a reduction over several workgroups in one dispatch, with memoryBarrierBuffer()
// between its steps, comes out wrong now and then. A memory barrier waits for nobody, and no barrier of Vulkan waits for
// other workgroups: each step has to be a dispatch of its own.
#version 450
#pragma use_vulkan_memory_model
#extension GL_KHR_memory_scope_semantics : enable
layout(local_size_x = 1) in;
layout(set = 0, binding = 0) buffer Data { uint of[]; } data;

void main() {
  uint group = gl_WorkGroupID.x;
  for (uint i = 2; i > 0; i /= 2) {
    if (group < i) {
      data.of[group] = data.of[group] + data.of[group + i];  // guilty
    }
    memoryBarrierBuffer();  // guilty
  }
}

//# launch 4x1
//# init data[4] = {1, 2, 3, 4}
//# forall (data[0] = 10)

//# expect vulkan, hrf-indirect-relaxed: racy
