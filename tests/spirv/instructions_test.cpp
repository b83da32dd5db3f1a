// What instructions compute, one each: the operands are constants, and what is stored is a constant, too.

#include <doctest/doctest.h>

#include "frontend/litmus.h"
#include "program/ir/program.h"

using namespace hrfcheck;

namespace {

/// A kernel that computes `%r` from constants, of type uint, and stores it.
std::string computing(const std::string& body) {
  return "; @Config: 1, 1, 1\n; @Input: %x = {0, 0, 0, 0}\n; SPIR-V\n; Version: 1.4\nOpCapability Addresses\n"
         "OpCapability Kernel\nOpCapability Int64\nOpCapability Int16\nOpCapability Int8\nOpCapability Shader\n"
         "OpMemoryModel Physical64 OpenCL\nOpEntryPoint Kernel %f \"f\"\n"
         "%uchar = OpTypeInt 8 0\n%ushort = OpTypeInt 16 0\n%uint = OpTypeInt 32 0\n%ulong = OpTypeInt 64 0\n"
         "%bool = OpTypeBool\n%void = OpTypeVoid\n%v2 = OpTypeVector %uint 2\n%b2 = OpTypeVector %bool 2\n"
         "%pair = OpTypeStruct %uint %uint\n%u3 = OpConstant %uint 3\n%four = OpTypeArray %uint %u3\n"
         "%m = OpTypeArray %v2 %u3\n%ptr = OpTypePointer CrossWorkgroup %uint\n"
         "%pu = OpTypePointer Function %uint\n%pfour = OpTypePointer Function %four\n"
         "%fn = OpTypeFunction %void %ptr\n%true = OpConstantTrue %bool\n%false = OpConstantFalse %bool\n"
         "%u0 = OpConstant %uint 0\n%u1 = OpConstant %uint 1\n%u2 = OpConstant %uint 2\n%u4 = OpConstant %uint 4\n"
         "%u5 = OpConstant %uint 5\n%u8 = OpConstant %uint 8\n%big = OpConstant %uint 4294967295\n"
         "%half = OpConstant %uint 2147483648\n%c255 = OpConstant %uchar 255\n%s300 = OpConstant %ushort 300\n"
         "%l = OpConstant %ulong 12884901889\n%v = OpConstantComposite %v2 %u3 %u5\n"
         "%w = OpConstantComposite %v2 %u1 %u2\n%array = OpConstantComposite %four %u3 %u4 %u5\n"
         "%matrix = OpConstantComposite %m %v %w %v\n%spec = OpSpecConstantOp %uint IAdd %u3 %u5\n"
         "%null = OpConstantNull %v2\n"
         "%f = OpFunction %void None %fn\n%x = OpFunctionParameter %ptr\n%entry = OpLabel\n" +
         body + "OpStore %x %r\nOpReturn\nOpFunctionEnd\n";
}

/// The value of the last store, which must be known: a constant, or a register that a constant was assigned
/// to.
Value stored(const std::string& body) {
  const auto program = parseLitmus(std::make_shared<const Source>("k.spvasm", computing(body)));
  const auto& code = program->threads.at(0).instructions;
  ExprPtr value;
  for (auto in = code.rbegin(); in != code.rend(); ++in) {
    const auto* store = std::get_if<StoreOp>(&in->operation);
    const auto* assign = std::get_if<AssignOp>(&in->operation);
    const auto* wanted = value == nullptr ? nullptr : std::get_if<RegisterExpr>(&value->node);
    if (store != nullptr && value == nullptr) {
      value = store->value;
    } else if (assign != nullptr && wanted != nullptr && wanted->reg == assign->target) {
      value = assign->value;
    }
  }
  const auto* known = value == nullptr ? nullptr : std::get_if<ConstantExpr>(&value->node);
  REQUIRE(known != nullptr);
  return known->value;
}

/// Whether it depends on some value that nothing says what the first element of `x` holds.
bool isOpen(const std::string& text) {
  const auto program =
      parseLitmus(std::make_shared<const Source>("k.spvasm", "; @Output: forall (%x[0] == 1)\n" + text));
  const bool said = program->openValues.find("only some values are considered") != std::string::npos;
  CHECK(said != program->openValues.empty());
  return said;
}

struct Row {
  const char* body;
  Value value;
};

}  // namespace

TEST_CASE("spirv: what instructions compute") {
  const Row rows[] = {
      {"%r = OpIAdd %uint %big %u2\n", 1},
      {"%r = OpISub %uint %u2 %u3\n", 4294967295},
      {"%r = OpSDiv %uint %big %u1\n", 4294967295},
      {"%r = OpUDiv %uint %big %u2\n", 2147483647},
      {"%r = OpSRem %uint %big %u2\n", 4294967295},
      {"%r = OpUMod %uint %u5 %u3\n", 2},
      {"%r = OpSNegate %uint %u1\n", 4294967295},
      {"%r = OpShiftRightArithmetic %uint %half %u1\n", 3221225472},
      {"%r = OpShiftRightLogical %uint %half %u1\n", 1073741824},
      {"%b = OpSLessThan %bool %big %u0\n%r = OpSelect %uint %b %u3 %u5\n", 3},
      {"%b = OpULessThan %bool %big %u0\n%r = OpSelect %uint %b %u3 %u5\n", 5},
      {"%a = OpUConvert %uint %c255\n%r = OpCopyObject %uint %a\n", 255},
      {"%r = OpSConvert %uint %c255\n", 4294967295},
      {"%a = OpUConvert %uchar %s300\n%r = OpUConvert %uint %a\n", 44},
      {"%r = OpUConvert %uint %l\n", 1},
      {"%r = OpCompositeExtract %uint %v 1\n", 5},
      {"%r = OpCompositeExtract %uint %matrix 1 1\n", 2},
      {"%a = OpVectorShuffle %v2 %v %w 3 0\n%r = OpCompositeExtract %uint %a 0\n", 2},
      {"%r = OpVectorExtractDynamic %uint %v %u1\n", 5},
      {"%a = OpVectorInsertDynamic %v2 %v %u8 %u0\n%r = OpCompositeExtract %uint %a 0\n", 8},
      {"%a = OpCompositeConstruct %v2 %u4 %u8\n%r = OpCompositeExtract %uint %a 1\n", 8},
      {"%a = OpCompositeInsert %four %u8 %array 2\n%r = OpCompositeExtract %uint %a 2\n", 8},
      {"%a = OpIAdd %v2 %v %w\n%r = OpCompositeExtract %uint %a 1\n", 7},
      {"%b = OpIEqual %b2 %v %v\n%c = OpAll %bool %b\n%r = OpSelect %uint %c %u3 %u5\n", 3},
      {"%b = OpIEqual %b2 %v %w\n%c = OpAny %bool %b\n%r = OpSelect %uint %c %u3 %u5\n", 5},
      {"%b = OpLogicalAnd %bool %true %false\n%r = OpSelect %uint %b %u3 %u5\n", 5},
      {"%a = OpIAddCarry %pair %big %u2\n%r = OpCompositeExtract %uint %a 1\n", 1},
      {"%a = OpIAddCarry %pair %big %u2\n%r = OpCompositeExtract %uint %a 0\n", 1},
      {"%a = OpISubBorrow %pair %u2 %u3\n%r = OpCompositeExtract %uint %a 1\n", 1},
      {"%a = OpUMulExtended %pair %big %big\n%r = OpCompositeExtract %uint %a 1\n", 4294967294},
      {"%a = OpUMulExtended %pair %big %big\n%r = OpCompositeExtract %uint %a 0\n", 1},
      {"%a = OpSMulExtended %pair %big %u2\n%r = OpCompositeExtract %uint %a 1\n", 4294967295},
      {"%r = OpBitReverse %uint %u1\n", 2147483648},
      {"%r = OpBitCount %uint %big\n", 32},
      {"%r = OpBitFieldInsert %uint %big %u0 %u4 %u8\n", 4294963215},
      {"%r = OpBitFieldUExtract %uint %big %u4 %u8\n", 255},
      {"%r = OpBitFieldSExtract %uint %big %u4 %u8\n", 4294967295},
      {"%r = OpCopyObject %uint %spec\n", 8},
      {"%r = OpCompositeExtract %uint %null 1\n", 0},
      {"%a = OpPtrAccessChain %ptr %x %u3\n%b = OpPtrAccessChain %ptr %x %u1\n%r = OpPtrDiff %uint %a %b\n",
       2},
      {"%a = OpConvertPtrToU %ulong %x\n%b = OpConvertUToPtr %ptr %a\n%c = OpPtrEqual %bool %b %x\n"
       "%r = OpSelect %uint %c %u3 %u5\n",
       3},
      {"%a = OpVariable %pu Function %u8\n%r = OpLoad %uint %a\n", 8},
      {"%a = OpVariable %pfour Function %array\n%p = OpAccessChain %pu %a %u1\n%r = OpLoad %uint %p\n", 4},
      {"%a = OpVariable %pfour Function %array\n%b = OpVariable %pfour Function\nOpCopyMemory %b %a\n"
       "%p = OpAccessChain %pu %b %u2\n%r = OpLoad %uint %p\n",
       5},
      {"OpSwitch %u2 %d 1 %one 2 %two\n%one = OpLabel\nOpBranch %end\n%two = OpLabel\nOpBranch %end\n"
       "%d = OpLabel\nOpBranch %end\n%end = OpLabel\n%r = OpPhi %uint %u3 %one %u4 %two %u5 %d\n",
       4},
  };
  for (const Row& row : rows) {
    INFO(row.body);
    CHECK(stored(row.body) == row.value);
  }
}

TEST_CASE("spirv: an undefined value is stored as some number, which proves nothing") {
  CHECK(isOpen(computing("%r = OpUndef %uint\n")));
}

TEST_CASE("spirv: elements of an array that is written one by one are no undefined values") {
  const auto between = [](const std::string& stores) {
    return computing(
        "%a = OpVariable %pfour Function\n%p = OpAccessChain %pu %a %u0\n"
        "%q = OpAccessChain %pu %a %u1\nOpStore %p %u4\n" +
        stores + "%r = OpLoad %uint %q\n");
  };
  CHECK_FALSE(isOpen(between("OpStore %q %u5\n")));
  CHECK(isOpen(between("")));
  CHECK(isOpen(between("OpStore %p %u5\n")));
}

TEST_CASE("spirv: an id that is loaded on one of two ways is no undefined value") {
  const std::string before = "%f = OpFunction";
  std::string text = computing(
      "OpBranchConditional %false %a %b\n%a = OpLabel\n%ids = OpLoad %three %id\n"
      "%one = OpCompositeExtract %uint %ids 0\nOpBranch %end\n%b = OpLabel\nOpBranch %end\n%end = OpLabel\n"
      "%r = OpPhi %uint %one %a %u5 %b\n");
  text.insert(text.find(before),
              "OpDecorate %id BuiltIn LocalInvocationId\n%three = OpTypeVector %uint 3\n"
              "%pid = OpTypePointer Input %three\n%id = OpVariable %pid Input\n");
  CHECK_FALSE(isOpen(text));
}

TEST_CASE("spirv: an atomic minimum of numbers with sign makes its memory one of such numbers") {
  const auto program = parseLitmus(
      std::make_shared<const Source>("k.spvasm", computing("%r = OpAtomicSMin %uint %x %u1 %u0 %big\n")));
  const auto& rmw = std::get<RmwOperation>(program->threads.at(0).instructions.at(0).operation);
  CHECK(rmw.kind.isSigned);
  CHECK(std::get<ConstantExpr>(rmw.operand->node).value == -1);
}

TEST_CASE("spirv: group operations of one thread give its own value") {
  CHECK(stored("%r = OpGroupIAdd %uint %u3 Reduce %u4\n") == 4);
  CHECK(stored("%r = OpGroupBroadcast %uint %u3 %u5 %u0\n") == 5);
  CHECK(stored("%r = OpGroupIAdd %uint %u3 ExclusiveScan %u4\n") == 0);
}
