// Large tests under small limits. What is measured is bounded generously: without the looks at the clock
// these tests take from half a minute to hours.

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <chrono>

#include "engine/engine.h"
#include "engine/solver_choice.h"
#include "frontend/litmus.h"
#include "support/given.h"
#include "support/litmus_shapes.h"
#include "support/model_builder.h"

namespace hrfcheck::test::limits_test {
namespace {

using Clock = std::chrono::steady_clock;

std::shared_ptr<const EventStructure> structureOf(const std::string& text) {
  return std::make_shared<const EventStructure>(parseLitmus(std::make_shared<Source>("t.litmus", text)));
}

std::unique_ptr<Engine> (*const kMakers[])() = {&makeExplicitEngine, &makeSmtEngine,
                                                [] { return makeSmtEngineWith(SolverChoice::Cadical); }};

void endsSoon(const std::shared_ptr<const EventStructure>& structure) {
  for (const auto make : kMakers) {
    const std::unique_ptr<Engine> engine = make();
    CAPTURE(engine->name());
    AnalysisOptions options;
    options.deadline = Deadline::after(0.2);
    const Clock::time_point start = Clock::now();
    const Analysis analysis = engine->analyse(given(structure, scModel()), options);
    CHECK(analysis.undecided == "time limit");
    CHECK(Clock::now() - start < std::chrono::seconds(15));
  }
}

TEST_CASE("locations that nobody can reach cost nothing") {
  const auto structure =
      structureOf("HSA t\n{ a[4000]; b[4000]=7; x=3; }\nP0 ;\nld r0,a[5] ;\nst a[5],1 ;\n");
  CHECK(structure->size() == 3);
  CHECK(structure->initialWrites() == 1);
  for (const auto make : kMakers) {
    const Analysis analysis = make()->analyse(given(structure, scModel()), {});
    REQUIRE(analysis.outcomes.size() == 1);
    const std::vector<Value>& values = analysis.outcomes[0].values;  // r0, then every location
    REQUIRE(values.size() == 8002);
    CHECK(values[0] == 0);
    CHECK(values[1 + 5] == 1);
    CHECK(values[1 + 6] == 0);
    CHECK(values[1 + 4000] == 7);
    CHECK(values.back() == 3);
  }
}

TEST_CASE("many threads end soon after the time limit") {
  ProgramBuilder p;
  const ExprPtr x = p.location("x");
  for (int t = 0; t < 200; ++t) {
    p.thread().store(x, t % 3 + 1, atomic(Order::SeqCst)).load("r", x, atomic(Order::SeqCst));
  }
  endsSoon(p.structure());
}

TEST_CASE("long threads end soon after the time limit") {
  ProgramBuilder p;
  const ExprPtr x = p.location("x");
  for (int t = 0; t < 2; ++t) {
    ThreadBuilder& thread = p.thread();
    for (int i = 0; i < 600; ++i) {
      thread.store(x, t, atomic(Order::SeqCst)).load("r", x, atomic(Order::SeqCst));
    }
  }
  endsSoon(p.structure());
}

TEST_CASE("an array is as large as what its indices may be") {
  std::string text = "OPENCL t\n{ int a[2000]; [x]=0; }\n";
  for (int t = 0; t < 3; ++t) {
    text += fmt::format(
        "P{0}@wg {0},dev 0 (global atomic_int* x, global int* a) {{\n"
        "int r0 = atomic_load(x); a[r0 * r0] = 1; atomic_store(x, {1}); }}\n",
        t, 30 + t);
  }
  CHECK(structureOf(text + "exists (x=1)\n")->initialWrites() == 5);  // x, a[0], a[900], a[961], a[1024]
}

TEST_CASE("an expression that doubles in every round of a loop is not written out") {
  std::string body = "int r0; do { r0 = atomic_load(x); ";
  for (int i = 0; i < 60; ++i) {
    body += "r0 = r0 + r0; ";
  }
  const auto structure = structureOf("OPENCL t\n{ [x]=0; }\nP0@wg 0,dev 0 (global atomic_int* x) { " + body +
                                     "} while (r0 == 0); }\nexists (x=1)\n");
  REQUIRE(structure->threads()[0].loops.size() == 1);
  CHECK_FALSE(structure->threads()[0].loops[0].spin);
}

TEST_CASE("a structure is not made when time is up") {
  std::string text = "HSA t\n{ x; }\nP0 ;\n";
  for (int i = 0; i < 3000; ++i) {
    text += "st x,1 ;\n";
  }
  const auto large = parseLitmus(std::make_shared<Source>("t.litmus", text));
  const std::atomic<bool> cancelled{true};
  CHECK_THROWS_AS(EventStructure(large, 4, RoundBounds::Few, Deadline::after(0, &cancelled)), OutOfTime);
}

TEST_CASE("what is unrolled is counted thread by thread") {
  std::string threads = "P0";
  std::string row = "L: faa.sc.sys r0,x,1";
  std::string jump = "blt r0,9,L";
  for (int t = 1; t < 200; ++t) {
    threads += fmt::format(" | P{}", t);
    row += " | L: faa.sc.sys r0,x,1";
    jump += " | blt r0,9,L";
  }
  const auto program = parseLitmus(std::make_shared<Source>(
      "t.litmus", "HSA t\n{ x; }\n" + threads + " ;\n" + row + " ;\n" + jump + " ;\n"));
  CHECK_THROWS_WITH_AS(EventStructure(program, 1000), doctest::Contains("the limit is 8192"), UserError);
}

}  // namespace
}  // namespace hrfcheck::test::limits_test
