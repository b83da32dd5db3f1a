// Modules as code over registers and bytes: what the other way of reading does not know.

#include <doctest/doctest.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include "frontend/spirv/spirv.h"
#include "frontend/test_file.h"
#include "program/expr/further_operators.h"

using namespace hrfcheck;

namespace {

/// A shader that stores to `out` (words of 32 bits), with a uniform block `ubo` of a float, a row-major
/// matrix of two columns and an integer, a storage image of integers, and one of floats that is only sampled.
std::string shaderOf(const std::string& body, const std::string& stage = "GLCompute",
                     const std::string& more = "") {
  return "; SPIR-V\n; Version: 1.5\nOpCapability Shader\nOpCapability VulkanMemoryModel\n"
         "OpCapability GroupNonUniformArithmetic\nOpCapability GroupNonUniformShuffle\n"
         "OpCapability GroupNonUniformBallot\n%ext = OpExtInstImport \"GLSL.std.450\"\n"
         "OpMemoryModel Logical Vulkan\nOpEntryPoint " +
         stage +
         " %f \"f\" %id %lane %out %ubo %img %tex\n"
         "OpName %out \"out\"\nOpName %ubo \"ubo\"\nOpName %img \"img\"\nOpName %tex \"tex\"\nOpName %block \"UBO\"\n"
         "OpMemberName %block 0 \"scale\"\nOpMemberName %block 1 \"m\"\nOpMemberName %block 2 \"n\"\n"
         "OpDecorate %id BuiltIn GlobalInvocationId\nOpDecorate %lane BuiltIn SubgroupLocalInvocationId\n"
         "OpDecorate %rt ArrayStride 4\nOpDecorate %buffer Block\nOpMemberDecorate %buffer 0 Offset 0\n"
         "OpDecorate %block Block\nOpMemberDecorate %block 0 Offset 0\nOpMemberDecorate %block 1 Offset 16\n"
         "OpMemberDecorate %block 1 RowMajor\nOpMemberDecorate %block 1 MatrixStride 16\n"
         "OpMemberDecorate %block 2 Offset 48\n" +
         more +
         "%void = OpTypeVoid\n%bool = OpTypeBool\n%uint = OpTypeInt 32 0\n%int = OpTypeInt 32 1\n"
         "%float = OpTypeFloat 32\n%v2 = OpTypeVector %float 2\n%v4 = OpTypeVector %float 4\n"
         "%uv2 = OpTypeVector %uint 2\n%uv3 = OpTypeVector %uint 3\n%uv4 = OpTypeVector %uint 4\n"
         "%mat = OpTypeMatrix %v2 2\n%rt = OpTypeRuntimeArray %uint\n%buffer = OpTypeStruct %rt\n"
         "%block = OpTypeStruct %float %mat %uint\n%image = OpTypeImage %uint 2D 0 0 0 2 R32ui\n"
         "%sampled = OpTypeImage %float 2D 0 0 0 1 Unknown\n%both = OpTypeSampledImage %sampled\n"
         "%pin = OpTypePointer Input %uv3\n%pinu = OpTypePointer Input %uint\n"
         "%pbuf = OpTypePointer StorageBuffer %buffer\n%pw = OpTypePointer StorageBuffer %uint\n"
         "%pblock = OpTypePointer Uniform %block\n%pf = OpTypePointer Uniform %float\n"
         "%pm = OpTypePointer Uniform %mat\n%pu = OpTypePointer Uniform %uint\n"
         "%pimg = OpTypePointer UniformConstant %image\n%ptex = OpTypePointer UniformConstant %both\n"
         "%ptexel = OpTypePointer Image %uint\n"
         "%fn = OpTypeFunction %void\n%u0 = OpConstant %uint 0\n%u1 = OpConstant %uint 1\n"
         "%u2 = OpConstant %uint 2\n%u3 = OpConstant %uint 3\n%u5 = OpConstant %uint 5\n%i7 = OpConstant %int -7\n"
         "%f0 = OpConstant %float 0\n%f1 = OpConstant %float 1\n%f2 = OpConstant %float 2\n%f3 = OpConstant %float 3\n"
         "%tenth = OpConstant %float 0.1\n%v12 = OpConstantComposite %v2 %f1 %f2\n%v23 = OpConstantComposite %v2 %f2 %f3\n"
         "%m = OpConstantComposite %mat %v12 %v23\n%nan = OpConstant %uint 2143289344\n"
         "%id = OpVariable %pin Input\n%lane = OpVariable %pinu Input\n%out = OpVariable %pbuf StorageBuffer\n"
         "%ubo = OpVariable %pblock Uniform\n%img = OpVariable %pimg UniformConstant\n"
         "%tex = OpVariable %ptex UniformConstant\n%f = OpFunction %void None %fn\n%entry = OpLabel\n"
         "%ids = OpLoad %uv3 %id\n%i = OpCompositeExtract %uint %ids 0\n%to = OpAccessChain %pw %out %u0 %i\n" +
         body + "OpReturn\nOpFunctionEnd\n";
}

std::shared_ptr<const Program> readWords(const std::string& text, const std::string& launch = "1x1",
                                         const std::string& init = "rest 0",
                                         const std::string& subGroup = "") {
  LaunchOptions options;
  options.launch = launch;
  options.init = init;
  options.subGroup = subGroup;
  return frontend::spirv::readModuleAsWords(
      withLaunch(std::make_shared<const Source>("k.spvasm", text), options), "");
}

std::string mistakeOfWords(const std::string& text, const std::string& init = "rest 0") {
  try {
    readWords(text, "1x1", init);
  } catch (const UserError& error) {
    return error.diagnostics().front().message;
  }
  return "";
}

/// What the last store of a thread stores, which must be known.
Value storedWord(const Program& program, ThreadId thread = 0) {
  const auto& code = program.threads.at(thread).instructions;
  for (auto in = code.rbegin(); in != code.rend(); ++in) {
    if (const auto* store = std::get_if<StoreOp>(&in->operation)) {
      const auto* known = std::get_if<ConstantExpr>(&store->value->node);
      REQUIRE(known != nullptr);
      return known->value;
    }
  }
  FAIL("nothing is stored");
  return 0;
}

std::size_t countOfEvents(const Program& program, ThreadId thread, bool stores) {
  return static_cast<std::size_t>(
      std::ranges::count_if(program.threads.at(thread).instructions, [&](const auto& in) {
        return stores ? std::holds_alternative<StoreOp>(in.operation)
                      : std::holds_alternative<LoadOp>(in.operation);
      }));
}

const std::string kStoresFloat = "%bits = OpBitcast %uint %r\nOpStore %to %bits\n";

Value bitsOfFloat(float number) {
  return static_cast<Value>(std::bit_cast<std::uint32_t>(number));
}

}  // namespace

TEST_CASE("spirv words: what instructions compute of floats") {
  struct Row {
    const char* body;
    float value;
  };
  const Row rows[] = {
      {"%r = OpFAdd %float %tenth %tenth\n", 0.1F + 0.1F},
      {"%r = OpFSub %float %f1 %tenth\n", 1.0F - 0.1F},
      {"%r = OpFMul %float %tenth %f3\n", 0.1F * 3.0F},
      {"%r = OpFDiv %float %f1 %f3\n", 1.0F / 3.0F},
      {"%r = OpFNegate %float %f0\n", -0.0F},
      {"%r = OpConvertSToF %float %i7\n", -7.0F},
      {"%r = OpDot %float %v12 %v23\n", 8.0F},
      {"%a = OpMatrixTimesVector %v2 %m %v12\n%r = OpCompositeExtract %float %a 1\n", 8.0F},
      {"%a = OpVectorTimesMatrix %v2 %v12 %m\n%r = OpCompositeExtract %float %a 0\n", 5.0F},
      {"%a = OpMatrixTimesMatrix %mat %m %m\n%r = OpCompositeExtract %float %a 1 0\n", 8.0F},
      {"%a = OpTranspose %mat %m\n%r = OpCompositeExtract %float %a 1 0\n", 2.0F},
      {"%a = OpExtInst %float %ext Sqrt %f2\n%r = OpCopyObject %float %a\n", std::sqrt(2.0F)},
      {"%r = OpExtInst %float %ext FClamp %f3 %f0 %f1\n", 1.0F},
      {"%r = OpExtInst %float %ext Floor %tenth\n", 0.0F},
      {"%r = OpExtInst %float %ext FMix %f1 %f3 %tenth\n", 1.0F * (1.0F - 0.1F) + 3.0F * 0.1F},
      {"%r = OpExtInst %float %ext Length %v12\n", std::sqrt(5.0F)},
  };
  for (const Row& row : rows) {
    CAPTURE(row.body);
    CHECK(storedWord(*readWords(shaderOf(row.body + kStoresFloat))) == bitsOfFloat(row.value));
  }
}

TEST_CASE("spirv words: comparisons of a NaN are false where they are ordered") {
  const auto compared = [](const std::string& op) {
    return storedWord(
        *readWords(shaderOf("%n = OpBitcast %float %nan\n%c = " + op +
                            " %bool %n %f1\n%r = OpSelect %uint %c %u1 %u2\nOpStore %to %r\n")));
  };
  CHECK(compared("OpFOrdLessThan") == 2);
  CHECK(compared("OpFUnordLessThan") == 1);
  CHECK(compared("OpFOrdEqual") == 2);
  CHECK(compared("OpFUnordNotEqual") == 1);
  CHECK(compared("OpFOrdNotEqual") == 2);
}

TEST_CASE("spirv words: bits and integers") {
  CHECK(storedWord(*readWords(shaderOf("%a = OpBitFieldInsert %uint %u0 %u5 %u2 %u3\nOpStore %to %a\n"))) ==
        20);
  CHECK(storedWord(*readWords(shaderOf("%a = OpConvertFToU %uint %f3\nOpStore %to %a\n"))) == 3);
  CHECK(storedWord(*readWords(shaderOf("%a = OpExtInst %uint %ext FindUMsb %u5\nOpStore %to %a\n"))) == 2);
  CHECK(storedWord(*readWords(shaderOf("%a = OpExtInst %uint %ext FindILsb %u0\nOpStore %to %a\n"))) ==
        0xffff'ffff);
}

TEST_CASE("spirv words: a block is given by its fields, and a row-major matrix is read by columns") {
  const std::string second =  // column 1, row 0
      "%p = OpAccessChain %pm %ubo %u1\n%a = OpLoad %mat %p\n%r = OpCompositeExtract %float %a 1 0\n";
  CHECK(storedWord(*readWords(shaderOf(second + kStoresFloat), "1x1", "ubo.m[0].y = 1.0; rest 0")) ==
        bitsOfFloat(1.0F));
  const std::string n = "%p = OpAccessChain %pu %ubo %u2\n%a = OpLoad %uint %p\nOpStore %to %a\n";
  CHECK(storedWord(*readWords(shaderOf(n), "1x1", "ubo.n = 4")) == 4);
  CHECK(mistakeOfWords(shaderOf(n), "ubo.size = 4") == "'ubo' has no '.size'");
}

TEST_CASE("spirv words: what nobody says of a block is any number, and said") {
  const auto program = readWords(
      shaderOf("%p = OpAccessChain %pu %ubo %u2\n%a = OpLoad %uint %p\nOpStore %to %a\n"), "1x1", "");
  CHECK(std::ranges::any_of(program->warnings, [](const Diagnostic& warning) {
    return warning.message == "it is not specified what memory holds initially: 'ubo'";
  }));
  CHECK(isUnknown(storedWord(*program)));
}

TEST_CASE("spirv words: each texel of a storage image is a location") {
  const std::string write =
      "%at = OpCompositeConstruct %uv2 %i %u0\n%t = OpCompositeConstruct %uv4 %u5 %u5 %u5 %u5\n"
      "%h = OpLoad %image %img\nOpImageWrite %h %at %t NonPrivateTexel\n";
  const auto program = readWords(shaderOf(write), "1x2");
  REQUIRE(program->locations.size() == 2);
  CHECK(program->locations[0].name == "img[0]");
  CHECK(storedWord(*program, 1) == 5);
  const auto& marks = program->threads[0].instructions.back().marks;
  CHECK(std::ranges::find(marks, "sc2") != marks.end());
  CHECK(std::ranges::find(marks, "nonpriv") != marks.end());
}

TEST_CASE("spirv words: atomic operations on texels") {
  const auto program =
      readWords(shaderOf("%at = OpCompositeConstruct %uv2 %u0 %u0\n"
                         "%p = OpImageTexelPointer %ptexel %img %at %u0\n"
                         "%old = OpAtomicIAdd %uint %p %u5 %u0 %u1\nOpStore %to %old\n"));
  CHECK(std::ranges::any_of(program->threads[0].instructions, [](const Instruction& in) {
    return std::holds_alternative<RmwOperation>(in.operation);
  }));
}

TEST_CASE("spirv words: an image that is only read gives what the launch says, in each of its texels") {
  const std::string sample =
      "%both2 = OpLoad %both %tex\n%four = OpImageSampleExplicitLod %v4 %both2 %v12 Lod %f0\n"
      "%r = OpCompositeExtract %float %four 1\n";
  CHECK(storedWord(*readWords(shaderOf(sample + kStoresFloat), "1x1", "tex = 0.5, 0.25, 0.0, 1.0; rest 0")) ==
        bitsOfFloat(0.25F));
  CHECK(isUnknown(storedWord(*readWords(shaderOf(sample + kStoresFloat), "1x1", ""))));
}

TEST_CASE("spirv words: invocations of a sub-group give each other numbers") {
  const auto sumOf = [](const std::string& body, ThreadId thread) {
    return storedWord(*readWords(shaderOf(body + "OpStore %to %r\n"), "1x4", "rest 0", "4"), thread);
  };
  CHECK(sumOf("%r = OpGroupNonUniformIAdd %uint %u3 Reduce %i\n", 0) == 6);
  CHECK(sumOf("%r = OpGroupNonUniformIAdd %uint %u3 InclusiveScan %i\n", 2) == 3);
  CHECK(sumOf("%r = OpGroupNonUniformIAdd %uint %u3 ExclusiveScan %i\n", 2) == 1);
  CHECK(sumOf("%r = OpGroupNonUniformShuffleXor %uint %u3 %i %u1\n", 2) == 3);
  CHECK(sumOf("%r = OpGroupNonUniformBroadcastFirst %uint %u3 %i\n", 3) == 0);
  CHECK(sumOf("%e = OpGroupNonUniformElect %bool %u3\n%r = OpSelect %uint %e %u1 %u2\n", 1) == 2);
  CHECK(sumOf("%c = OpULessThan %bool %i %u2\n%b = OpGroupNonUniformBallot %uv4 %u3 %c\n"
              "%r = OpCompositeExtract %uint %b 0\n",
              3) == 3);
}

TEST_CASE("spirv words: stages of a graphics pipeline, and those that are refused by name") {
  const std::string store = "OpStore %to %u5\n";
  CHECK(storedWord(*readWords(shaderOf(store, "Fragment", "OpExecutionMode %f OriginUpperLeft\n"))) == 5);
  CHECK(mistakeOfWords(shaderOf(store, "RayGenerationKHR")) == "ray tracing is not supported");
  CHECK(mistakeOfWords(shaderOf(store, "TessellationControl")).starts_with("tessellation control shaders"));
}

TEST_CASE("spirv words: the length of an array is what the launch says") {
  const std::string length = "%r = OpArrayLength %uint %out 0\nOpStore %to %r\n";
  CHECK(storedWord(*readWords(shaderOf(length), "1x1", "out[6]")) == 6);
  CHECK(mistakeOfWords(shaderOf(length)) ==
        "OpArrayLength: it is not specified how large 'out' is, and the code asks for it");
}

TEST_CASE("spirv words: what readModule does not read otherwise it reads so") {
  LaunchOptions options;
  options.launch = "1x1";
  const auto source =
      withLaunch(std::make_shared<const Source>(
                     "k.spvasm", shaderOf("%r = OpFAdd %float %tenth %tenth\n" + kStoresFloat)),
                 options);
  const auto program = frontend::spirv::readModule(source, "");
  CHECK(program->dialect == "VULKAN");
  CHECK(storedWord(*program) == bitsOfFloat(0.1F + 0.1F));
}

TEST_CASE("spirv words: a block of the code may be written before the one that dominates it") {
  const auto program =
      readWords(shaderOf("OpBranch %first\n%last = OpLabel\nOpStore %to %r\nOpBranch %end\n"
                         "%first = OpLabel\n%r = OpIAdd %uint %u2 %u3\nOpBranch %last\n"
                         "%end = OpLabel\n"));
  CHECK(storedWord(*program) == 5);
  CHECK(countOfEvents(*program, 0, true) == 1);
}
