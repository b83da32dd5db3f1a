// Types and constants that are small to write and large to walk through: refused before anything walks.

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "frontend/litmus.h"
#include "util/diagnostic.h"

using namespace hrfcheck;

namespace spirv_nesting {
namespace {

constexpr unsigned kSteps = 60;

std::string kernel(const std::string& globals, const std::string& body = "") {
  return "; @Config: 1, 1, 1\n; @Input: %a = {0}\n"
         "OpCapability Kernel\nOpCapability Addresses\nOpCapability Int64\nOpMemoryModel Physical64 OpenCL\n"
         "OpEntryPoint Kernel %k \"k\"\n%void = OpTypeVoid\n%uint = OpTypeInt 32 0\n%c1 = OpConstant %uint 1\n"
         "%c2 = OpConstant %uint 2\n%p = OpTypePointer CrossWorkgroup %uint\n%ft = OpTypeFunction %void %p\n" +
         globals + "%k = OpFunction %void None %ft\n%a = OpFunctionParameter %p\n%l = OpLabel\n" + body +
         "OpStore %a %c1\nOpReturn\nOpFunctionEnd\n";
}

std::string mistake(const std::string& text) {
  try {
    parseLitmus(std::make_shared<const Source>("k.spvasm", text));
  } catch (const UserError& error) {
    return error.diagnostics().front().message;
  }
  return "";
}

/// `%t0 = FIRST`, then `%tN = STEP` with the one before in place of @.
std::string chain(const std::string& first, const std::string& step, unsigned steps = kSteps) {
  std::string text = "%t0 = " + first + "\n";
  for (unsigned i = 1; i <= steps; ++i) {
    std::string line = fmt::format("%t{} = {}\n", i, step);
    for (std::size_t at = line.find('@'); at != std::string::npos; at = line.find('@')) {
      line.replace(at, 1, fmt::format("%t{}", i - 1));
    }
    text += line;
  }
  return text;
}

const std::string kTooLarge =
    "types and constants of more than 100000 parts, nested ones included, are not read";
const std::string kTooDeep = "types and constants nested more than 255 deep are not read";

}  // namespace

TEST_CASE("spirv, nesting: structs that double") {
  const std::string doubles = chain("OpTypeStruct %uint %uint", "OpTypeStruct @ @");
  CHECK(mistake(kernel(doubles + "%n = OpConstantNull %t60\n")) == kTooLarge);
  CHECK(mistake(kernel(doubles + "%pf = OpTypePointer Function %t60\n",
                       "%v = OpVariable %pf Function\n%x = OpLoad %t60 %v\nOpStore %v %x\n")) == kTooLarge);
}

TEST_CASE("spirv, nesting: structs of pointers that double") {
  std::string text = "%t0 = OpTypeStruct %uint\n";
  for (unsigned i = 1; i <= kSteps; ++i) {
    text += fmt::format("%p{0} = OpTypePointer CrossWorkgroup %t{1}\n%t{0} = OpTypeStruct %p{0} %p{0}\n", i,
                        i - 1);
  }
  CHECK(mistake(kernel(text)) == kTooLarge);
}

TEST_CASE("spirv, nesting: constants that double") {
  const std::string arrays = "%a0 = OpTypeArray %uint %c2\n";
  std::string text = arrays + "%t0 = OpConstantComposite %a0 %c1 %c1\n";
  for (unsigned i = 1; i <= kSteps; ++i) {
    text += fmt::format("%a{0} = OpTypeArray %a{1} %c2\n%t{0} = OpConstantComposite %a{0} %t{1} %t{1}\n", i,
                        i - 1);
  }
  CHECK(mistake(kernel(text)) == kTooLarge);
  CHECK(mistake(kernel(chain("OpSpecConstant %uint 1", "OpSpecConstantOp %uint IAdd @ @"))) == kTooLarge);
}

TEST_CASE("spirv, nesting: arrays of arrays are too large to be objects, and fast to be told") {
  const std::string arrays = chain("OpTypeArray %uint %c2", "OpTypeArray @ %c2");
  CHECK(mistake(kernel(arrays)) == "");
  CHECK(mistake(kernel(arrays + "%pf = OpTypePointer Workgroup %t60\n%v = OpVariable %pf Workgroup\n",
                       "%x = OpLoad %t60 %v\nOpStore %v %x\n")) != "");
}

TEST_CASE("spirv, nesting: as deep as the specification allows") {
  CHECK(mistake(kernel(chain("OpTypeStruct %uint", "OpTypeStruct @", 254))) == "");
  CHECK(mistake(kernel(chain("OpTypeStruct %uint", "OpTypeStruct @", 255))) == kTooDeep);
}

TEST_CASE("spirv, nesting: values that may be undefined, each a choice of the one before and itself") {
  std::string body =
      "%r = OpLoad %uint %a\n%b = OpINotEqual %bool %r %c1\n%d = OpINotEqual %bool %r %c2\n"
      "%s0 = OpSelect %uint %b %r %none\n";
  for (unsigned i = 1; i <= kSteps; ++i) {
    body += fmt::format("%q{0} = OpSelect %uint %d %s{1} %none\n%s{0} = OpSelect %uint %b %s{1} %q{0}\n", i,
                        i - 1);
  }
  const std::string globals = "%bool = OpTypeBool\n%none = OpUndef %uint\n";
  // Too much for the code of threads over typed locations; over registers it is a word that nobody knows.
  CHECK(mistake(kernel(globals, body + "OpStore %a %s60\n")) == "");
}

TEST_CASE("spirv, nesting: large objects that many instructions copy") {
  std::string body;
  for (unsigned i = 0; i < 400; ++i) {
    body += fmt::format("%x{0} = OpLoad %big %v\nOpStore %v %x{0}\n", i);
  }
  const std::string globals =
      "%n = OpConstant %uint 4000\n%big = OpTypeArray %uint %n\n%pf = OpTypePointer Function %big\n"
      "%pw = OpTypePointer Workgroup %big\n%w = OpVariable %pw Workgroup\n";
  const auto isTooLarge = [](const std::string& text) {
    return mistake(text).find("the kernel has more than 1000000 operations on words") != std::string::npos;
  };
  CHECK(isTooLarge(kernel(globals, "%v = OpVariable %pf Function\n" + body)));
  std::string shared = body;
  for (std::size_t at = shared.find("%v"); at != std::string::npos; at = shared.find("%v")) {
    shared.replace(at, 2, "%w");
  }
  CHECK(isTooLarge(kernel(globals, shared)));
}

}  // namespace spirv_nesting
