// SPIR-V modules, each one as small as what it is about.

#include <doctest/doctest.h>

#include <algorithm>

#include "frontend/litmus.h"
#include "frontend/spirv/module/block_order.h"
#include "frontend/test_file.h"
#include "program/structure/event_structure.h"

using namespace hrfcheck;

namespace {

/// A kernel with a parameter %x that points to integers, and ids of its threads.
std::string kernel(const std::string& header, const std::string& body, const std::string& functions = "") {
  return header +
         "; SPIR-V\n; Version: 1.0\nOpCapability Addresses\nOpCapability Kernel\nOpCapability Int64\n"
         "OpMemoryModel Physical64 OpenCL\nOpEntryPoint Kernel %f \"f\" %id\n%file = OpString \"k.cl\"\n"
         "OpDecorate %id BuiltIn GlobalInvocationId\n"
         "%uint = OpTypeInt 32 0\n%ulong = OpTypeInt 64 0\n%v3 = OpTypeVector %ulong 3\n%bool = OpTypeBool\n"
         "%void = OpTypeVoid\n%float = OpTypeFloat 32\n%f1 = OpConstant %float 1\n"
         "%in = OpTypePointer Input %v3\n%ptr = OpTypePointer CrossWorkgroup %uint\n"
         "%pp = OpTypePointer Function %ptr\n%pu = OpTypePointer Function %uint\n"
         "%fn = OpTypeFunction %void %ptr\n%u0 = OpConstant %uint 0\n%u1 = OpConstant %uint 1\n"
         "%u2 = OpConstant %uint 2\n%u4 = OpConstant %uint 4\n%u528 = OpConstant %uint 528\n%l0 = OpConstant %ulong 0\n"
         "%id = OpVariable %in Input\n" +
         functions + "%f = OpFunction %void None %fn\n%x = OpFunctionParameter %ptr\n%entry = OpLabel\n" +
         body + "OpReturn\nOpFunctionEnd\n";
}

std::shared_ptr<const Program> read(const std::string& text, const LaunchOptions& options = {}) {
  return parseLitmus(withLaunch(std::make_shared<const Source>("k.spvasm", text), options));
}

/// The first mistake, with its line.
std::string mistake(const std::string& text) {
  try {
    read(text);
  } catch (const UserError& error) {
    const Diagnostic& first = error.diagnostics().front();
    const std::string line = first.place.known() ? std::to_string(first.place.position().line) + ": " : "";
    return line + first.message;
  }
  return "";
}

const std::string kTwo = "; @Config: 1, 1, 2\n; @Input: %x = {0, 0}\n";
const std::string kOne = "; @Config: 1, 1, 1\n; @Input: %x = {5, 0}\n";

}  // namespace

TEST_CASE("spirv: a store is an access of the thread whose id the code asks for") {
  const auto program = read(kernel(kTwo,
                                   "%a = OpLoad %v3 %id\n%i = OpCompositeExtract %ulong %a 0\n"
                                   "%p = OpInBoundsPtrAccessChain %ptr %x %i\nOpStore %p %u1\n"));
  REQUIRE(program->threads.size() == 2);
  CHECK(program->dialect == "OPENCL");
  REQUIRE(program->locations.size() == 2);
  CHECK(program->locations[1].name == "x[1]");
  for (ThreadId t = 0; t < 2; ++t) {
    REQUIRE(program->threads[t].instructions.size() == 1);
    const auto& store = std::get<StoreOp>(program->threads[t].instructions[0].operation);
    CHECK(std::get<ConstantExpr>(store.address->node).value == program->locations[t].address);
    CHECK_FALSE(store.atomicity.has_value());
  }
}

TEST_CASE("spirv: orders, scopes, and the address spaces of barriers") {
  const auto program = read(kernel(
      kTwo,
      "OpAtomicStore %x %u2 %u4 %u1\nOpControlBarrier %u2 %u2 %u528\n%r = OpAtomicLoad %uint %x %u1 %u2\n"));
  const auto& code = program->threads[0].instructions;
  const Atomicity& store = *std::get<StoreOp>(code.at(0).operation).atomicity;
  CHECK(store.order == Order::Release);
  CHECK(store.level == 2);
  const auto& barrier = std::get<BarrierOp>(code.at(1).operation);
  CHECK(barrier.level == 2);
  CHECK(barrier.spaces.global);
  CHECK_FALSE(barrier.spaces.local);
  const Atomicity& load = *std::get<LoadOp>(code.at(2).operation).atomicity;
  CHECK(load.order == Order::Acquire);
  CHECK(load.level == 3);
}

TEST_CASE("spirv: a pointer that is kept in a variable is not the variable") {
  // spirv-opt --ssa-rewrite of SPIRV-Tools 2023.1 makes `*p + 1` of this `p + 1`.
  const auto program = read(kernel(kOne,
                                   "%v = OpVariable %pp Function\nOpStore %v %x\n%p = OpLoad %ptr %v\n"
                                   "%r = OpLoad %uint %p\n%s = OpIAdd %uint %r %u1\nOpStore %p %s\n"));
  const auto& code = program->threads[0].instructions;
  REQUIRE(code.size() == 2);
  CHECK(std::holds_alternative<LoadOp>(code[0].operation));
  CHECK(std::holds_alternative<StoreOp>(code[1].operation));
}

TEST_CASE("spirv: calls are replaced by what they call, each with barriers of its own") {
  const std::string callee =
      "%g = OpFunction %void DontInline %fn\n%y = OpFunctionParameter %ptr\n%l = OpLabel\n"
      "OpControlBarrier %u2 %u2 %u528\nOpStore %y %u1\nOpReturn\nOpFunctionEnd\n";
  const auto program =
      read(kernel(kOne, "%c1 = OpFunctionCall %void %g %x\n%c2 = OpFunctionCall %void %g %x\n", callee));
  const auto& code = program->threads[0].instructions;
  REQUIRE(code.size() == 4);
  CHECK(std::get<BarrierOp>(code[0].operation).id != std::get<BarrierOp>(code[2].operation).id);
}

TEST_CASE("spirv: places are those of OpLine, if it says them") {
  const auto program = read(kernel(kOne, "OpLine %file 7 3\nOpStore %x %u1\n"));
  const Place& place = program->threads[0].instructions.at(0).place;
  CHECK(program->lineText(place) == "k.cl:7");
}

TEST_CASE("spirv: what is not supported is an error at its instruction") {
  CHECK(mistake(kernel(kOne, "OpMemoryBarrier %u528 %u2\n")) ==
        "34: OpMemoryBarrier: the scope 528 is not supported in this environment");
  CHECK(mistake("; @Config: 1, 1, 1\nOpCapability Nothing\n").find("Nothing") != std::string::npos);
  CHECK(mistake(kernel("", "")).find("is not launched") != std::string::npos);
  CHECK(mistake(kernel("; @Output: forall (%y[0] == 1)\n" + kOne, "")).find("there is no memory '%y'") !=
        std::string::npos);
}

TEST_CASE("spirv: an id may be called 0") {
  const auto program = read(kernel(kOne, "%0 = OpIAdd %uint %u1 %u4\nOpStore %x %0\n"));
  CHECK(program->threads[0].instructions.size() == 1);
}

TEST_CASE("spirv: the command line launches, and speaks of parameters by their names") {
  LaunchOptions options;
  options.launch = "2x1";
  options.init = "x[3] = {1, 2, 3}";
  options.forall = "(x[2] = 3)";
  const auto program = read(kernel("", "OpStore %x %u1\n"), options);
  CHECK(program->threads.size() == 2);
  REQUIRE(program->locations.size() == 3);
  CHECK(program->locations[2].initial == 3);
  CHECK(program->quantifier == Quantifier::Forall);
}

TEST_CASE("spirv: a loop is written in one piece, and what follows it behind it") {
  // 0 -> 1; 1 -> 2, 3; 2 -> 1; 3 ends
  const auto order = frontend::spirv::blockOrder({{1}, {3, 2}, {1}, {}});
  CHECK(order == std::vector<std::uint32_t>{0, 1, 2, 3});
}

TEST_CASE("spirv: where a copy goes may hang on a number that nothing says") {
  const auto withNumber = [](const std::string& body) {
    std::string text = kernel("; @Config: 1, 1, 2\n; @Input: %x = {0, 0}\n", body);
    const auto replace = [&](const std::string& from, const std::string& to) {
      text.replace(text.find(from), from.size(), to);
    };
    replace("OpTypeFunction %void %ptr", "OpTypeFunction %void %ptr %uint");
    replace("%x = OpFunctionParameter %ptr\n",
            "%x = OpFunctionParameter %ptr\n%n = OpFunctionParameter %uint\n");
    return read(text);
  };
  const std::string one = "%one = OpInBoundsPtrAccessChain %ptr %x %u1\n";
  const std::string chosen = one + "%c = OpIEqual %bool %n %u0\n%p = OpSelect %ptr %c %x %one\n";
  CHECK(withNumber(one + "OpCopyMemory %x %one\n")->openValues.empty());
  CHECK_FALSE(withNumber(chosen + "OpCopyMemory %p %one\n")->openValues.empty());
  CHECK_FALSE(withNumber(chosen + "OpCopyMemory %one %p\n")->openValues.empty());
  CHECK_FALSE(withNumber(chosen + "OpStore %p %u1\n")->openValues.empty());
}

TEST_CASE("spirv: ways that meet in a block and part again by where they come from go on apart") {
  // while (load(x) != 0 || exchange(x, 1) != 0) {}, in structured control flow: one edge goes back.
  const auto program = read(kernel(
      kTwo,
      "OpBranch %head\n%head = OpLabel\n%r = OpAtomicLoad %uint %x %u1 %u0\n%free = OpIEqual %bool %r %u0\n"
      "OpBranchConditional %free %try %meet\n%try = OpLabel\n"
      "%old = OpAtomicExchange %uint %x %u1 %u2 %u1\n%lost = OpINotEqual %bool %old %u0\nOpBranch %meet\n"
      "%meet = OpLabel\n%again = OpPhi %bool %lost %try %true %head\n"
      "OpBranchConditional %again %more %latch\n%more = OpLabel\nOpBranch %latch\n"
      "%latch = OpLabel\n%done = OpPhi %bool %false %more %true %meet\n"
      "OpBranchConditional %done %out %head\n%out = OpLabel\nOpStore %x %u0\n",
      "%true = OpConstantTrue %bool\n%false = OpConstantFalse %bool\n"));
  const EventStructure structure(program, 2);
  const std::vector<Loop>& loops = structure.threads()[0].loops;
  REQUIRE(loops.size() == 2);
  CHECK_FALSE(loops[0].spin);
  CHECK(loops[1].spin);
  CHECK(loops[1].head == loops[0].head);
}

TEST_CASE("spirv: hostile text is refused, not believed") {
  for (const char* text : {"", "; SPIR-V\n", "; SPIR-V\n%1 = OpTypeVoid\n", "\x03\x02\x23\x07",
                           "\x03\x02\x23\x07zzzzzzzz", "; SPIR-V\n!7\n", "; SPIR-V\n!8\n"}) {
    CHECK_THROWS_AS(read(text), UserError);
  }
}

TEST_CASE("spirv: the structs that a parameter points to are numbered, and their members named") {
  std::string text = kernel("; @Config: 1, 1, 1\n; @Input: %x = {{1, 2}, {3, 4}}\n", "OpStore %m %u1\n");
  text.replace(text.find("%ptr = OpTypePointer CrossWorkgroup %uint"), std::string("%ptr").size(),
               "%s = OpTypeStruct %uint %ulong\n%ps = OpTypePointer CrossWorkgroup %s\n%ptr");
  text.replace(text.find("%fn = OpTypeFunction %void %ptr"),
               std::string("%fn = OpTypeFunction %void %ptr").size(), "%fn = OpTypeFunction %void %ps");
  text.replace(text.find("%x = OpFunctionParameter %ptr"),
               std::string("%x = OpFunctionParameter %ptr").size(), "%x = OpFunctionParameter %ps");
  text.replace(text.find("OpStore %m"), 0, "%m = OpInBoundsPtrAccessChain %ptr %x %u1 %u0\n");
  const auto program = read(text);
  REQUIRE(program->locations.size() == 4);
  CHECK(program->locations[2].name == "x[1].f0");
  CHECK(program->locations[3].initial == 4);
  CHECK(program->locations[3].address - program->locations[0].address == 24);
}

TEST_CASE("spirv: a member may lie between those of another one") {
  std::string text = kernel("; @Config: 1, 1, 1\n; @Input: %x = {{{1, 2}, 3}}\n", "OpStore %m %u1\n");
  const auto instead = [&text](const std::string& old, const std::string& by) {
    text.replace(text.find(old), old.size(), by);
  };
  instead("%uint = OpTypeInt 32 0\n",
          "OpMemberDecorate %s 0 Offset 0\nOpMemberDecorate %s 1 Offset 8\n"
          "OpMemberDecorate %o 0 Offset 0\nOpMemberDecorate %o 1 Offset 4\n%uint = OpTypeInt 32 0\n");
  instead(
      "%ptr = OpTypePointer",
      "%s = OpTypeStruct %uint %ulong\n%o = OpTypeStruct %s %uint\n%ps = OpTypePointer CrossWorkgroup %o\n"
      "%ptr = OpTypePointer");
  instead("%fn = OpTypeFunction %void %ptr", "%fn = OpTypeFunction %void %ps");
  instead("%x = OpFunctionParameter %ptr", "%x = OpFunctionParameter %ps");
  instead("OpStore %m", "%m = OpInBoundsPtrAccessChain %ptr %x %u0 %u1\nOpStore %m");
  const auto program = read(text);
  REQUIRE(program->locations.size() == 3);
  CHECK(program->locations[0].name == "x[0].f0.f0");
  CHECK(program->locations[0].initial == 1);
  CHECK(program->locations[1].name == "x[0].f1");
  CHECK(program->locations[1].initial == 3);
  CHECK(program->locations[2].name == "x[0].f0.f1");
  CHECK(program->locations[2].initial == 2);
}

/// A shader that stores what its push constant holds.
std::string shaderOfPushConstant(const std::string& header) {
  return header +
         "; SPIR-V\n; Version: 1.3\nOpCapability Shader\nOpCapability VulkanMemoryModel\n"
         "OpExtension \"SPV_KHR_vulkan_memory_model\"\nOpMemoryModel Logical Vulkan\n"
         "OpEntryPoint GLCompute %f \"f\"\nOpExecutionMode %f LocalSize 1 1 1\n"
         "OpDecorate %block Block\nOpMemberDecorate %block 0 Offset 0\n"
         "OpDecorate %out DescriptorSet 0\nOpDecorate %out Binding 0\n"
         "%uint = OpTypeInt 32 0\n%u0 = OpConstant %uint 0\n%void = OpTypeVoid\n%fn = OpTypeFunction %void\n"
         "%block = OpTypeStruct %uint\n%pushed = OpTypePointer PushConstant %block\n"
         "%pushedUint = OpTypePointer PushConstant %uint\n%stored = OpTypePointer StorageBuffer %block\n"
         "%storedUint = OpTypePointer StorageBuffer %uint\n%n = OpVariable %pushed PushConstant\n"
         "%out = OpVariable %stored StorageBuffer\n%f = OpFunction %void None %fn\n%entry = OpLabel\n"
         "%from = OpAccessChain %pushedUint %n %u0\n%v = OpLoad %uint %from\n"
         "%to = OpAccessChain %storedUint %out %u0\nOpStore %to %v\nOpReturn\nOpFunctionEnd\n";
}

TEST_CASE("spirv: push constants that nobody gives are 0, with a warning") {
  const auto warns = [](const Program& program) {
    return std::ranges::any_of(program.warnings, [](const Diagnostic& warning) {
      return warning.message ==
             "it is not specified what '%n' is: 0 is considered, and 1 and 2 where the answer may depend on it";
    });
  };
  CHECK(warns(*read(shaderOfPushConstant("; @Config: 1, 1, 1\n"))));
  CHECK_FALSE(warns(*read(shaderOfPushConstant("; @Config: 1, 1, 1\n; @Input: %n = {4}\n"))));
}

TEST_CASE("spirv: memory behind an object holds any value, if that is asked for") {
  const std::string third = kernel(kTwo,
                                   "%p = OpInBoundsPtrAccessChain %ptr %x %u2\nOpStore %x %u1\n"
                                   "%v = OpLoad %uint %p\n");
  const auto stops = read(third);
  CHECK(stops->locations.size() == 2);
  LaunchOptions any;
  any.outOfBounds = "any";
  const auto goesOn = read(third, any);
  REQUIRE(goesOn->locations.size() >= 4);
  CHECK_FALSE(goesOn->locations[1].open);
  CHECK(goesOn->locations[2].open);
  CHECK(goesOn->locations[2].name == "x[2]");
  CHECK(goesOn->locations[2].address == goesOn->locations[1].address + 4);
  CHECK(mistake(";# out-of-bounds perhaps\n" + third) == "1: 'perhaps' is neither 'error' nor 'any'");
}

TEST_CASE("spirv: open values that something hangs on have other numbers, too") {
  const auto program = read(shaderOfPushConstant("; @Config: 1, 1, 2\n; @Output: exists (%out[0] == 2)\n"));
  CHECK_FALSE(program->openValues.empty());
  REQUIRE(program->variants.size() == 2);
  for (std::size_t i = 0; i < 2; ++i) {
    const auto& store = std::get<StoreOp>(program->variants[i]->threads[0].instructions.back().operation);
    CHECK(std::get<ConstantExpr>(store.value->node).value == static_cast<Value>(i + 1));
  }
  CHECK(read(shaderOfPushConstant("; @Config: 1, 1, 2\n"))->variants.empty());
}

TEST_CASE("spirv: group operations of several threads are refused") {
  const std::string sum = "%r = OpGroupIAdd %uint %u2 Reduce %u4\nOpStore %x %r\n";
  CHECK(mistake(kernel("; @Config: 2, 1, 1\n; @Input: %x = {0}\n", sum))
            .ends_with("OpGroupIAdd: operations among several invocations of a work-group are not supported: "
                       "write them with barriers and shared memory"));
  CHECK(mistake(kernel("; @Config: 1, 1, 2\n; @Input: %x = {0}\n", sum)).empty());
}
