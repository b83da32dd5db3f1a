// The SMT-LIB dump is what it says: a solver run on the text gives the answers that the engine acted on.

#include <doctest/doctest.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>

#include "engine/engine.h"
#include "support/given.h"
#include "support/litmus_shapes.h"
#include "support/model_builder.h"

namespace hrfcheck::test::smt_dump_test {
namespace {

std::size_t countOf(const std::string& text, const std::string& part) {
  std::size_t n = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + part.size())) {
    ++n;
  }
  return n;
}

std::string outputOf(const std::string& command) {
  std::string text;
  FILE* pipe = popen(command.c_str(), "r");
  REQUIRE(pipe != nullptr);
  for (int c = std::fgetc(pipe); c != EOF; c = std::fgetc(pipe)) {
    text += static_cast<char>(c);
  }
  CHECK(pclose(pipe) == 0);
  return text;
}

TEST_CASE("the dump is valid SMT-LIB with the engine's questions") {
  ProgramBuilder program = storeBuffering();
  program.program().condition = equals({0, 0, kNoLocation}, 0);
  std::ostringstream dump;
  AnalysisOptions options;
  options.dumpSmt2 = &dump;
  const Analysis analysis = makeSmtEngine()->analyse(given(program.structure(), scModel()), options);
  CHECK(analysis.outcomes.size() == 3);
  const std::string text = dump.str();
  const std::size_t questions = countOf(text, "(check-sat-assuming");
  CHECK(questions == 4);
  CHECK(countOf(text, "; rf ") > 0);

  // The engine asked Z3; cvc5 is a second opinion.
  const std::string file = std::string(HRFCHECK_BINARY_DIR) + "/smt-dump-test.smt2";
  std::ofstream(file) << text;
  for (const std::string solver : {"z3", "cvc5 --incremental"}) {
    CAPTURE(solver);
    if (std::system((solver + " --version > /dev/null 2>&1").c_str()) != 0) {
      MESSAGE("skipped: no ", solver, " found, and the dump is not run with it");
      continue;
    }
    const std::string answers = outputOf(solver + " " + file);
    CHECK(countOf(answers, "error") == 0);
    CHECK(countOf(answers, "unsat") == 1);
    CHECK(countOf(answers, "sat") == questions);
  }
  std::remove(file.c_str());
}

}  // namespace
}  // namespace hrfcheck::test::smt_dump_test
