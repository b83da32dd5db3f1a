// In the place of check/engine_choice.cpp: without a solver, every question is for the explicit engine.

#include "check/engine_choice.h"
#include "util/diagnostic.h"

namespace hrfcheck::inline engine {

std::unique_ptr<Engine> makeSmtEngineWith(SolverChoice) {
  throw UserError("the playground in a browser has no solver", "--engine explicit");
}

/// Of those who ask both engines about the same: each of the two is the explicit one.
std::unique_ptr<Engine> makeSmtEngine() {
  return makeExplicitEngine();
}

std::string smtSolverVersion() {
  throw UserError("the playground in a browser has no solver");
}

}  // namespace hrfcheck::inline engine

namespace hrfcheck::inline check {

std::unique_ptr<Engine> makeEngine(EngineChoice choice, SolverChoice solver) {
  switch (choice) {
    case EngineChoice::Smt:
      return makeSmtEngineWith(solver);
    case EngineChoice::Reference:
      return makeReferenceEngine();
    case EngineChoice::Explicit:
    case EngineChoice::Race:
    case EngineChoice::Auto:
      break;
  }
  return makeExplicitEngine();
}

}  // namespace hrfcheck::inline check
