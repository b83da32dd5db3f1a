#include <doctest/doctest.h>

#include "frontend/convert/convert.h"
#include "frontend/print/print_litmus.h"
#include "parse.h"
#include "program/ir/operands.h"
#include "same_program.h"
#include "show_code.h"

namespace lock_unit_test {

namespace {

using namespace hrfcheck;
using test::parse;

const char* const kTest =
    "HSA t\n{ M@0x1000=5; q[2]={1,2}; y; }\n"
    " P0@wv 0,wg 0      | P1@wv 0,wg 0   ;\n"
    " ssy E             | ldslk p, q[1]  ;\n"
    " L: ldslk p, r, M  | ldslk y        ;\n"
    " @p add r, r, 1    | @!p stsul y, 0 ;\n"
    " @p stsul M, r     | vote.any r, p  ;\n"
    " E: @!p bra L      | ldslk _, r, M  ;\n"
    " vote.all s, p     |                ;\n"
    "exists (M=6)\n";

}  // namespace

TEST_CASE("lock unit: what the instructions mean") {
  const auto program = parse(kTest);
  CHECK(test::CodeText(*program, 0).all() ==
        "ssy 4\n"
        "p, r := lock [&M]\n"
        "r := (r + 1)\n"
        "[&M] := r unlock\n"
        "goto 1\n"
        "s := all p\n");
  CHECK(test::CodeText(*program, 1).all() ==
        "p, _ := lock [&q[1]]\n"
        "_, _ := lock [&y]\n"
        "[&y] := 0 unlock\n"
        "r := any p\n"
        "_, r := lock [&M]\n");
  const auto& code = program->threads[1].instructions;
  CHECK(targetsOf(program->threads[0].instructions[1].operation).size() == 2);
  CHECK(targetsOf(code[0].operation).size() == 1);
  CHECK(targetsOf(code[1].operation).empty());
  REQUIRE(code[2].predicate);
  CHECK(code[2].predicate->negated);
}

TEST_CASE("lock unit: locations have byte addresses") {
  const auto addresses = [](const std::string& state) {
    const auto program = parse("HSA t\n" + state + "\nP0 ;\n nop ;\n");
    std::vector<std::uint64_t> result;
    for (const MemoryLocation& location : program->locations) {
      result.push_back(location.byteAddress);
    }
    return result;
  };
  using Addresses = std::vector<std::uint64_t>;
  CHECK(addresses("{ x; q[2]; y; }") == Addresses{0, 4, 8, 12});
  CHECK(addresses("{ x; q[2]@0x1000={1,2}; y=1; }") == Addresses{0, 0x1000, 0x1004, 12});
  CHECK(addresses("{ int x@4096 @wg = 1; y; }") == Addresses{0x1000, 4});
}

TEST_CASE("lock unit: no memory model speaks of it") {
  CHECK(parse(kTest)->notForModels == "the memory models do not define the lock unit (ldslk, stsul)");
  CHECK(parse("HSA t\n{}\nP0 ;\n vote.any p, 1 ;\n")->notForModels ==
        "the memory models do not define wavefronts (vote, ssy)");
}

TEST_CASE("lock unit: what is written is read again, and other dialects refuse it") {
  const auto program = parse(kTest);
  const std::string text = printLitmus(*program, {});
  CHECK(text.find("M@0x1000=5") != std::string::npos);
  CHECK(text.find("ldslk _, _, y") != std::string::npos);
  CHECK(test::ProgramDescription(*program).run() == test::ProgramDescription(*parse(text)).run());
  for (const char* target : {"ptx", "vulkan", "opencl"}) {
    CAPTURE(target);
    CHECK_THROWS_AS(convertedLitmus(*program, target), UserError);
    CHECK_THROWS_AS(convertedLitmus(*parse("HSA t\n{ x@8=0; }\nP0 ;\n ld r, x ;\n"), target), UserError);
  }
}

TEST_CASE("lock unit: `terminates` lines say how wavefronts execute") {
  const std::string text =
      "HSA t\n{}\nP0 ;\n nop ;\nterminates weak=Y stack weak=N \"wg=obe\"=N its weak=Y none obe=N\n";
  const auto program = parse(text);
  std::vector<SimtMode> modes;
  for (const ProgressExpectation& expectation : program->terminates) {
    modes.push_back(expectation.simt);
  }
  CHECK(modes ==
        std::vector{SimtMode::None, SimtMode::Stack, SimtMode::Stack, SimtMode::Its, SimtMode::None});
  CHECK(printLitmus(*program, {}).find("terminates weak=Y stack weak=N \"wg=obe\"=N its weak=Y none obe=N") !=
        std::string::npos);
  CHECK(test::mistakes("HSA t\n{}\nP0 ;\n nop ;\nterminates stack weak=N its weak=Y stack weak=Y\n") ==
        "5:42: scheduler weak is named twice\n");
}

}  // namespace lock_unit_test
