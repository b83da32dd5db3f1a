#include "frontend/spirv/spirv.h"

#include "frontend/test_file.h"
#include "target.h"
#include "words.h"

namespace hrfcheck::fuzz {
namespace spirv_target {

/// As assembly, or as a binary where it begins like one. A binary has no place for its launch: without one it
/// is refused before its instructions are looked at.
void read(const std::string& text) {
  auto source = std::make_shared<const Source>("fuzz.spvasm", text);
  if (frontend::spirv::linesOf(source) == frontend::Lines::CommandLine) {
    LaunchOptions options;
    options.launch = "1x2";
    source = withLaunch(source, options);
  }
  try {
    frontend::spirv::readModule(source, "");
  } catch (const UserError&) {
    // The other way may read it.
  }
  frontend::spirv::readModuleAsWords(source, "");
}

Words words() {
  return {"OpCapability",
          "Kernel",
          "Shader",
          "VulkanMemoryModel",
          "OpMemoryModel",
          "Physical64",
          "OpenCL",
          "Logical",
          "Vulkan",
          "OpEntryPoint",
          "GLCompute",
          "OpTypeInt",
          "OpTypeVector",
          "OpTypeArray",
          "OpTypeRuntimeArray",
          "OpTypeStruct",
          "OpTypePointer",
          "StorageBuffer",
          "Workgroup",
          "Function",
          "OpConstant",
          "OpUndef",
          "OpVariable",
          "OpLoad",
          "OpStore",
          "OpAccessChain",
          "OpPtrAccessChain",
          "OpAtomicLoad",
          "OpAtomicExchange",
          "OpControlBarrier",
          "OpPhi",
          "OpSelect",
          "OpSwitch",
          "OpBranchConditional",
          "OpLoopMerge",
          "OpFunctionCall",
          "OpLine",
          "; @Config:",
          "; @Input:",
          "; @Output: forall",
          "; @Filter:",
          ";# launch 2x2",
          "OpDecorate",
          "ArrayStride",
          "Offset"};
}

std::vector<std::string> examples() {
  return {
      "; @Config: 1, 1, 2\n; @Input: %x = {0, 1}\n; @Output: forall (%x[0] == 1 or not %x[1] != 2)\n"
      "; SPIR-V\n; Version: 1.0\nOpCapability Addresses\nOpCapability Kernel\n"
      "OpMemoryModel Physical32 OpenCL\nOpEntryPoint Kernel %f \"f\" %id\n"
      "OpDecorate %id BuiltIn GlobalInvocationId\n%u = OpTypeInt 32 0\n%v3 = OpTypeVector %u 3\n"
      "%b = OpTypeBool\n%void = OpTypeVoid\n%in = OpTypePointer Input %v3\n%p = OpTypePointer CrossWorkgroup %u\n"
      "%fn = OpTypeFunction %void %p\n%c0 = OpConstant %u 0\n%c1 = OpConstant %u 1\n%c2 = OpConstant %u 2\n"
      "%id = OpVariable %in Input\n%f = OpFunction %void None %fn\n%x = OpFunctionParameter %p\n"
      "%entry = OpLabel\n%a = OpLoad %v3 %id\n%i = OpCompositeExtract %u %a 0\nOpBranch %loop\n"
      "%loop = OpLabel\n%n = OpPhi %u %c0 %entry %m %loop\n%m = OpIAdd %u %n %c1\n"
      "%e = OpPtrAccessChain %p %x %i\n%old = OpAtomicExchange %u %e %c1 %c2 %n\n"
      "%d = OpULessThan %b %m %c2\nOpBranchConditional %d %loop %end\n%end = OpLabel\n"
      "OpControlBarrier %c2 %c2 %c0\nOpReturn\nOpFunctionEnd\n"};
}

std::vector<std::string> seedsIn(const std::string& path, const std::string& text) {
  return frontend::spirv::isModuleFile(path) ? std::vector{text} : std::vector<std::string>{};
}

}  // namespace spirv_target

const Target& spirv() {
  using namespace spirv_target;
  static constexpr Target kTarget{"spirv", 4096, read, words, examples, seedsIn};
  return kTarget;
}

}  // namespace hrfcheck::fuzz
