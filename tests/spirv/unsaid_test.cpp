// What a launch does not say of a module: it is open, and said.

#include <doctest/doctest.h>

#include <algorithm>

#include "frontend/litmus.h"
#include "frontend/test_file.h"

using namespace hrfcheck;

namespace spirv_unsaid {
namespace {

/// A shader with a block of one integer %u, in a storage class, and a buffer %b of two.
std::string shader(const std::string& header, const std::string& storage, const std::string& body) {
  return header +
         "; SPIR-V\n; Version: 1.3\nOpCapability Shader\nOpCapability VulkanMemoryModel\n"
         "OpExtension \"SPV_KHR_vulkan_memory_model\"\nOpMemoryModel Logical Vulkan\n"
         "OpEntryPoint GLCompute %f \"f\"\nOpExecutionMode %f LocalSize 2 1 1\n"
         "OpDecorate %block Block\nOpMemberDecorate %block 0 Offset 0\n"
         "OpDecorate %pair Block\nOpMemberDecorate %pair 0 Offset 0\nOpMemberDecorate %pair 1 Offset 4\n"
         "OpDecorate %u DescriptorSet 0\nOpDecorate %u Binding 0\n"
         "OpDecorate %b DescriptorSet 0\nOpDecorate %b Binding 1\n"
         "%uint = OpTypeInt 32 0\n%u0 = OpConstant %uint 0\n%u1 = OpConstant %uint 1\n%bool = OpTypeBool\n"
         "%void = OpTypeVoid\n%fn = OpTypeFunction %void\n%block = OpTypeStruct %uint\n"
         "%pair = OpTypeStruct %uint %uint\n"
         "%pu = OpTypePointer " +
         storage + " %block\n%pn = OpTypePointer " + storage +
         " %uint\n"
         "%pb = OpTypePointer StorageBuffer %pair\n%pc = OpTypePointer StorageBuffer %uint\n"
         "%u = OpVariable %pu " +
         storage +
         "\n%b = OpVariable %pb StorageBuffer\n%none = OpUndef %pair\n"
         "%f = OpFunction %void None %fn\n%entry = OpLabel\n%at = OpAccessChain %pn %u %u0\n"
         "%x = OpAccessChain %pc %b %u0\n%y = OpAccessChain %pc %b %u1\n" +
         body + "OpReturn\nOpFunctionEnd\n";
}

const std::string kTwo = "; @Config: 1, 2, 1\n";
const std::string kBranches =
    "%n = OpLoad %uint %at\n%c = OpUGreaterThan %bool %n %u1\n"
    "OpSelectionMerge %end None\nOpBranchConditional %c %do %end\n"
    "%do = OpLabel\nOpStore %x %u1\nOpBranch %end\n%end = OpLabel\n";

std::shared_ptr<const Program> read(const std::string& text, const LaunchOptions& options = {}) {
  return parseLitmus(withLaunch(std::make_shared<const Source>("k.spvasm", text), options));
}

bool says(const Program& program, const std::string& message) {
  return std::ranges::any_of(program.warnings,
                             [&](const Diagnostic& warning) { return warning.message == message; });
}

}  // namespace

TEST_CASE("spirv, unsaid: memory that the code only reads is open, in every class of storage") {
  for (const char* storage : {"Uniform", "StorageBuffer", "PushConstant"}) {
    CAPTURE(storage);
    const auto program = read(shader(kTwo, storage, kBranches));
    CHECK(says(
        *program,
        "it is not specified what '%u' is: 1 is considered, and 0 and 2 where the answer may depend on it"));
    CHECK(program->openValues == "it is not specified what '%u' is; only some values are considered");
    CHECK(program->variants.size() == 2);
    const auto said = read(shader(kTwo + "; @Input: %u = {3}\n", storage, kBranches));
    CHECK(said->openValues.empty());
    CHECK_FALSE(says(
        *said,
        "it is not specified what '%u' is: 1 is considered, and 0 and 2 where the answer may depend on it"));
  }
}

TEST_CASE("spirv, unsaid: the numbers of a variant are those that its memory begins with") {
  const auto program = read(shader(kTwo, "Uniform", kBranches));
  REQUIRE(program->variants.size() == 2);
  const auto initial = [](const Program& one) {
    const auto u = std::ranges::find_if(
        one.locations, [](const MemoryLocation& location) { return location.name.starts_with("u"); });
    return u == one.locations.end() ? std::optional<Value>() : std::optional(u->initial);
  };
  CHECK(initial(*program) == 1);
  CHECK(initial(*program->variants[0]) == 0);
  CHECK(initial(*program->variants[1]) == 2);
}

TEST_CASE("spirv, unsaid: memory that the code writes begins with 0") {
  const auto program = read(shader(kTwo, "StorageBuffer", "OpStore %at %u1\n" + kBranches));
  CHECK(program->openValues.empty());
  CHECK(program->warnings.empty());
}

TEST_CASE("spirv, unsaid: what nothing hangs on is no reason to doubt an answer") {
  const std::string copies = "%n = OpLoad %uint %at\nOpStore %x %n\nOpStore %y %u1\n";
  CHECK(read(shader(kTwo, "Uniform", copies))->openValues.empty());
  const std::string ofOther = kTwo + "; @Input: %b = {0, 0}\n; @Output: forall (%b[1] == 1)\n";
  CHECK_FALSE(read(shader(ofOther, "Uniform", copies))->openValues.empty());  // of one object: not told apart
  const std::string ofInput = kTwo + "; @Output: exists (%u[0] == 2)\n";
  CHECK_FALSE(read(shader(ofInput, "Uniform", copies))->openValues.empty());
  const std::string elsewhere = "%n = OpLoad %uint %at\nOpStore %y %u1\n";
  CHECK(read(shader(ofOther, "Uniform", elsewhere))->openValues.empty());
}

TEST_CASE("spirv, unsaid: of a block of which a part is said, the rest is open") {
  std::string text = shader(kTwo + "; @Input: %u = {3}\n", "PushConstant", kBranches);
  text.replace(text.find("%block = OpTypeStruct %uint\n"), std::string("%block = OpTypeStruct %uint").size(),
               "%block = OpTypeStruct %uint %uint");
  text.replace(text.find("OpMemberDecorate %block 0 Offset 0\n"), 0, "OpMemberDecorate %block 1 Offset 4\n");
  CHECK(says(
      *read(text),
      "it is not specified what '%u' is: 0 is considered, and 1 and 2 where the answer may depend on it"));
  text.replace(text.find("{3}"), 3, "{3, 4}");
  CHECK(read(text)->warnings.empty());
}

TEST_CASE("spirv, unsaid: parts of what is said stand where their braces are") {
  std::string text =
      shader(kTwo + "; @Input: %u = {{5}, {6}}\n", "PushConstant", "%n = OpLoad %uint %at\nOpStore %x %n\n");
  text.replace(text.find("%block = OpTypeStruct %uint\n"), std::string("%block = OpTypeStruct %uint").size(),
               "%inner = OpTypeStruct %uint %uint\n%block = OpTypeStruct %inner %inner");
  text.replace(text.find("OpMemberDecorate %block 0 Offset 0\n"), 0,
               "OpMemberDecorate %inner 0 Offset 0\nOpMemberDecorate %inner 1 Offset 4\n"
               "OpMemberDecorate %block 1 Offset 8\n");
  text.replace(text.find("%at = OpAccessChain %pn %u %u0"),
               std::string("%at = OpAccessChain %pn %u %u0").size(), "%at = OpAccessChain %pn %u %u1 %u0");
  const auto program = read(text);
  const auto& store = std::get<StoreOp>(program->threads[0].instructions.back().operation);
  CHECK(std::get<ConstantExpr>(store.value->node).value == 6);
}

TEST_CASE("spirv: what a composite is made of may be assigned while it is made") {
  // A composite of which one part is not defined on one way, and another one is loaded: its register is
  // assigned before all of its parts are known.
  const auto program = read(shader(
      kTwo, "StorageBuffer",
      "OpStore %at %u1\n%a = OpLoad %uint %x\n%c = OpIEqual %bool %a %u0\n"
      "OpSelectionMerge %end None\nOpBranchConditional %c %do %end\n"
      "%do = OpLabel\n%p = OpLoad %uint %y\n%s = OpCompositeInsert %pair %p %none 0\nOpBranch %end\n"
      "%end = OpLabel\n%t = OpPhi %pair %none %entry %s %do\n%q = OpLoad %uint %y\n%q1 = OpIAdd %uint %q %u1\n"
      "%all = OpCompositeInsert %pair %q1 %t 1\n%first = OpCompositeExtract %uint %all 0\n"
      "%second = OpCompositeExtract %uint %all 1\n%sum = OpIAdd %uint %first %second\nOpStore %x %sum\n"
      "%mus = OpIAdd %uint %second %first\nOpStore %y %mus\n"));
  CHECK(program->threads.size() == 2);
}

}  // namespace spirv_unsaid
