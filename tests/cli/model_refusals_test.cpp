// Models that a command cannot ask: unknown ones, and those whose checks are too many for the test.

#include <doctest/doctest.h>

#include "cli/process.h"
#include "support/has.h"

namespace model_refusals_test {

using namespace hrfcheck::test;

namespace {

const std::string kTest =
    "HSA MP\n{ X=0; F=0; }\nP0@wg 0 | P1@wg 1 ;\nst X, 1 | ld.sc.wg r0, F ;\nst.sc.wg F, 1 | ld r1, X ;\nexists (1:r0=1)\n";

}  // namespace

TEST_CASE("a model whose name is that of a dialect gets a hint") {
  const Finished run = runProgram({"check", "-m", "HSA", "-"}, kTest);
  CHECK(run.status == 2);
  CHECK(has(run.err, "unknown model 'HSA'\n  hint: did you mean 'hsa'?"));
}

TEST_CASE("checks for every choice of twelve events are refused at their place") {
  const Scratch scratch;
  std::string head;
  std::string ends;
  for (char variable = 'a'; variable <= 'l'; ++variable) {
    head += std::string("forall ") + variable + " in _ do ";
    ends += " end";
  }
  const std::string model = scratch.file(
      "nested.cat", "\"nested\"\n" + head +
                        "\nempty (a * b) & (c * d) & (e * f) & (g * h) & (i * j) & (k * l) & co" + ends);
  for (const std::string engine : {"explicit", "smt"}) {
    const Finished run = runProgram({"check", "--engine", engine, "-m", model, "-"}, kTest);
    CHECK(run.status == 2);
    CHECK(has(run.err, "nested.cat:3:"));
    CHECK(has(run.err, "there are too many classes to combine here for this test"));
  }
}

}  // namespace model_refusals_test
