#include <doctest/doctest.h>

#include "frontend/litmus.h"

using namespace hrfcheck;

namespace {

constexpr const char* kTest =
    "HSA T\n{ x=0; y=0; }\n P0 | P1 ;\n st x, 1 | ld r0, x ;\n | ld r1, y ;\nforall (1:r0=1)\n";

std::shared_ptr<const Program> asking(const std::string& outcome) {
  return parseLitmusAsking(std::make_shared<const Source>("test.litmus", kTest),
                           std::make_shared<const Source>("--outcome", outcome));
}

}  // namespace

TEST_CASE("a test asked about another final state") {
  for (const std::string text : {"1:r0=0 1:r1=2", "1:r0=0; 1:r1=2;", "1:r0=0, 1:r1=2", "1:r0=0 /\\ 1:r1=2",
                                 "exists (1:r0=0 /\\ 1:r1=2)"}) {
    CAPTURE(text);
    const auto program = asking(text);
    CHECK(program->quantifier == Quantifier::Exists);
    CHECK(program->conditionText == "(1:r0=0 /\\ 1:r1=2)");
    CHECK(program->observed.size() == 2);
  }
  CHECK(asking("[x]=1")->conditionText == "([x]=1)");
  CHECK(asking("x=1")->observed.size() == 2);  // and what the test's own condition mentions
  CHECK(asking("1:r0=0 \\/ ~(1:r1=1)")->conditionText == "(1:r0=0 \\/ ~(1:r1=1))");
}

TEST_CASE("mistakes in the outcome have places in it") {
  for (const auto& [text, where, what] : {std::tuple(std::string("1:r0=0 1:r9=1"), "--outcome:1:10", "r9"),
                                          std::tuple(std::string("1:r0="), "--outcome:1:6", "expected"),
                                          std::tuple(std::string("1:r0=0 )"), "--outcome:1:8", "expected"),
                                          std::tuple(std::string("z=1"), "--outcome:1:1", "z")}) {
    CAPTURE(text);
    try {
      asking(text);
      FAIL_CHECK("accepted");
    } catch (const UserError& error) {
      CAPTURE(std::string(error.what()));
      CHECK(std::string(error.what()).find(where) != std::string::npos);
      CHECK(std::string(error.what()).find(what) != std::string::npos);
    }
  }
}
