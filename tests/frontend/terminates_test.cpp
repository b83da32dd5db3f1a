#include <doctest/doctest.h>

#include "parse.h"

using namespace hrfcheck;
using test::mistakes;
using test::parse;

namespace {

const std::string kCode = "HSA t\n{ x=0; }\nP0 | P1 ;\nst x, 1 | L: ld r1, x ;\n | beq r1, 0, L ;\n";

/// "unfair=N s-obe=Y", as read.
std::string read(const Program& program) {
  std::string text;
  for (const ProgressExpectation& e : program.terminates) {
    text += (text.empty() ? "" : " ") + textOf(e.scheduler, program.scopes.levels()) +
            (e.terminates ? "=Y" : "=N");
  }
  return text;
}

std::string readLine(const std::string& line) {
  return read(*parse(kCode + line));
}

}  // namespace

TEST_CASE("what is expected of schedulers is read in the order written") {
  CHECK(readLine("terminates unfair=N hsa=Y obe=N hsa+obe=Y lobe=Y weak=Y s-obe=Y") ==
        "unfair=N hsa=Y obe=N hsa+obe=Y lobe=Y weak=Y s-obe=Y");
  CHECK(readLine("terminates Fair=Y OBE-HSA=Y s-hsa+obe=N;") == "weak=Y hsa+obe=Y s-hsa+obe=N");
}

TEST_CASE("a scheduler for each level is written in quotes") {
  CHECK(readLine("terminates \"wg=obe,wv=fair\"=Y obe=N \"wg=hsa\"=N") == "wg=obe,wv=weak=Y obe=N wg=hsa=N");
}

TEST_CASE("expectations stand before or behind the condition, or alone") {
  for (const char* text : {"terminates unfair=N\nexists (x=1)", "exists (x=1)\nterminates unfair=N",
                           "exists x=1 terminates unfair=N;"}) {
    CAPTURE(text);
    const auto program = parse(kCode + text);
    CHECK(program->conditionText == "([x]=1)");
    CHECK(program->warnings.empty());
    CHECK(read(*program) == "unfair=N");
  }
  CHECK(parse(kCode + "terminates weak=Y")->conditionText == "(true)");
  CHECK(read(*parse("OPENCL t\n{}\nP0 (atomic_int* x) { *x = 1; }\nterminates obe=Y\nexists (x=1)")) ==
        "obe=Y");
  CHECK(readLine("terminates obe=Y\nterminates hsa=N") == "obe=Y hsa=N");
}

TEST_CASE("an expectation knows where it is written") {
  const auto program = parse(kCode + "terminates unfair=N\n  hsa+obe=Y");
  REQUIRE(program->terminates.size() == 2);
  CHECK(program->terminates[0].place.position() == LineColumn{6, 12});
  CHECK(program->terminates[1].place.position() == LineColumn{7, 3});
  CHECK(program->terminates[1].place.source->slice(program->terminates[1].place.span) == "hsa+obe=Y");
}
