// CaDiCaL behind the clause sink: the same answers as Z3 on litmus tests, its limits, and its refutations.

#include <doctest/doctest.h>
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "cat/library.h"
#include "engine/engine.h"
#include "engine/smt/cadical/cadical_solver.h"
#include "engine/smt/cadical/refute.h"
#include "engine/solver_choice.h"
#include "frontend/litmus.h"
#include "frontend/test_file.h"
#include "support/findings.h"
#include "support/given.h"
#include "support/model_builder.h"
#include "support/program_builder.h"

namespace hrfcheck::test::cadical_test {
namespace {

using smt::Lit;

TEST_CASE("both solvers answer alike") {
  const std::filesystem::path source = HRFCHECK_SOURCE_DIR;
  const ModelLibrary library({source / "models"});
  const auto z3 = makeSmtEngineWith(SolverChoice::Z3);
  const auto cadical = makeSmtEngineWith(SolverChoice::Cadical);
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(source / "litmus" / "rsp")) {
    if (entry.path().extension() == ".litmus") {
      files.push_back(entry.path().string());
    }
  }
  std::sort(files.begin(), files.end());
  for (const std::string& file : files) {
    const auto structure = std::make_shared<const EventStructure>(parseLitmus(readTestSource(file, {})));
    for (const char* name : {"rsp", "hrf-direct-relaxed", "opencl-rsp"}) {
      CAPTURE(file);
      CAPTURE(name);
      const Model model = library.load(name);
      for (const bool symmetry : {true, false}) {
        AnalysisOptions options;
        options.symmetry = symmetry;
        const Analysis analysis = cadical->analyse(given(structure, model), options);
        CHECK(!analysis.undecided);
        CHECK(findingsOf(analysis) == findingsOf(z3->analyse(given(structure, model), options)));
      }
    }
  }
}

/// What is printed on standard output while `f` runs.
template <typename F>
std::string printedBy(F&& f) {
  const std::string file = std::filesystem::temp_directory_path() / ("printed-" + std::to_string(getpid()));
  std::fflush(stdout);
  const int before = dup(STDOUT_FILENO);
  const int to = open(file.c_str(), O_CREAT | O_TRUNC | O_WRONLY, 0600);
  REQUIRE(to >= 0);
  dup2(to, STDOUT_FILENO);
  f();
  std::fflush(stdout);
  dup2(before, STDOUT_FILENO);
  close(before);
  close(to);
  std::ifstream in(file);
  std::string text(std::istreambuf_iterator<char>(in), {});
  in.close();
  std::filesystem::remove(file);
  return text;
}

TEST_CASE("it prints nothing of its own, reports and logs being on standard output") {
  const std::string printed = printedBy([] {
    const Deadline never;
    smt::CadicalSolver solver(never, nullptr, 0);
    solver.variable(1, {});
    solver.clause({1});
    CHECK(solver.check({}) == smt::Truth::Sat);
    solver.clause({-1});
    CHECK(solver.check({}) == smt::Truth::Unsat);
  });
  CHECK(printed == "");
}

TEST_CASE("it gives up at the limits") {
  ProgramBuilder p;
  const ExprPtr x = p.location("x");
  for (int t = 0; t < 6; ++t) {
    p.thread().store(x, t, atomic(Order::SeqCst)).load("r", x, atomic(Order::SeqCst));
  }
  const auto engine = makeSmtEngineWith(SolverChoice::Cadical);
  AnalysisOptions few;
  few.clauseLimit = 10;
  CHECK(engine->analyse(given(p.structure(), scModel()), few).undecided == kClauseLimitReached);
  AnalysisOptions late;
  late.deadline = Deadline::after(1e-9);
  CHECK(engine->analyse(given(p.structure(), scModel()), late).undecided == "time limit");
}

TEST_CASE("assumptions and clauses come in turn") {
  const Deadline never;
  smt::CadicalSolver solver(never);
  for (Lit v = 1; v <= 3; ++v) {
    solver.variable(v, {});
  }
  solver.clause({1});
  solver.clause({2, 3});
  CHECK(solver.check({-2}) == smt::Truth::Sat);
  CHECK(solver.value(3));
  CHECK(!solver.value(2));
  CHECK(solver.value(-2));
  CHECK(solver.check({-2, -3}) == smt::Truth::Unsat);
  CHECK(solver.check({}) == smt::Truth::Sat);
  solver.clause({-3});
  CHECK(solver.check({-2}) == smt::Truth::Unsat);
  CHECK(solver.check({}) == smt::Truth::Sat);
  CHECK(solver.value(2));
}

TEST_CASE("refutations come with a proof, solutions without") {
  const std::vector<std::vector<Lit>> square{{1, 2}, {1, -2}, {-1, 2}, {-1, -2}};
  const auto proof = smt::refute(square, {});
  REQUIRE(proof.has_value());
  CHECK(proof->ends_with("\n0\n"));
  CHECK(!smt::refute({{1, 2}, {1, -2}, {-1, 2}}, {}).has_value());
}

}  // namespace
}  // namespace hrfcheck::test::cadical_test
