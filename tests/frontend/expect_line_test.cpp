#include "frontend/shared/expect_line.h"

#include <doctest/doctest.h>

#include "frontend/test_file.h"
#include "parse.h"

using namespace hrfcheck;
using test::mistakes;
using test::parse;

namespace {

const std::string kColumns = "HSA t\n{ x=0; }\nP0 ;\nst x, 1 ;\n";
const std::string kKernel = "kernel void f(global int* x) { *x = 1; }\n//# launch 1x1\n//# exists (x = 1)\n";

/// "rsp: race-free; rsp: 3 states", as read.
std::string stated(const Program& program) {
  std::string text;
  for (const ModelExpectation& e : program.expects) {
    text += (text.empty() ? "" : "; ") + e.model + ": " + textOf(e.stated);
  }
  return text;
}

std::string statedBy(const std::string& lines) {
  return stated(*parse(kColumns + lines));
}

}  // namespace

TEST_CASE("an expect line states something of each of its models") {
  CHECK(statedBy("expect rsp: race-free, Never, 3 states") == "rsp: race-free; rsp: Never; rsp: 3 states");
  CHECK(statedBy("expect rsp, hrf0: racy;") == "rsp: racy; hrf0: racy");
  CHECK(statedBy("expect all: Sometimes\nexpect sc: Always, 1 state") ==
        "all: Sometimes; sc: Always; sc: 1 state");
  CHECK(statedBy("expect rsp:\n  race-free,\n  Never\nexists (x=1)") == "rsp: race-free; rsp: Never");
}

TEST_CASE("names of models have dashes and dots, and quotes where they are paths") {
  CHECK(statedBy("expect ptx-v6.0, hrf-direct-relaxed: racy") == "ptx-v6.0: racy; hrf-direct-relaxed: racy");
  CHECK(statedBy("expect \"my models/m.cat\", ../m.cat: Never") == "my models/m.cat: Never; ../m.cat: Never");
}

TEST_CASE("expect lines stand before or behind the condition, in every layout") {
  for (const std::string& text :
       {kColumns + "expect sc: Always\nexists (x=1)", kColumns + "exists (x=1)\nexpect sc: Always",
        kColumns + "exists x=1 expect sc: Always terminates weak=Y",
        std::string("OPENCL t\n{}\nP0 (atomic_int* x) { *x = 1; }\nexpect sc: Always (* so *)\nexists (x=1)"),
        std::string("C t\n{}\nP0 (int* x) { *x = 1; }\nexists (x=1)\nexpect sc: Always // so"),
        std::string("PTX t\n{ x=0; }\nP0@cta 0,gpu 0 ;\nst.weak x, 1 ;\nexpect sc: Always\nexists (x=1)"),
        std::string(
            "VULKAN t\n{ x=0; }\nP0@sg 0,wg 0,qf 0 ;\nst.sc0 x, 1 ;\nexists (x=1)\nexpect sc: Always"),
        std::string("LISA t\n{ x = 0; }\nP0 ;\nw[] x 1 ;\nexpect sc: Always\nexists (x=1)"),
        std::string("CUDA t\n{}\nP0 (int* x) { *x = 1; }\nexpect sc: Always\nexists (x=1)"),
        kKernel + "//# expect sc: Always\n"}) {
    CAPTURE(text);
    CHECK(mistakes(text).empty());
    CHECK(stated(*parse(text)) == "sc: Always");
  }
}

TEST_CASE("a statement knows where it is written") {
  const auto program = parse(kColumns + "expect rsp: racy,\n  3 states");
  REQUIRE(program->expects.size() == 2);
  CHECK(program->expects[0].place.position() == LineColumn{5, 13});
  CHECK(program->expects[1].place.position() == LineColumn{6, 3});
  CHECK(program->expects[1].place.source->slice(program->expects[1].place.span) == "3 states");
}

TEST_CASE("a condition or a filter of the command line leaves nothing to expect of the file's") {
  const auto with = [](const LaunchOptions& options) {
    const auto source = std::make_shared<Source>("f.cl", kKernel + "//# expect opencl: race-free, Always\n");
    return stated(*parseLitmus(withLaunch(source, options)));
  };
  CHECK(with({}) == "opencl: race-free; opencl: Always");
  LaunchOptions condition;
  condition.exists = "(x = 2)";
  CHECK(with(condition) == "opencl: race-free");
  LaunchOptions filter;
  filter.filter = "(x = 1)";
  CHECK(with(filter).empty());
}

TEST_CASE("names of models are found in a text that nobody has parsed") {
  using Names = std::vector<std::string>;
  using frontend::modelsOfExpectLines;
  CHECK(modelsOfExpectLines(
            "HSA t\nexpect rsp, \"m.cat\": racy\n //# expect sc : Never\n;#  expect ptx: racy") ==
        Names{"rsp", "m.cat", "sc", "ptx"});
  CHECK(modelsOfExpectLines("//#expect rsp: racy\n;#expect sc: Never").empty());
  CHECK(modelsOfExpectLines("expected rsp: racy\nexpect rsp\nexpect: racy\nno expect rsp: racy").empty());
}
